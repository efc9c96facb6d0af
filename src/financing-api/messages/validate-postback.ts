import { z } from "@medusajs/framework/zod"
import { dollars, requiredText, text } from "./fields"

/** Body of endpoint 15, "Validate postback"; `cmd` may be left out, it is always the same. */
export const validatePostbackBody = z.strictObject({
  cmd: z.literal("_validate-me").default("_validate-me"),
  uuid: requiredText,
  verifyParams: z.boolean().optional(),
  loanAmount: dollars.optional(),
  firstName: text.optional(),
  lastName: text.optional(),
  street: text.optional(),
  city: text.optional(),
  state: text.optional(),
  zip: text.optional(),
})

/** The exact word (E4); read-answer.ts takes off what may stand around it. None of them approves anything. */
export const postbackVerdict = z.enum(["VERIFIED_PT", "INCOMPLETE_PT", "NOT_FOUND_PT"])

export type ValidatePostbackBody = z.input<typeof validatePostbackBody>
export type PostbackVerdict = z.output<typeof postbackVerdict>

import { z } from "@medusajs/framework/zod"
import { optionalAmount, optionalFlag, optionalText } from "./answer-fields"
import { applicationToken, dollars, requiredText, stateCode, text } from "./fields"

/** Input of endpoint 8, "Get application status". */
export const statusInput = z.strictObject({ applicationToken })

/**
 * Answer of endpoint 8. Codes stay as they came; a missing, empty or invalid value is `null`, which is no status and
 * no amount. `token` is only compared with the requested one, so it is not validated.
 */
export const applicationStatus = z.object({
  status: optionalText,
  message: optionalText,
  token: optionalText,
  maxApprovalAmount: optionalAmount,
  loanAmount: optionalAmount,
  lender: optionalText,
  taxExempt: optionalFlag,
})

/** Input of endpoint 9, "Get status by address": a POST that reads. */
export const addressStatusInput = z.strictObject({
  applicationToken,
  residenceInfo: z.strictObject({
    streetName: requiredText,
    city: requiredText,
    state: stateCode,
    zip: requiredText,
  }),
})

/** Answer of endpoint 9. `U` means declined and the address does not match; at endpoint 8 it means declined. */
export const addressStatus = applicationStatus.pick({ status: true, message: true, token: true })

export type ApplicationStatus = z.output<typeof applicationStatus>
export type AddressStatus = z.output<typeof addressStatus>

/** Body of endpoint 15, "Validate postback"; `cmd` is constant and may be omitted. */
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

/** The exact word (E4), trimmed by read-answer.ts. None of them approves anything. */
export const postbackVerdict = z.enum(["VERIFIED_PT", "INCOMPLETE_PT", "NOT_FOUND_PT"])

export type ValidatePostbackBody = z.input<typeof validatePostbackBody>
export type PostbackVerdict = z.output<typeof postbackVerdict>

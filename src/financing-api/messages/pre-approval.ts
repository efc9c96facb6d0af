import { z } from "@medusajs/framework/zod"
import { email, requiredText, usPhone } from "./fields"

/** Body of endpoint 6, "Create pre-approval". Which fields are required is not shown. */
export const preApprovalBody = z.strictObject({
  firstName: requiredText.optional(),
  lastName: requiredText.optional(),
  email: email.optional(),
  cellPhone: usPhone.optional(),
  suppressNotification: z.boolean().optional(),
})

export type PreApprovalBody = z.input<typeof preApprovalBody>

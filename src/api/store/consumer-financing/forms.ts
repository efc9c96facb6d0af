import { z } from "@medusajs/framework/zod"
import { cleanLine } from "../../../domain/clean-text"
import type { Contact } from "../../../modules/consumer-financing/operations/pre-approvals/request-pre-approval"
import { formWord } from "../../../domain/form-words"
import { isEmailAddress } from "../../../domain/email-address"
import { applicationFormRules } from "../../../domain/application-form"
import { formFields } from "../../../domain/form-fields"
import { parseUsPhone } from "../../../domain/us-phone"

/** The field rules on the server's own zod. */
const field = formFields(z, parseUsPhone)

/** The schema of a shop's own application form. `now` is the time against which dates are checked. */
export const applicationForm = (now: number) => applicationFormRules({ z, field, now })

const LONGEST_NAME = 255

const name = z
  .string()
  .max(LONGEST_NAME, formWord("too-long", LONGEST_NAME))
  .refine((text) => cleanLine(text, LONGEST_NAME) !== "", formWord("missing"))
  .transform((text) => cleanLine(text, LONGEST_NAME))

/**
 * The fields of a pre-approval (endpoint 6, in the plugin's names). The interface does not show which are required:
 * all four ensure that the link arrives. Personal data: store it nowhere.
 */
const person = {
  first_name: name,
  last_name: name,
  email: z.string().refine(isEmailAddress, formWord("email")).meta({ format: "email" }),
  cell_phone: field.usPhone.meta({ description: "A US phone number." }),
}

export const preApprovalForm = z.strictObject(person)

export const staffPreApprovalForm = z.strictObject({
  ...person,
  suppress_notification: z.boolean().optional().meta({
    description:
      "The service does not write to the customer; hand over `application_url`. Left out: the shop's setting.",
  }),
  customer_id: z.string().min(1, "is missing").max(64, "is not a customer's id").optional().meta({
    description:
      "The customer with an account who owns it. Without it, the holder of the claim does.",
  }),
})

export const claimForm = z.strictObject({
  claim: z
    .string()
    .regex(/^[\w-]{43}$/, "has to be the claim as it was answered")
    .meta({ description: "As the pre-approval was answered." }),
})

export function toContact(form: z.output<typeof preApprovalForm>): Contact {
  return {
    firstName: form.first_name,
    lastName: form.last_name,
    email: form.email,
    cellPhone: form.cell_phone,
  }
}

import { z } from "@medusajs/framework/zod"
import { applicationFormRules } from "../../../domain/application-form"
import { field } from "./form-fields"

/**
 * What a shop's own application form sends (endpoint 4, in our words). Holds a full SSN: parse it,
 * hand it to the one call, keep it nowhere. `now` is the moment that dates are compared with.
 */
export const applicationForm = (now: number) => applicationFormRules({ z, field, now })

export type ApplicationForm = z.output<ReturnType<typeof applicationForm>>

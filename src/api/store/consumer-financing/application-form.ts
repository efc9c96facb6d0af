import { z } from "@medusajs/framework/zod"
import { applicationFormRules } from "../../../domain/application-form"
import { field } from "./form-fields"

/** The schema of a shop's own application form. `now` is the time against which dates are checked. */
export const applicationForm = (now: number) => applicationFormRules({ z, field, now })

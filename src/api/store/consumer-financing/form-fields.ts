import { z } from "@medusajs/framework/zod"
import { formFields } from "../../../domain/form-fields"
import { parseUsPhone } from "../../../domain/us-phone"

/** The field rules on the server's own zod. */
export const field = formFields(z, parseUsPhone)

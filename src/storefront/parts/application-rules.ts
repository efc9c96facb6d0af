import { applicationFormRules } from "../../domain/application-form"
import { formFields, type Zod } from "../../domain/form-fields"
import { readFormWord, wordIssue } from "../../domain/form-words"
import type { Problem } from "../client"
import type { ApplicationForm } from "../forms"

export type { Zod }

/** Ten digits that may be a US phone number: which ones are given to somebody, the server knows. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "")
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? digits : null
}

/** The server's own rules for the application form, over your zod (4). Messages are codes. */
export const applicationRules = (z: Zod, now = Date.now()) =>
  applicationFormRules({ z, field: formFields(z, digitsOf), now })

/** What the server would name, before anything is sent; the first of each field. */
export function problemsIn(z: Zod, form: ApplicationForm): Problem[] {
  const parsed = applicationRules(z).safeParse(form, { error: wordIssue })
  const problems = new Map<string, Problem>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.map(String).join(".")
    if (!problems.has(field)) problems.set(field, { field, ...readFormWord(message) })
  }
  return [...problems.values()]
}

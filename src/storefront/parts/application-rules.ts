import { applicationFormRules } from "../../domain/application-form"
import { formFields, type Zod } from "../../domain/form-fields"
import { readFormWord, wordIssue } from "../../domain/form-words"
import type { Problem } from "../client"
import type { ApplicationForm } from "../forms"

export type { Zod }

/** Parses a possible US phone number into ten digits. Only the server knows which numbers are assigned. */
function parsePhoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "")
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? digits : null
}

/** Builds the server's rules for the application form with your zod (4). Messages are codes. */
export const applicationRules = (z: Zod, now = Date.now()) =>
  applicationFormRules({ z, field: formFields(z, parsePhoneDigits), now })

/** Lists the problems that the server would report, the first of each field. */
export function listProblems(z: Zod, form: ApplicationForm): Problem[] {
  const parsed = applicationRules(z).safeParse(form, { error: wordIssue })
  const problems = new Map<string, Problem>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.map(String).join(".")
    if (!problems.has(field)) problems.set(field, { field, ...readFormWord(message) })
  }
  return [...problems.values()]
}

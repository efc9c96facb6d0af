import type { z } from "@medusajs/framework/zod"
import { sentence } from "../../../translation/sentence"
import { describeProblems, wordIssue } from "../../store/consumer-financing/form-problems"

/** Validates staff input. Throws a sentence (400) that names each field and its rule. */
export function readInput<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown
): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {}, { error: wordIssue })
  if (parsed.success) {
    return parsed.data
  }
  const known = new Set(Object.keys(schema.shape))
  const problems = describeProblems(parsed.error.issues, known)
  throw sentence(problems.map(({ field, message }) => `${field} ${message}.`).join(" "))
}

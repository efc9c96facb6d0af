import type { z } from "@medusajs/framework/zod"
import { type ReadWord, readFormWord } from "../../../domain/form-words"

export { wordIssue } from "../../../domain/form-words"

/** One field to correct: its path and rule, with the rule's code (and limit) for translation. Never its value. */
export type FieldProblem = { field: string } & ReadWord

/**
 * Lists a form's problems, the first of each field. Paths contain only names and positions from the schema. An
 * unknown field is not named, because its name could be any text, but a misspelt one is reported under the right
 * name.
 */
export function describeProblems(
  issues: readonly z.core.$ZodIssue[],
  known: Set<string>,
  wordUnknown = keepUnknown
) {
  const problems = new Map<string, FieldProblem>()
  for (const issue of issues) {
    for (const problem of problemsOf(issue, known, wordUnknown)) {
      if (!problems.has(problem.field)) problems.set(problem.field, problem)
    }
  }
  return [...problems.values()]
}

const keepUnknown = (at: string, _key: string): FieldProblem => ({
  field: at || "body",
  message: "holds a field that is not known here",
})

function problemsOf(
  issue: z.core.$ZodIssue,
  known: Set<string>,
  wordUnknown: (at: string, key: string) => FieldProblem
): FieldProblem[] {
  const at = issue.path.map(String)
  if (issue.code !== "unrecognized_keys") {
    return [{ field: at.join(".") || "body", ...readFormWord(issue.message) }]
  }
  const spellings = new Map([...known].map((name) => [essence(name), name]))
  return issue.keys.map((key) => {
    const name = spellings.get(essence(key))
    return name === undefined
      ? wordUnknown(at.join("."), key)
      : { field: [...at, name].join("."), message: `has to be spelt ${name}` }
  })
}

function essence(name: string): string {
  return name.toLowerCase().replaceAll("_", "")
}

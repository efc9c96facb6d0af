import type { z } from "@medusajs/framework/zod"
import { type ReadWord, readFormWord } from "../../../domain/form-words"

export { wordIssue } from "../../../domain/form-words"

/**
 * One field that has to be corrected: where it stands, and the rule, with its code (and limit) for those who
 * say it in words of their own. Never what stood there.
 */
export type FieldProblem = { field: string } & ReadWord

/**
 * What is wrong with a form: one problem for each field, the first that was found. The paths are made
 * of names and places that the schema knows. A field it does not know is not named, since what
 * stands there could be anything; but where only its spelling is off, the right one is told.
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

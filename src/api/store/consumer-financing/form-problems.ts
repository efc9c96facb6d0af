import { z } from "@medusajs/framework/zod"
import { type ReadWord, readFormWord, wordIssue } from "../../../domain/form-words"

/** One field to correct: its path and rule, with the rule's code (and limit) for translation. Never its value. */
export type FieldProblem = { field: string } & ReadWord

type Answers = {
  /** Makes the error to throw. */
  refuse: (problems: FieldProblem[]) => Error
  /** Describes an unknown key at a path. */
  wordUnknown?: (at: string, key: string) => FieldProblem
}

/**
 * Validates input. Throws `refuse`'s error about its problems, the first of each field. Paths contain only names and
 * positions from the schema. An unknown field is not named, because its name could be any text, but a misspelt one is
 * reported under the right name.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  { refuse, wordUnknown = keepUnknown }: Answers
): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: wordIssue })
  if (parsed.success) {
    return parsed.data
  }
  const names = namesIn(z.toJSONSchema(schema, { io: "input" }))
  const spellings = new Map(names.map((name) => [essence(name), name]))
  const problems = new Map<string, FieldProblem>()
  for (const issue of parsed.error.issues) {
    for (const problem of problemsOf(issue, spellings, wordUnknown)) {
      if (!problems.has(problem.field)) problems.set(problem.field, problem)
    }
  }
  throw refuse([...problems.values()])
}

const keepUnknown = (at: string): FieldProblem => ({
  field: at || "body",
  message: "holds a field that is not known here",
})

function problemsOf(
  issue: z.core.$ZodIssue,
  spellings: Map<string, string>,
  wordUnknown: NonNullable<Answers["wordUnknown"]>
): FieldProblem[] {
  const at = issue.path.map(String)
  if (issue.code !== "unrecognized_keys") {
    return [{ field: at.join(".") || "body", ...readFormWord(issue.message) }]
  }
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

/** Collects all field names of a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return []
  const properties: unknown = Reflect.get(schema, "properties")
  if (typeof properties !== "object" || properties === null) return []
  return Object.entries(properties).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

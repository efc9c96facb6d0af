import type { MedusaRequest } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { nearestName } from "../../../domain/nearest-name"
import { sentence } from "../../../translation/sentence"
import {
  describeProblems,
  type FieldProblem,
  wordIssue,
} from "../../store/consumer-financing/form-problems"
import { readForm } from "../../store/consumer-financing/read-form"
import { Refusal } from "../../store/consumer-financing/refusal"

/** What was parsed already. Throws one sentence (400) for each setting that is of the wrong kind. */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown
): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {}, { error: wordIssue })
  if (parsed.success) {
    return parsed.data
  }
  const known = Object.keys(schema.shape)
  throw tell(describeProblems(parsed.error.issues, new Set(known), nameUnknown(known)))
}

/** Of settings, none of which is secret, a name that nobody knows is told: as far as it is a name. */
const nameUnknown =
  (known: readonly string[]) =>
  (at: string, key: string): FieldProblem => {
    if (!/^\w{1,60}$/.test(key))
      return { field: at || "body", message: "holds no name of a setting" }
    const meant = at === "" ? nearestName(key, known) : null
    const message = "is no setting of this plugin" + (meant ? `; did you mean ${meant}?` : "")
    return { field: at === "" ? key : `${at}.${key}`, message }
  }

/** The same for a body with credentials, which Medusa's parser must not see: it logs what it cannot read. */
export async function readSecretForm<Schema extends z.ZodObject>(
  req: MedusaRequest,
  schema: Schema
): Promise<z.output<Schema>> {
  try {
    return await readForm(req, schema)
  } catch (error) {
    throw error instanceof Refusal && error.facts.errors ? tell(error.facts.errors) : error
  }
}

function tell(problems: readonly FieldProblem[]): Error {
  const words = problems.map(({ field, message }) => `settings.${field}: ${message}`)
  return sentence(words.map((one) => (one.endsWith("?") ? one : `${one}.`)).join(" "))
}

import type { MedusaRequest } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
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
  throw tell(describeProblems(parsed.error.issues, new Set(Object.keys(schema.shape)), nameUnknown))
}

/** Names an unknown setting, unless the key does not look like a name: settings are not secret. */
function nameUnknown(at: string, key: string): FieldProblem {
  if (!/^\w{1,60}$/.test(key)) return { field: at || "body", message: "holds no name of a setting" }
  return { field: at === "" ? key : `${at}.${key}`, message: "is no setting of this plugin" }
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
  return sentence(problems.map(({ field, message }) => `settings.${field}: ${message}.`).join(" "))
}

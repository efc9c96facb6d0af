import type { MedusaRequest } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { userError } from "../../../translation/user-error"
import { type FieldProblem, validate } from "../../store/consumer-financing/form-problems"
import { readForm } from "../../store/consumer-financing/read-form"
import { Refusal } from "../../store/consumer-financing/refusal"

/** Validates staff input. Throws a sentence (400) that names each field and its rule. */
export function readInput<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown
): z.output<Schema> {
  return validate(schema, input ?? {}, { refuse: nameFields })
}

function nameFields(problems: readonly FieldProblem[]): Error {
  return userError(problems.map(({ field, message }) => `${field} ${message}.`).join(" "))
}

/** Validates settings. Throws one sentence (400) for each setting of the wrong type. */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown
): z.output<Schema> {
  return validate(schema, input ?? {}, { refuse: tellSettings, wordUnknown: nameUnknown })
}

/** Names an unknown setting if its key looks like a name: settings are not secret. */
function nameUnknown(at: string, key: string): FieldProblem {
  if (!/^\w{1,60}$/.test(key)) return { field: at || "body", message: "holds no name of a setting" }
  return { field: at === "" ? key : `${at}.${key}`, message: "is no setting of this plugin" }
}

/** Like `readSettings`, for a body with credentials, which Medusa's parser would log if it cannot parse them. */
export async function readSecretForm<Schema extends z.ZodObject>(
  req: MedusaRequest,
  schema: Schema
): Promise<z.output<Schema>> {
  try {
    return await readForm(req, schema)
  } catch (error) {
    throw error instanceof Refusal && error.facts.errors ? tellSettings(error.facts.errors) : error
  }
}

function tellSettings(problems: readonly FieldProblem[]): Error {
  return userError(problems.map(({ field, message }) => `settings.${field}: ${message}.`).join(" "))
}

import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readBody } from "../../read-body"
import { describeProblems, type FieldProblem, wordIssue } from "./form-problems"
import { Refusal } from "./refusal"

const INCOMPLETE =
  "Some details are missing or not valid. Please correct the fields that are named."

/**
 * Reads and validates a form with personal data. Medusa's parser is disabled for such a route, because it writes
 * unparsable input into the answer and the log. Throws a Refusal that names fields and rules, never values.
 */
export async function readForm<Form extends z.ZodType>(
  req: MedusaRequest,
  form: Form
): Promise<z.output<Form>> {
  if (!req.is("application/json")) {
    throw new Refusal({
      status: 415,
      type: "invalid_data",
      message: "The body has to be JSON (Content-Type: application/json).",
    })
  }
  const { text, isWhole } = await readBody(req)
  if (!isWhole) {
    throw new Refusal({ status: 413, type: "invalid_data", message: "The body is too large." })
  }
  const parsed = form.safeParse(parse(text), { error: wordIssue })
  if (!parsed.success) {
    const known = namesIn(z.toJSONSchema(form, { io: "input" }))
    throw incomplete(describeProblems(parsed.error.issues, known))
  }
  return parsed.data
}

export function incomplete(errors: FieldProblem[]): Refusal {
  return new Refusal({ status: 400, type: "invalid_data", message: INCOMPLETE, errors })
}

/** The parser's own messages quote the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal({ status: 400, type: "invalid_data", message: "The body is not valid JSON." })
  }
}

/** Collects all field names of a JSON schema. */
function namesIn(schema: unknown): Set<string> {
  if (typeof schema !== "object" || schema === null) return new Set()
  const properties: unknown = Reflect.get(schema, "properties")
  if (typeof properties !== "object" || properties === null) return new Set()
  return new Set(Object.entries(properties).flatMap(([name, inner]) => [name, ...namesIn(inner)]))
}

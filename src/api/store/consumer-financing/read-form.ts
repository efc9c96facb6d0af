import type { MedusaRequest } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { readBody } from "../../read-body"
import { type FieldProblem, validate } from "./form-problems"
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
  return validate(form, parse(text), { refuse: incomplete })
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

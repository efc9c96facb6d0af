import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { toShopperError } from "../../../translation/error-to-medusa"
import { FinancingError } from "../../../financing-api"
import { isUserFacing, UserFacingError } from "../../../translation/user-error"
import { logFailure } from "../../../workflows/log-failure"
import type { FieldProblem } from "./form-problems"

type Facts = {
  status: number
  type: string
  message: string
  errors?: FieldProblem[]
  headers?: Record<string, string>
}

/** An error with the response to send. */
export class Refusal extends Error {
  constructor(readonly facts: Facts) {
    super(facts.message)
  }
}

/** The same answer for a disabled route, an unknown cart and another customer's cart. */
export function notFound(): Refusal {
  return new Refusal({ status: 404, type: "not_found", message: "Not found" })
}

/**
 * Makes a route's handler, which answers errors in Medusa's format. Bypasses Medusa's own handler, which logs
 * messages of parsers and databases that quote their input. With `?refusal=answered` invalid fields are a normal
 * answer, because Medusa's JS SDK keeps only an error's message.
 */
export function answerWith<Request extends MedusaRequest>(
  act: (req: Request, res: MedusaResponse) => Promise<object>
) {
  return async (req: Request, res: MedusaResponse): Promise<void> => {
    res.setHeader("Cache-Control", "no-store")
    try {
      res.status(200).json(await act(req, res))
    } catch (error) {
      const { status, headers, ...body } = factsOf(req, error)
      res.set(headers ?? {})
      if (body.errors && req.query.refusal === "answered") {
        res.status(200).json({ refusal: body })
        return
      }
      res.status(status).json(body)
    }
  }
}

const FAILED =
  "Financing is not available right now. Please try again in a moment or pay another way."

function factsOf(req: MedusaRequest, error: unknown): Facts {
  if (error instanceof Refusal) {
    return error.facts
  }
  const failed = "a shopper's request failed"
  if (isUserFacing(error) || error instanceof FinancingError) {
    const unforeseen = error instanceof UserFacingError ? error.getCause() : undefined
    if (unforeseen !== undefined) logFailure(req.scope, failed, unforeseen)
    return { status: 400, type: "invalid_data", message: toShopperError(error).message }
  }
  logFailure(req.scope, failed, error)
  return { status: 500, type: "unknown_error", message: FAILED }
}

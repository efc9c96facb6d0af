import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { capturePaymentWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { MERCHANT_ERRORS } from "../../domain/merchant-errors"
import { EXPLANATIONS, type Family } from "../../financing-api/explanations"
import { readRow } from "../../medusa/read-store"
import { restoreRow, runMoneyRequest } from "../../medusa/money-request"

const RECORDED_LATER =
  "The financing service completed this, but Medusa could not record it. It is recorded automatically in a few minutes: do not enter it again."

type Verb = "capture" | "refund"

/** Milliseconds. Some of core's workflows hang after a database error. */
const ANSWER_AFTER = 10_000

/**
 * On Medusa's own routes: answers with the payment where core fails or hangs after the service has confirmed the
 * capture or refund, because staff would repeat it after an error.
 */
const answerConfirmed =
  (verb: Verb): MedusaRequestHandler =>
  (req, res, next) => {
    const answer = res.json.bind(res)
    // Express clears the parameters once the route's layers have finished.
    const id = req.params.id ?? ""
    let isAnswering = false
    const answerPayment = async (rowId: string): Promise<void> => {
      if (isAnswering || res.headersSent) return
      isAnswering = true
      try {
        const payment = await finish(req, { verb, rowId, id })
        res.status(200)
        answer({ payment })
      } catch {
        res.status(400)
        answer({ type: "invalid_data", message: RECORDED_LATER })
      }
    }
    runMoneyRequest((request) => {
      request.whenConfirmed = (rowId) =>
        void setTimeout(() => void answerPayment(rowId), ANSWER_AFTER).unref()
      res.json = (body) => {
        const { confirmedRow: rowId } = request
        if (isAnswering) return res
        if (res.statusCode < 400) return answer(body)
        if (rowId === null) return answer(isOfDashboard(req) ? toReadableError(body) : body)
        void answerPayment(rowId)
        return res
      }
      next()
    })
  }

/** A message of the service's client, with its code and the correlation id. */
const CODED = /^.*\[(\w+), [\w-]+\]/s

/** Programs authenticate with a key or a token. */
const isOfDashboard = ({ headers }: MedusaRequest): boolean => headers.authorization === undefined

/** Replaces codes and ids with a sentence, because Medusa's drawers show errors unchanged. */
function toReadableError(body: unknown): unknown {
  const { message } = (body ?? {}) as { message?: unknown }
  if (typeof message !== "string") return body
  const words = message.replace(CODED, (_, code: string) => {
    const known = EXPLANATIONS as Record<string, { family: Family } | undefined>
    const family = known[code]?.family ?? "in-doubt"
    return MERCHANT_ERRORS[family === "in-doubt" ? "doubt" : family]
  })
  return { ...(body as object), message: words }
}

async function finish(
  req: MedusaRequest,
  { verb, rowId, id }: { verb: Verb; rowId: string; id: string }
): Promise<unknown> {
  const { actor_id: actor } = (req as AuthenticatedMedusaRequest).auth_context
  const input = { ...(req.validatedBody as { amount?: number }), payment_id: id }
  const again = async (metadata: Record<string, unknown>) => {
    const capture = { ...input, captured_by: actor }
    const refund = { ...input, metadata, created_by: actor }
    return verb === "capture"
      ? await capturePaymentWorkflow(req.scope).run({ input: capture })
      : await refundPaymentWorkflow(req.scope).run({ input: refund })
  }
  await restoreRow(req.scope, { verb, rowId, again })
  const payments = { entity: "payment", fields: req.queryConfig.fields, filters: { id } }
  return await readRow(req.scope, payments)
}

const route = (verb: Verb): MiddlewareRoute => ({
  matcher: `/admin/payments/:id/${verb}`,
  methods: ["POST"],
  middlewares: [answerConfirmed(verb)],
})

export const answerConfirmedMiddlewares: MiddlewareRoute[] = [route("capture"), route("refund")]

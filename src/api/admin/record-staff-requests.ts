import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { within } from "../../modules/consumer-financing/coordination/within"
import { recordRequest, type StaffRequest } from "../../workflows/applications-of-order"
import { logFailure } from "../../workflows/log-failure"

/** Maximum seconds that core's request waits, so that the entry precedes its consequences. */
const PATIENCE = 0.25

type Policies = NonNullable<MiddlewareRoute["policies"]>

/**
 * Records the requester on Medusa's own routes, which call the provider without one; the request continues even if
 * that fails. Where roles are used, records only what core itself would allow.
 */
function route(matcher: string, what: StaffRequest["what"], policies: Policies): MiddlewareRoute {
  const record: MedusaRequestHandler = async (req, _res, next) => {
    await within(PATIENCE, note(req, what)).catch(() => undefined)
    next()
  }
  return { matcher, methods: ["POST"], policies, middlewares: [record] }
}

async function note(req: MedusaRequest, what: StaffRequest["what"]): Promise<void> {
  const actor = (req as AuthenticatedMedusaRequest).auth_context?.actor_id
  if (!actor) return
  const details = detailsOf(req.body)
  const id = req.params.id ?? ""
  await recordRequest(req.scope, { what, id, actor, details }).catch((error: unknown) =>
    logFailure(req.scope, `the requester of ${what} was not recorded`, error)
  )
}

/** Keeps only the amount of the request, in cents. */
function detailsOf(body: unknown): Record<string, unknown> {
  const { amount } = (body ?? {}) as { amount?: unknown }
  return typeof amount === "number" ? { cents: Math.round(amount * 100) } : {}
}

const may = (resource: string, operation: string): Policies => [{ resource, operation }]

/** Settle, refund, cancel and ship are core's own routes. */
export const requesterMiddlewares: MiddlewareRoute[] = [
  route("/admin/payments/:id/capture", "capture-wanted", may("capture", "create")),
  route("/admin/payments/:id/refund", "refund-wanted", may("refund", "create")),
  route("/admin/orders/:id/cancel", "order-cancel-wanted", may("order", "update")),
  route(
    "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    "shipment-wanted",
    may("fulfillment", "update")
  ),
]

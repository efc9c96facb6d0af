import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { recordRequest, type StaffRequest } from "../../workflows/applications-of-order"

/** Maximum milliseconds that core's request waits, so that the entry precedes its consequences. */
const PATIENCE = 250

type Policies = NonNullable<MiddlewareRoute["policies"]>

/**
 * Records the requester on Medusa's own routes, which call the provider without one; the request continues even if
 * that fails. Where roles are used, records only what core itself would allow.
 */
function route(matcher: string, what: StaffRequest["what"], policies: Policies): MiddlewareRoute {
  const record: MedusaRequestHandler = async (req, _res, next) => {
    await atMost(PATIENCE, note(req, what))
    next()
  }
  return { matcher, methods: ["POST"], policies, middlewares: [record] }
}

async function note(req: MedusaRequest, what: StaffRequest["what"]): Promise<void> {
  const actor = (req as AuthenticatedMedusaRequest).auth_context?.actor_id
  if (!actor) return
  const details = detailsOf(req.body)
  const id = req.params.id ?? ""
  await recordRequest(req.scope, { what, id, actor, details }).catch((error: unknown) => {
    const kind = error instanceof Error ? error.name : "unknown"
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`consumer-financing: the requester was not recorded (${what}, ${kind})`)
  })
}

/** Keeps only the amount of the request, in cents. */
function detailsOf(body: unknown): Record<string, unknown> {
  const { amount } = (body ?? {}) as { amount?: unknown }
  return typeof amount === "number" ? { cents: Math.round(amount * 100) } : {}
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work, over])
  clearTimeout(timer)
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

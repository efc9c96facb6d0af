import type { MedusaRequestHandler, MiddlewareRoute } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { runForClient } from "../../modules/consumer-financing/coordination/attempts"
import { isOurProvider } from "../../translation/purchase-state"
import { refreshCollection } from "../../medusa/ensure-payment-session"
import { clientOf } from "./consumer-financing/requester"

/**
 * Refreshes the collection before Medusa's own route creates a session with this provider; counts towards the
 * client's limits.
 */
const refreshBeforeSession: MedusaRequestHandler<{ provider_id?: unknown } | undefined> = async (
  req,
  _res,
  next
) => {
  const providerId = req.body?.provider_id
  if (typeof providerId === "string" && isOurProvider(providerId)) {
    await refreshCollection(req.scope, req.params.id ?? "")
  }
  const { options } = req.scope.resolve(CONSUMER_FINANCING)
  runForClient(clientOf(req, options.trustedProxies), next)
}

export const refreshCollectionMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/store/payment-collections/:id/payment-sessions",
    methods: ["POST"],
    middlewares: [refreshBeforeSession],
  },
]

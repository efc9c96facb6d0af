import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { isOurProvider } from "../../translation/purchase-state"
import { refreshCollection } from "../../workflows/ensure-payment-session"

/** Refreshes the collection before Medusa's own route creates a session with our provider. */
async function refreshBeforeSession(
  req: MedusaRequest<{ provider_id?: unknown } | undefined>,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const providerId = req.body?.provider_id
  if (typeof providerId === "string" && isOurProvider(providerId)) {
    await refreshCollection(req.scope, req.params.id ?? "")
  }
  next()
}

export const refreshCollectionMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/store/payment-collections/:id/payment-sessions",
    methods: ["POST"],
    middlewares: [refreshBeforeSession],
  },
]

import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { userError } from "../../translation/user-error"
import { takeCompletion } from "../../medusa/completion-lease"

const BUSY = "This cart is being completed already. Please wait a moment, then try again."

type ReadCartId = (req: MedusaRequest) => string | undefined

/** Two middlewares of one request would deadlock. */
const completing = new WeakSet<MedusaRequest>()

/**
 * Builds a middleware for a route that completes carts: a cart with an application is completed by one process at a
 * time, by this route, by Medusa's own, or after a postback. The cart's id is `req.params.id` by default.
 */
export function completeCartOnce(readCartId: ReadCartId = (req) => req.params.id) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => {
    const cartId = readCartId(req)
    const { applications } = req.scope.resolve(CONSUMER_FINANCING)
    if (!cartId || completing.has(req) || !(await applications.existsFor(cartId))) {
      return next()
    }
    completing.add(req)
    const right = await takeCompletion(req.scope, cartId)
    if (!right) {
      // Not a conflict (409), for which Medusa would use its own text.
      throw userError(BUSY)
    }
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    onceAnswered(res, () => {
      right.release().catch(() => {
        logger.warn(`consumer-financing: ${cartId} can be completed again once its lease runs out`)
      })
    })
    next()
  }
}

/**
 * Acts once the route has answered, even if the shopper has disconnected: "finish" does not fire after a closed
 * connection, and "close" fires while the cart is still being completed.
 */
function onceAnswered(res: MedusaResponse, act: () => void): void {
  const end = res.end.bind(res) as (...answer: unknown[]) => MedusaResponse
  res.end = ((...answer: unknown[]) => {
    act()
    return end(...answer)
  }) as typeof res.end
}

export const completeOnceMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [completeCartOnce()] },
]

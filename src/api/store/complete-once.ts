import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { sentence } from "../../translation/sentence"
import { takeCompletion } from "../../reconciliation/completion-lease"

const BUSY = "This cart is being completed already. Please wait a moment, then try again."

type ReadCartId = (req: MedusaRequest) => string | undefined

/** Two middlewares of one request would wait for each other. */
const completing = new WeakSet<MedusaRequest>()

/**
 * A middleware for a route that completes carts: only one process at a time completes a cart that has an
 * application, on this route, on Medusa's own, or after a postback. The cart's id is `req.params.id` by default.
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
      // Not a conflict (409): Medusa would answer that in words of its own.
      throw sentence(BUSY)
    }
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    whenAnswered(res, () => {
      right.release().catch(() => {
        logger.warn(`consumer-financing: ${cartId} can be completed again once its lease runs out`)
      })
    })
    next()
  }
}

/**
 * Once the route has answered, also where the shopper has gone by then: "finish" never comes after the
 * connection was closed, and "close" comes while the cart is still being completed.
 */
function whenAnswered(res: MedusaResponse, act: () => void): void {
  const end = res.end.bind(res) as (...answer: unknown[]) => MedusaResponse
  res.end = ((...answer: unknown[]) => {
    act()
    return end(...answer)
  }) as typeof res.end
}

export const completeOnceMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [completeCartOnce()] },
]

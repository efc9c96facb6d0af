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

/**
 * On Medusa's own route: a cart with an application of ours is completed by one process at a time, the
 * one that places the order after a postback among them.
 */
async function completeOnce(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const cartId = req.params.id ?? ""
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  if (!(await financing.applications.existsFor(cartId))) {
    return next()
  }
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
  { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [completeOnce] },
]

import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readOrderOfCart } from "../read-store"
import type { Decision } from "../steps/decide-move"
import { waitAndSee } from "./wait-and-see"

/**
 * Completes the cart as the storefront would: core places the order and asks our provider, which
 * looks again and answers. A completion that fails leaves the shopper's cart as it was; afterwards
 * the order is looked for, because core's answer alone does not prove it.
 */
export async function placeOrder(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, cartId } = decision
  if (!cartId) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { errors } = await completeCartWorkflow(container).run({
    input: { id: cartId },
    throwOnError: false,
  })
  const order = await readOrderOfCart(container.resolve(ContainerRegistrationKeys.QUERY), cartId)
  if (order) {
    await financing.rememberOrder(applicationId, order.id)
    await financing.note(applicationId, "order-placed", { order_id: order.id })
    return
  }
  const error: unknown = errors[0]?.error
  const reason = error instanceof Error ? error.message.slice(0, 200) : "unknown"
  await financing.note(applicationId, "order-not-placed", { reason })
  await waitAndSee(container, decision)
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Decision } from "../steps/decide-move"

/**
 * A process that died while core was placing an order may have left it without the cart's payments,
 * and the cart open: both are made up for. What else core does then (reserving stock, telling of the
 * order) cannot be, and the log says so.
 */
export async function finishPlacing(
  container: MedusaContainer,
  { orderId, cartId }: Pick<Decision, "orderId" | "cartId">
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["payment_collections.id"],
    filters: { id: orderId ?? "" },
  })
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: ["id", "completed_at", "payment_collection.id"],
    filters: { id: cartId ?? "" },
  })
  const order = orders[0] as { payment_collections?: ({ id: string } | null)[] } | undefined
  const cart = carts[0] as
    { completed_at: unknown; payment_collection?: { id: string } } | undefined
  const isLinked = order?.payment_collections?.some((one) => one !== null)
  if (!orderId || !cartId || isLinked || !cart?.payment_collection) {
    return
  }
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.PAYMENT]: { payment_collection_id: cart.payment_collection.id },
  })
  if (!cart.completed_at) {
    await container.resolve(Modules.CART).updateCarts(cartId, { completed_at: new Date() })
  }
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `consumer-financing: placing ${orderId} was interrupted; it has its payments now, but check the stock that it reserves`
    )
}

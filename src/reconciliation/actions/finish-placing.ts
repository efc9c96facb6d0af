import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Seen } from "../observe-store"

type Placed = { payment_collections?: ({ id: string } | null)[]; cart?: { id: string } | null }
type Cart = { completed_at: unknown; payment_collection?: { id: string } }

/**
 * A process that died while core was placing an order may have left it without the cart's payments or
 * without the cart, and the cart open: all is made up for. What else core does then (reserving stock,
 * telling of the order) cannot be, and the log says so.
 */
export async function finishPlacing(
  container: MedusaContainer,
  { orderId, cartId }: Pick<Seen, "orderId" | "cartId">
): Promise<void> {
  if (!orderId || !cartId) {
    return
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["payment_collections.id", "cart.id"],
    filters: { id: orderId },
  })
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: ["id", "completed_at", "payment_collection.id"],
    filters: { id: cartId },
  })
  const [order] = orders as Placed[]
  const [cart] = carts as Cart[]
  const links = missingLinks({ orderId, cartId, order, cart })
  if (links.length === 0) {
    return
  }
  await container.resolve(ContainerRegistrationKeys.LINK).create(links)
  if (!cart?.completed_at) {
    await container.resolve(Modules.CART).updateCarts(cartId, { completed_at: new Date() })
  }
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `consumer-financing: placing ${orderId} was interrupted; it has its cart and its payments now, but check the stock that it reserves`
    )
}

type Placing = {
  orderId: string
  cartId: string
  order: Placed | undefined
  cart: Cart | undefined
}

function missingLinks({ orderId, cartId, order, cart }: Placing) {
  if (!order || !cart?.payment_collection) {
    return []
  }
  const hasPayments = order.payment_collections?.some((one) => one !== null)
  const toOrder = { [Modules.ORDER]: { order_id: orderId } }
  const toPayments = { payment_collection_id: cart.payment_collection.id }
  return [
    ...(hasPayments ? [] : [{ ...toOrder, [Modules.PAYMENT]: toPayments }]),
    ...(order.cart ? [] : [{ ...toOrder, [Modules.CART]: { cart_id: cartId } }]),
  ]
}

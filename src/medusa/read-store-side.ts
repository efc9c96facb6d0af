import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { COMPLETION_TAKES } from "../domain/check"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { readCart } from "../translation/cart-to-snapshot"
import { readPurchaseState, type PurchaseSeen } from "../translation/purchase-state"
import type { StoreSideSeen } from "./store-side-seen"
import { readRequestSide } from "./read-request-side"
import { compact } from "../translation/compact"
import type { OrderSide } from "../translation/store-side"
import { findOrderOfCart, readCartWithSessions, readOrder } from "./read-store"

/** Reads what in Medusa stands on an application: order, payment, session, cart. */
export async function readStoreSide(
  container: MedusaContainer,
  applicationId: string,
  /** Its order, where it was read a moment ago. */
  known: OrderSide | null = null
): Promise<StoreSideSeen> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const aggregate = await financing.applications.readAggregate(applicationId)
  const { application, sessionIds } = aggregate
  if (application.requested_order_id) {
    return await readRequestSide(container, aggregate)
  }
  const cartId = application.cart_id
  const orderOf = async (id: string | null) =>
    id === null ? null : known?.id === id ? known : await readOrder(query, id)
  const linked = cartId ? await orderOf(await findOrderOfCart(query, cartId)) : null
  // What stands on an order that has its payments does not depend on the cart that it was.
  const isWhole = compact(linked?.payment_collections).length > 0
  const cart = cartId && !isWhole ? await readCartWithSessions(query, cartId) : null
  const order =
    linked ??
    // The cart may have become one since.
    (cartId ? await orderOf(await findOrderOfCart(query, cartId)) : null) ??
    // The order outlives its cart, which shops may clear away with its links.
    (await orderOf(application.order_id))
  const reading = cart ? readCart(cart) : null
  const seen = readPurchaseState({
    knownOrderId: application.order_id,
    sessionIds,
    superseded: application.live_key === null,
    awaitsSession: application.kind === "full" && sessionIds.length === 0,
    cart,
    cartUnchanged:
      reading?.ok === true && financing.fingerprints.isUnchanged(application, reading.snapshot),
    order,
  })
  const isOurs = order !== null && seen.purchaseState !== "nothing"
  const orderAge = order ? (Date.now() - new Date(order.created_at).getTime()) / 1000 : null
  const isBeingCompleted =
    seen.purchaseState === "unpaid-order" &&
    (isUnanswered(seen, orderAge ?? 0) ||
      // A session that waits for the service's decision may have been put beside the one that is asked now.
      (cartId !== null && (await financing.leases.isCartBeingCompleted(cartId))))
  const orderId = isOurs && !isBeingCompleted ? order.id : null
  const isOpenAgain = order === null && cart !== null && !cart.completed_at
  const takenBackId = isOpenAgain ? application.order_id : null
  return { ...seen, cartId, orderId, takenBackId, orderAge, isBeingCompleted, request: null }
}

/** Placing the order and authorizing its session are two commits of core's. */
function isUnanswered({ session }: PurchaseSeen, orderAge: number): boolean {
  const isDeferred = session === null || session.status === "pending_authorization"
  return !isDeferred && orderAge < COMPLETION_TAKES
}

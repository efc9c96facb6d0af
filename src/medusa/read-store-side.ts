import type { MedusaContainer } from "@medusajs/framework/types"
import { COMPLETION_TAKES } from "../domain/check"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import { readCart } from "../translation/cart-to-snapshot"
import { readPurchaseState, type PurchaseSeen } from "../translation/purchase-state"
import type { StoreSideSeen } from "./store-side-seen"
import { readRequestSide } from "./read-request-side"
import { compact } from "../translation/medusa-rows"
import { findOrderOfCart } from "./read-store"
import { readWholeCart } from "./read-whole-cart"
import { readWholeOrder, type WholeOrder } from "./read-whole-order"

/** Reads what in Medusa stands on an application: order, payment, session, cart. */
export async function readStoreSide(
  container: MedusaContainer,
  applicationId: string
): Promise<StoreSideSeen> {
  const { applications } = container.resolve(CONSUMER_FINANCING)
  return await readSideOf(container, await applications.readAggregate(applicationId))
}

/** The same of one that was read a moment ago, perhaps with its order. */
export async function readSideOf(
  container: MedusaContainer,
  aggregate: Aggregate,
  known: WholeOrder | null = null
): Promise<StoreSideSeen> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { knex } = financing.context
  const { application, sessionIds } = aggregate
  if (application.requested_order_id) {
    return await readRequestSide(container, aggregate)
  }
  const cartId = application.cart_id
  // What stands on an order that has its payments does not depend on the cart that it was.
  const isWhole = compact(known?.payment_collections).length > 0
  // Before its order: the cart may become one meanwhile.
  const cart = cartId && !isWhole ? await readWholeCart(knex, cartId) : null
  const isLinked = known !== null && known.cart?.id === cartId
  const linkedId = cartId && !isLinked ? await findOrderOfCart(knex, cartId) : null
  const orderOf = async (id: string | null) =>
    id === null ? null : known?.id === id ? known : await readWholeOrder(knex, id)
  const order =
    (isLinked ? known : await orderOf(linkedId)) ??
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
  const isUnpaid = seen.purchaseState === "unpaid-order"
  // The shop's own workflow may fail after core authorized the payment, and take the order back.
  const isNew = order !== null && seen.payment !== null && application.order_id !== order.id
  const isBeingCompleted =
    (isUnpaid && isUnanswered(seen, orderAge ?? 0)) ||
    // A session that waits for the service's decision may have been put beside the one that is asked now.
    ((isUnpaid || isNew) &&
      cartId !== null &&
      (await financing.leases.isCartBeingCompleted(cartId)))
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

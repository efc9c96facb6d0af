import type { MedusaContainer } from "@medusajs/framework/types"
import { type Purchase, readPurchaseState } from "../translation/purchase-state"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import {
  amountDue,
  hasOtherPayment,
  readRequestedSnapshot,
  type RequestedOrder,
  readRequestPurchaseState,
} from "../translation/requested-order"
import { readWholeOrder, type WholeOrder } from "./read-whole-order"
import { COMPLETION_TAKES } from "../domain/check"
import { readCart } from "../translation/cart-to-snapshot"
import { compact, type SessionSide } from "../translation/medusa-rows"
import { findOrderOfCart, matchSnapshot } from "./read-store"
import { readWholeCart } from "./read-whole-cart"

/** A purchase that was not read. */
export const UNREAD: Purchase = {
  purchaseState: "nothing",
  session: null,
  payment: null,
  cartId: null,
  orderId: null,
  takenBackId: null,
  orderAge: null,
  isBeingCompleted: false,
  request: null,
}

/** Reads the order that staff asked the customer to finance. */
async function readRequestedPurchase(
  container: MedusaContainer,
  { application, sessionIds }: Aggregate
): Promise<Purchase> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const order = await readWholeOrder(financing.context.knex, application.requested_order_id ?? "")
  const seen = readRequestPurchaseState({
    sessionIds,
    superseded: application.live_key === null,
    order,
    unchanged: order !== null && isUnchanged(financing, application, order),
  })
  const pays = seen.payment !== null || seen.purchaseState === "order-without-live-payment"
  const orderAge = order ? (Date.now() - new Date(order.created_at).getTime()) / 1000 : null
  const request = {
    due: order && amountDue(order),
    isPaidElsewhere: order !== null && hasOtherPayment(order, sessionIds),
    isDraft: order?.is_draft_order === true,
  }
  return { ...UNREAD, ...seen, orderId: order && pays ? order.id : null, orderAge, request }
}

/** Whether items, customer and the amount due (to the cent) still match the request. */
export function isUnchanged(
  financing: ConsumerFinancingModuleService,
  application: ApplicationRecord,
  order: RequestedOrder
): boolean {
  const isSameAmount = amountDue(order) === application.financed_cents
  return (
    isSameAmount && matchSnapshot(financing, application, readRequestedSnapshot(order)) !== null
  )
}

/** Rows that were just read, and are not read again. */
export type JustRead = { aggregate: Aggregate; order: WholeOrder | null }

/** Reads an application's purchase: order, payment, session, cart. */
export async function readPurchase(
  container: MedusaContainer,
  applicationId: string,
  justRead?: JustRead
): Promise<Purchase> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { knex } = financing.context
  const aggregate =
    justRead?.aggregate ?? (await financing.applications.readAggregate(applicationId))
  const { application, sessionIds } = aggregate
  if (application.requested_order_id) {
    return await readRequestedPurchase(container, aggregate)
  }
  const known = justRead?.order ?? null
  const cartId = application.cart_id
  // The state of an order with payments does not depend on its former cart.
  const isWhole = compact(known?.payment_collections).length > 0
  // Read before its order, because the cart may become one in between.
  const cart = cartId && !isWhole ? await readWholeCart(knex, cartId) : null
  const isLinked = known !== null && known.cart?.id === cartId
  const linkedId = cartId && !isLinked ? await findOrderOfCart(knex, cartId) : null
  const orderOf = async (id: string | null) =>
    id === null ? null : known?.id === id ? known : await readWholeOrder(knex, id)
  const order =
    (isLinked ? known : await orderOf(linkedId)) ??
    // The order outlives its cart, which shops may delete with its links.
    (await orderOf(application.order_id))
  const seen = readPurchaseState({
    knownOrderId: application.order_id,
    sessionIds,
    superseded: application.live_key === null,
    awaitsSession: application.kind === "full" && sessionIds.length === 0,
    cart,
    cartUnchanged: matchSnapshot(financing, application, cart && readCart(cart)) !== null,
    order,
  })
  const isOurs = order !== null && seen.purchaseState !== "nothing"
  const orderAge = order ? (Date.now() - new Date(order.created_at).getTime()) / 1000 : null
  const isUnpaid = seen.purchaseState === "unpaid-order"
  // The shop's own workflow may fail after core authorized the payment, and revert the order.
  const isNew = order !== null && seen.payment !== null && application.order_id !== order.id
  const isBeingCompleted =
    (isUnpaid && isUnanswered(seen.session, orderAge ?? 0)) ||
    // A session that awaits the service's decision may exist besides the current one.
    ((isUnpaid || isNew) &&
      cartId !== null &&
      (await financing.leases.isCartBeingCompleted(cartId)))
  const orderId = isOurs && !isBeingCompleted ? order.id : null
  const isOpenAgain = order === null && cart !== null && !cart.completed_at
  const takenBackId = isOpenAgain ? application.order_id : null
  return { ...seen, cartId, orderId, takenBackId, orderAge, isBeingCompleted, request: null }
}

/** Core places the order and authorizes its session in two commits. */
function isUnanswered(session: SessionSide | null, orderAge: number): boolean {
  const isDeferred = session === null || session.status === "pending_authorization"
  return !isDeferred && orderAge < COMPLETION_TAKES
}

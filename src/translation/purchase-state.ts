import type { PurchaseState } from "../domain/purchase-state"
import { CHOOSE_PAYMENT_AGAIN } from "./order-refusal"
import { type PaidSide, readOtherPayments } from "./payment-amounts"
import {
  type CartSide,
  type CollectionSide,
  compact,
  type OrderSide,
  type PaymentSide,
  type SessionSide,
} from "./medusa-rows"

/** Prefix of the provider's id; the merchant chooses the rest in medusa-config. */
export const OUR_PROVIDERS = "pp_consumer-financing"

export function isOurProvider(providerId: string): boolean {
  return providerId.startsWith(OUR_PROVIDERS)
}

/** The cart or order of an application, as it is in Medusa. */
export type Purchase = {
  purchaseState: PurchaseState
  /** The session or payment of the application, if there is one. */
  session: SessionSide | null
  payment: PaymentSide | null
  cartId: string | null
  orderId: string | null
  /** The order that core created from the cart and then reverted; the cart is open again. */
  takenBackId: string | null
  /** Seconds since the order was placed; null if there is no order. */
  orderAge: number | null
  /** Core is still creating the order from its cart and may revert it. */
  isBeingCompleted: boolean
  /** The amount due on the order that staff requested (cents); null if they requested none. */
  request: { due: number | null; isPaidElsewhere: boolean; isDraft: boolean } | null
}

export type PurchaseRows = {
  /** The application's order, once known; kept when Medusa drops the session. */
  knownOrderId: string | null
  /** The application's payment sessions, past ones included. */
  sessionIds: readonly string[]
  /** Another application has replaced it for this cart. */
  superseded: boolean
  /** A full application before its first session; none was removed. */
  awaitsSession: boolean
  cart: CartSide | null
  /** The cart still matches the application. */
  cartUnchanged: boolean
  order: OrderSide | null
}

/** What the payments of a purchase say. */
export type PaymentState = Pick<Purchase, "purchaseState" | "session" | "payment">

/** Returns an application's purchase state in Medusa, the left column of the action table. */
export function readPurchaseState(rows: PurchaseRows): PaymentState {
  return rows.order ? readOrderPurchaseState(rows, rows.order) : readCartPurchaseState(rows)
}

/** The order's payments, cancelled ones included. */
export function paymentsOf({ payment_collections }: OrderSide): PaymentSide[] {
  return compact(payment_collections).flatMap(({ payments }) => compact(payments))
}

/**
 * Whether payments outside these sessions cover the whole order, so that nothing is left to finance. A partial
 * payment, such as an edit's difference, does not replace the loan.
 */
export function isPaidOtherwise(order: PaidSide, sessionIds: readonly string[]): boolean {
  const { paid, left } = readOtherPayments(order, sessionIds)
  return paid > 0 && left <= 0
}

export function isCancelled(order: Pick<OrderSide, "status" | "canceled_at">): boolean {
  return order.status === "canceled" || Boolean(order.canceled_at)
}

/** Session statuses that core accepts for payment; it uses the first session. */
const PROCESSABLE = ["pending", "requires_more", "authorized", "captured", "pending_authorization"]

/** A payment exists already, perhaps for an earlier part of the order. */
const IS_USED = ["authorized", "captured"]

/**
 * Whether another method was chosen for the order and has not paid yet. Core accepts that payment even if the order
 * is cancelled.
 */
export function isOtherMethodChosen(
  { payment_collections }: OrderSide,
  sessionIds: readonly string[]
): boolean {
  return compact(payment_collections)
    .flatMap(({ payment_sessions }) => compact(payment_sessions))
    .filter(({ id, provider_id }) => !sessionIds.includes(id) && !isOurProvider(provider_id ?? ""))
    .some(({ status }) => PROCESSABLE.includes(status) && !IS_USED.includes(status))
}

/**
 * Explains why the plugin must not complete the cart, or null: core would use another method's session, or a payment
 * that it cancelled after a failed completion.
 */
export function findObstacle(cart: CartSide | null, sessionIds: readonly string[]): string | null {
  const sessions = compact(cart?.payment_collection?.payment_sessions)
  const isForeign = ({ id, status }: SessionSide) =>
    PROCESSABLE.includes(status) && !sessionIds.includes(id)
  if (sessions.some(isForeign)) {
    return `The customer signed, but the cart has another payment session beside the financing: ${CHOOSE_PAYMENT_AGAIN}`
  }
  const isTaken = ({ canceled_at, payment_session_id }: PaymentSide) =>
    canceled_at &&
    sessions.some(({ id, status }) => id === payment_session_id && PROCESSABLE.includes(status))
  if (compact(cart?.payment_collection?.payments).some(isTaken)) {
    return `The customer signed, but placing the order failed and Medusa cancelled its payment: ${CHOOSE_PAYMENT_AGAIN}`
  }
  return null
}

function readOrderPurchaseState(rows: PurchaseRows, order: OrderSide): PaymentState {
  const collections = collectionsOf(rows, order)
  const mine = collections.flatMap(({ payments }) =>
    compact(payments).filter((payment) => rows.sessionIds.includes(payment.payment_session_id))
  )
  const session = findSession(rows, collections)
  const live = mine.filter(({ canceled_at }) => !canceled_at)
  const payment =
    live.find(({ captured_at }) => captured_at) ??
    live.find(({ payment_session_id }) => payment_session_id === session?.id) ??
    live[0] ??
    null
  // Even one that core cancelled during its capture (with its order, or for an edit or a return) is paid or must be
  // refunded.
  const captured = mine.find(({ captured_at }) => captured_at) ?? null
  const seen = (purchaseState: PurchaseState): PaymentState => ({ purchaseState, session, payment })
  // A storefront has created another session on the order's collection, which will take over the live application.
  const isBeingTakenOver =
    !rows.superseded &&
    collections.some((collection) => findSessionBeingMade(rows, collection) !== null)
  const isMine =
    mine.length > 0 || session !== null || rows.knownOrderId === order.id || isBeingTakenOver
  if (!isMine) return seen("nothing")
  if (isCancelled(order)) {
    return { ...seen("cancelled-order"), payment: payment ?? captured }
  }
  if (payment) return seen(payment.captured_at ? "captured-order" : "authorized-order")
  if (isPaidOtherwise(order, rows.sessionIds)) {
    return { ...seen("order-paid-otherwise"), payment: captured }
  }
  if (captured) return { ...seen("captured-order"), payment: captured }
  return seen(mine.length > 0 ? "order-without-live-payment" : "unpaid-order")
}

/**
 * Core links an order's payments a moment after it places the order, so for an order without any it uses its cart's
 * collections.
 */
function collectionsOf({ cart }: PurchaseRows, order: OrderSide): CollectionSide[] {
  const linked = compact(order.payment_collections)
  return linked.length > 0 ? linked : compact([cart?.payment_collection ?? null])
}

function readCartPurchaseState(rows: PurchaseRows): PaymentState {
  const collection = rows.cart?.payment_collection
  const session = collection
    ? (findSession(rows, [collection]) ?? findSessionBeingMade(rows, collection))
    : null
  // A full application awaits its cart's session, which is created a moment later.
  const isAwaited = rows.awaitsSession && rows.cart !== null && !rows.cart.completed_at
  const isDependedOn = (session !== null || isAwaited) && !rows.superseded
  if (!isDependedOn) return { purchaseState: "nothing", session: null, payment: null }
  return {
    purchaseState: rows.cartUnchanged ? "open-cart" : "changed-cart",
    session,
    payment: null,
  }
}

/**
 * Finds a session about to take over the cart's live application: core creates the new session and deletes the old
 * one concurrently.
 */
export function findSessionBeingMade(
  { sessionIds }: Pick<PurchaseRows, "sessionIds">,
  { payment_sessions }: CollectionSide
): SessionSide | null {
  const isNewOfOurs = ({ id, provider_id, status }: SessionSide) =>
    isOurProvider(provider_id ?? "") && !sessionIds.includes(id) && !IS_USED.includes(status)
  return compact(payment_sessions).find(isNewOfOurs) ?? null
}

export function findSession(
  { sessionIds }: Pick<PurchaseRows, "sessionIds">,
  collections: readonly CollectionSide[]
): SessionSide | null {
  const sessions = collections.flatMap(({ payment_sessions }) => compact(payment_sessions))
  return sessions.find(({ id, status }) => sessionIds.includes(id) && status !== "canceled") ?? null
}

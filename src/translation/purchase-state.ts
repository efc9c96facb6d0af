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
  type StoreSide,
} from "./medusa-rows"

/** Whatever id the merchant gave the provider in medusa-config. */
export const OUR_PROVIDERS = "pp_consumer-financing"

export function isOurProvider(providerId: string): boolean {
  return providerId.startsWith(OUR_PROVIDERS)
}

export type PurchaseSeen = {
  purchaseState: PurchaseState
  /** The session or payment that stands on the application, where there is one. */
  session: SessionSide | null
  payment: PaymentSide | null
}

/** What in Medusa stands on an application: the left-hand side of the table of next moves. */
export function readPurchaseState(side: StoreSide): PurchaseSeen {
  return side.order ? readOrderPurchaseState(side, side.order) : readCartPurchaseState(side)
}

/** Every payment of the order, cancelled ones included. */
export function paymentsOf({ payment_collections }: OrderSide): PaymentSide[] {
  return compact(payment_collections).flatMap(({ payments }) => compact(payments))
}

/**
 * Payments that rest on none of these sessions pay for all of the order: nothing is left to finance. A
 * part that is paid so, as the difference of an edited order, takes no loan's place.
 */
export function isPaidOtherwise(order: PaidSide, sessionIds: readonly string[]): boolean {
  const { paid, left } = readOtherPayments(order, sessionIds)
  return paid > 0 && left <= 0
}

export function isCancelled(order: Pick<OrderSide, "status" | "canceled_at">): boolean {
  return order.status === "canceled" || Boolean(order.canceled_at)
}

/** Statuses in which core takes a session for paying; it takes the first one. */
const PROCESSABLE = ["pending", "requires_more", "authorized", "captured", "pending_authorization"]

/** A payment rests on it already, perhaps of an earlier part of the order. */
const IS_USED = ["authorized", "captured"]

/**
 * Another method was chosen for the order, and has paid nothing yet: its customer may be about to. Core takes
 * that payment whether the order stands or not.
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
 * Why the cart must not be completed from here, or null: core would take another method's session,
 * or a payment that it cancelled itself when a completion failed after it was authorized.
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

function readOrderPurchaseState(side: StoreSide, order: OrderSide): PurchaseSeen {
  const collections = collectionsOf(side, order)
  const mine = collections.flatMap(({ payments }) =>
    compact(payments).filter((payment) => side.sessionIds.includes(payment.payment_session_id))
  )
  const session = findSession(side, collections)
  const live = mine.filter(({ canceled_at }) => !canceled_at)
  const payment =
    live.find(({ captured_at }) => captured_at) ??
    live.find(({ payment_session_id }) => payment_session_id === session?.id) ??
    live[0] ??
    null
  const captured = findCaptured(mine)
  const seen = (purchaseState: PurchaseState): PurchaseSeen => ({ purchaseState, session, payment })
  const isMine =
    mine.length > 0 ||
    session !== null ||
    side.knownOrderId === order.id ||
    isBeingTakenOver(side, collections)
  if (!isMine) return seen("nothing")
  if (isCancelled(order)) {
    return { ...seen("cancelled-order"), payment: payment ?? captured }
  }
  if (payment) return seen(payment.captured_at ? "captured-order" : "authorized-order")
  if (isPaidOtherwise(order, side.sessionIds)) {
    return { ...seen("order-paid-otherwise"), payment: captured }
  }
  if (captured) return { ...seen("captured-order"), payment: captured }
  return seen(mine.length > 0 ? "order-without-live-payment" : "unpaid-order")
}

/**
 * Core may cancel a payment that is just being captured, with its order or because that is edited or goods
 * come back: it is paid all the same, or still to be given back.
 */
export function findCaptured(payments: readonly PaymentSide[]): PaymentSide | null {
  return payments.find(({ captured_at }) => captured_at) ?? null
}

/** A storefront started another session on the order's collection: it rests on the live application soon. */
function isBeingTakenOver(side: StoreSide, collections: readonly CollectionSide[]): boolean {
  return !side.superseded && collections.some((one) => findSessionBeingMade(side, one) !== null)
}

/**
 * Core places the order first and links its payments a moment later: an order without any is on its
 * way to those of its cart, or its process died in between.
 */
function collectionsOf({ cart }: StoreSide, order: OrderSide): CollectionSide[] {
  const linked = compact(order.payment_collections)
  return linked.length > 0 ? linked : compact([cart?.payment_collection ?? null])
}

function readCartPurchaseState(side: StoreSide): PurchaseSeen {
  const collection = side.cart?.payment_collection
  const session = collection
    ? (findSession(side, [collection]) ?? findSessionBeingMade(side, collection))
    : null
  const isDependedOn = (session !== null || awaitsSession(side)) && !side.superseded
  if (!isDependedOn) return { purchaseState: "nothing", session: null, payment: null }
  return {
    purchaseState: side.cartUnchanged ? "open-cart" : "changed-cart",
    session,
    payment: null,
  }
}

/** The shop's own form files it first, and gives the cart its session a moment later. */
function awaitsSession({ awaitsSession: isAwaited, cart }: StoreSide): boolean {
  return isAwaited && cart !== null && !cart.completed_at
}

/**
 * Core makes a new session and removes the old one side by side: a session of our method that rests
 * on no application yet is about to take the cart's live one over.
 */
export function findSessionBeingMade(
  { sessionIds }: Pick<StoreSide, "sessionIds">,
  { payment_sessions }: CollectionSide
): SessionSide | null {
  const isNewOfOurs = ({ id, provider_id, status }: SessionSide) =>
    isOurProvider(provider_id ?? "") && !sessionIds.includes(id) && !IS_USED.includes(status)
  return compact(payment_sessions).find(isNewOfOurs) ?? null
}

export function findSession(
  { sessionIds }: Pick<StoreSide, "sessionIds">,
  collections: readonly CollectionSide[]
): SessionSide | null {
  const sessions = collections.flatMap(({ payment_sessions }) => compact(payment_sessions))
  return sessions.find(({ id, status }) => sessionIds.includes(id) && status !== "canceled") ?? null
}

import type { RequestedOrder } from "./requested-order"
import { hasOtherPayment, isDueOtherwise } from "./requested-order"
import {
  findCaptured,
  findSession,
  findSessionBeingMade,
  isCancelled,
  isPaidOtherwise,
  type PurchaseSeen,
} from "./purchase-state"
import type { PurchaseState } from "../domain/purchase-state"

export type RequestSide = {
  /** Every payment session that rests or rested on the application. */
  sessionIds: readonly string[]
  /** Withdrawn, or another application has taken its place. */
  superseded: boolean
  /** Null when the draft was deleted. */
  order: RequestedOrder | null
  /** What is due, and for what, still is what the customer was asked to finance. */
  unchanged: boolean
}

const NOTHING: PurchaseSeen = { purchaseState: "nothing", session: null, payment: null }

/** What in Medusa stands on an application that staff asked a customer for. */
export function readRequestPurchaseState(side: RequestSide): PurchaseSeen {
  const { sessionIds, superseded, order } = side
  if (!order) {
    return NOTHING
  }
  const collections = (order.payment_collections ?? []).filter((one) => one !== null)
  const mine = collections
    .flatMap(({ payments }) => (payments ?? []).filter((one) => one !== null))
    .filter(({ payment_session_id }) => sessionIds.includes(payment_session_id))
  const payment = mine.find(({ canceled_at }) => !canceled_at) ?? null
  const session =
    findSession({ sessionIds }, collections) ??
    collections.map((one) => findSessionBeingMade({ sessionIds }, one)).find(Boolean) ??
    null
  const captured = findCaptured(mine)
  const seen = (purchaseState: PurchaseState): PurchaseSeen => ({ purchaseState, session, payment })
  if (isCancelled(order)) {
    return { ...seen("cancelled-order"), payment: payment ?? captured }
  }
  if (payment) return seen(payment.captured_at ? "captured-order" : "authorized-order")
  // What was captured pays for its part, whoever is asked again since.
  if (superseded && !captured) return NOTHING
  if (captured && !isPaidOtherwise(order, sessionIds)) {
    return { ...seen("captured-order"), payment: captured }
  }
  if (isDueOtherwise(order, sessionIds)) {
    return { ...seen("order-paid-otherwise"), payment: captured }
  }
  if (mine.length > 0) return seen("order-without-live-payment")
  // Its session was removed: another method was chosen. One that never had any still gets it.
  if (sessionIds.length > 0 && !session) return NOTHING
  const isAsAsked = side.unchanged && !hasOtherPayment(order, sessionIds)
  return seen(isAsAsked ? "open-request" : "changed-request")
}

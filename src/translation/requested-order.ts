import { type Cents, ZERO_CENTS } from "../domain/money"
import type { PurchaseState } from "../domain/purchase-state"
import { toCents } from "./amount"
import type { CartReading, CartRecord } from "./cart-to-snapshot"
import { readOrderSnapshot } from "./order-to-snapshot"
import { readOtherPayments } from "./payment-amounts"
import { compact, type OrderSide, pendingOf, type SummaryRow } from "./medusa-rows"
import {
  findCaptured,
  findSession,
  findSessionBeingMade,
  isCancelled,
  isPaidOtherwise,
  paymentsOf,
  type PurchaseSeen,
} from "./purchase-state"

export type RequestedOrder = CartRecord &
  OrderSide & {
    /** What the checkout made it of. */
    cart?: { id: string } | null
    is_draft_order?: boolean | null
    region_id?: string | null
    summary?: SummaryRow | null
  }

/** What the customer still has to pay: by Medusa's books, where only what was captured counts. */
export function amountDue({ summary }: Pick<RequestedOrder, "summary">): Cents {
  const due = toCents(pendingOf(summary) ?? 0)
  return due > 0 ? due : ZERO_CENTS
}

/** The order as what its customer is asked to finance: all of its items, and the amount that is due. */
export function readRequest(order: RequestedOrder): CartReading {
  return readOrderSnapshot(order, { financed_cents: amountDue(order), kind: "virtual-cart" })
}

/** A live payment that is not captured, and rests on none of these sessions: it pays for the order. */
export function hasOtherPayment(order: OrderSide, sessionIds: readonly string[]): boolean {
  return paymentsOf(order).some(
    ({ canceled_at, captured_at, payment_session_id }) =>
      !canceled_at && !captured_at && !sessionIds.includes(payment_session_id)
  )
}

/** Payments that rest on none of these sessions are authorized over all that is due. */
export function isDueOtherwise(order: RequestedOrder, sessionIds: readonly string[]): boolean {
  const { authorized } = readOtherPayments(order, sessionIds)
  return authorized > 0 && authorized >= amountDue(order)
}

/** Why nobody can be asked to finance this order now, for staff; null when somebody can. */
export function findObstacleToRequest(order: RequestedOrder): string | null {
  if (isCancelled(order)) {
    return "This order was cancelled, so there is nothing to finance."
  }
  if (hasOtherPayment(order, [])) {
    return "This order has a payment that is authorized and not captured. Capture it, or cancel it, before you ask the customer to finance what is left."
  }
  if (amountDue(order) === ZERO_CENTS) {
    return "Nothing is due on this order, so there is nothing to finance."
  }
  return null
}

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
  const collections = compact(order.payment_collections)
  const mine = paymentsOf(order).filter(({ payment_session_id }) =>
    sessionIds.includes(payment_session_id)
  )
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

type Changed = { open_changes: readonly { change_type?: string | null }[] }

/**
 * Whether somebody is changing the order: an edit, a return, a claim, an exchange or a transfer. A credit
 * line is what core makes and confirms itself while it writes a refund down.
 */
export function isBeingChanged({ open_changes }: Changed): boolean {
  return open_changes.some(({ change_type }) => change_type !== "credit_line")
}

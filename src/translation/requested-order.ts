import { type Cents, ZERO_CENTS } from "../domain/money"
import type { PurchaseState } from "../domain/purchase-state"
import { toCents } from "./amount"
import type { CartReading, CartRecord } from "./cart-to-snapshot"
import { readOrderSnapshot } from "./order-to-snapshot"
import { readOtherPayments } from "./payment-amounts"
import { compact, type OrderSide, pendingOf, type SummaryRow } from "./medusa-rows"
import {
  findSession,
  findSessionBeingMade,
  isCancelled,
  isPaidOtherwise,
  paymentsOf,
  type PaymentState,
} from "./purchase-state"

export type RequestedOrder = CartRecord &
  OrderSide & {
    /** The order's original cart. */
    cart?: { id: string } | null
    is_draft_order?: boolean | null
    region_id?: string | null
    summary?: SummaryRow | null
  }

/** Returns the outstanding amount according to Medusa, which counts only captures. */
export function amountDue({ summary }: Pick<RequestedOrder, "summary">): Cents {
  const due = toCents(pendingOf(summary) ?? 0)
  return due > 0 ? due : ZERO_CENTS
}

/** Converts the order into the snapshot to finance: all items, and the amount due. */
export function readRequestedSnapshot(order: RequestedOrder): CartReading {
  return readOrderSnapshot(order, { financed_cents: amountDue(order), kind: "virtual-cart" })
}

/** Whether a live, uncaptured payment outside these sessions pays for the order. */
export function hasOtherPayment(order: OrderSide, sessionIds: readonly string[]): boolean {
  return paymentsOf(order).some(
    ({ canceled_at, captured_at, payment_session_id }) =>
      !canceled_at && !captured_at && !sessionIds.includes(payment_session_id)
  )
}

/** Whether payments outside these sessions are authorized for the whole amount due. */
export function isCoveredOtherwise(order: RequestedOrder, sessionIds: readonly string[]): boolean {
  const { authorized } = readOtherPayments(order, sessionIds)
  return authorized > 0 && authorized >= amountDue(order)
}

/** Explains to staff why this order cannot be financed now; null if it can. */
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

export type RequestRows = {
  /** The application's payment sessions, past ones included. */
  sessionIds: readonly string[]
  /** Withdrawn or replaced by another application. */
  superseded: boolean
  /** Null when the draft was deleted. */
  order: RequestedOrder | null
  /** The amount due and its items still match the request. */
  unchanged: boolean
}

const NOTHING: PaymentState = { purchaseState: "nothing", session: null, payment: null }

/** Returns the purchase state of an application that staff requested. */
export function readRequestPurchaseState(rows: RequestRows): PaymentState {
  const { sessionIds, superseded, order } = rows
  if (!order) {
    return NOTHING
  }
  const collections = compact(order.payment_collections)
  const ownPayments = paymentsOf(order).filter(({ payment_session_id }) =>
    sessionIds.includes(payment_session_id)
  )
  const payment = ownPayments.find(({ canceled_at }) => !canceled_at) ?? null
  const session =
    findSession({ sessionIds }, collections) ??
    collections
      .map((collection) => findSessionBeingMade({ sessionIds }, collection))
      .find(Boolean) ??
    null
  const captured = ownPayments.find(({ captured_at }) => captured_at) ?? null
  const seen = (purchaseState: PurchaseState): PaymentState => ({ purchaseState, session, payment })
  if (isCancelled(order)) {
    return { ...seen("cancelled-order"), payment: payment ?? captured }
  }
  if (payment) return seen(payment.captured_at ? "captured-order" : "authorized-order")
  // Captured money stays paid, even if a later request superseded this one.
  if (superseded && !captured) return NOTHING
  if (captured && !isPaidOtherwise(order, sessionIds)) {
    return { ...seen("captured-order"), payment: captured }
  }
  if (isCoveredOtherwise(order, sessionIds)) {
    return { ...seen("order-paid-otherwise"), payment: captured }
  }
  if (ownPayments.length > 0) return seen("order-without-live-payment")
  // A removed session means that another method was chosen; a session that never existed will be created.
  if (sessionIds.length > 0 && !session) return NOTHING
  const matchesRequest = rows.unchanged && !hasOtherPayment(order, sessionIds)
  return seen(matchesRequest ? "open-request" : "changed-request")
}

type Changed = { open_changes: readonly { change_type?: string | null }[] }

/**
 * Whether the order has an open edit, return, claim, exchange or transfer. Core creates and confirms a refund's
 * credit line itself.
 */
export function isBeingChanged({ open_changes }: Changed): boolean {
  return open_changes.some(({ change_type }) => change_type !== "credit_line")
}

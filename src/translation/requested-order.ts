import { type Cents, ZERO_CENTS } from "../domain/money"
import { toCents } from "./amount"
import type { CartReading, CartRecord } from "./cart-to-snapshot"
import { readOrderSnapshot } from "./order-to-snapshot"
import { readOtherPayments } from "./other-payments"
import type { MedusaNumber } from "./priced-record"
import { isCancelled } from "./purchase-state"
import type { OrderSide } from "./store-side"

export type RequestedOrder = CartRecord &
  OrderSide & {
    /** What the checkout made it of. */
    cart?: { id: string } | null
    is_draft_order?: boolean | null
    region_id?: string | null
    summary?: { pending_difference?: MedusaNumber; raw_pending_difference?: MedusaNumber } | null
  }

/** What the customer still has to pay: by Medusa's books, where only what was captured counts. */
export function amountDue({ summary }: Pick<RequestedOrder, "summary">): Cents {
  const due = toCents(summary?.raw_pending_difference ?? summary?.pending_difference ?? 0)
  return due > 0 ? due : ZERO_CENTS
}

/** The order as what its customer is asked to finance: all of its items, and the amount that is due. */
export function readRequest(order: RequestedOrder): CartReading {
  return readOrderSnapshot(order, { financed_cents: amountDue(order), kind: "virtual-cart" })
}

/** A live payment that is not captured, and rests on none of these sessions: it pays for the order. */
export function hasOtherPayment(order: OrderSide, sessionIds: readonly string[]): boolean {
  const payments = (order.payment_collections ?? []).flatMap((one) => one?.payments ?? [])
  return payments.some(
    (payment) =>
      payment !== null &&
      !payment.canceled_at &&
      !payment.captured_at &&
      !sessionIds.includes(payment.payment_session_id)
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

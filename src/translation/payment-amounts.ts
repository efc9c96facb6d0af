import type { Difference } from "../domain/amounts"
import { type Cents, cents, ZERO_CENTS } from "../domain/money"
import { type Decimal, exactOf, sumExact, toCents, toDecimal } from "./amount"
import { compact, type OrderSide, type PaymentSide } from "./medusa-rows"

/** Captured and refunded sums of Medusa's payment in cents; zero if there is no payment. */
export function readStoreAmounts(payment: PaymentSide | null): {
  captured: Cents
  refunded: Cents
} {
  const captured = payment?.captured_at ? toCents(sumExact(payment.captures)) : ZERO_CENTS
  return { captured, refunded: toCents(sumExact(payment?.refunds)) }
}

/** Whether Medusa counts captured money that was not refunded. */
export function isCaptureLeft(payment: PaymentSide | null): boolean {
  const { captured, refunded } = readStoreAmounts(payment)
  return captured > refunded
}

/** Captured minus refunded in dollars, fractions of a cent included. */
export function readExactRest({ captures, refunds }: PaymentSide): Decimal {
  return sumExact(captures).minus(sumExact(refunds))
}

/** Milliseconds for which a refund may still be running. */
const ON_ITS_WAY = 60_000

/** An application's own amounts in cents. */
type ApplicationAmounts = {
  financed_cents: number
  refunded_cents: number
  service_cents: number | null
}

/**
 * Compares amounts of Medusa and the service for a paid order. Medusa writes a refund before its call and deletes it
 * after a failure, so a recent one may be counted or not. `now` is in milliseconds.
 */
export function compareAmounts(
  { financed_cents: financed, refunded_cents: ours, service_cents: service }: ApplicationAmounts,
  payment: PaymentSide | null,
  now: number
): Difference & { agree: boolean } {
  const refunds = compact(payment?.refunds)
  const isOld = (created: Date | string) => now - new Date(created).getTime() >= ON_ITS_WAY
  const refunded = toCents(sumExact(refunds))
  const certain = toCents(sumExact(refunds.filter(({ created_at }) => isOld(created_at))))
  const isOurDoing = service === financed - ours
  return {
    agree: service === financed - refunded || service === financed - certain,
    service: service === null ? null : cents(service),
    medusa: cents(financed - refunded),
    missingInMedusa: isOurDoing ? cents(Math.max(0, ours - refunded)) : ZERO_CENTS,
  }
}

export type PaidSide = Pick<OrderSide, "total" | "payment_collections">

/** In cents, each rounded once. */
export type OtherPayments = {
  /** The other payments' sum after refunds. */
  paid: Cents
  /** The authorized part that is not captured. */
  authorized: Cents
  /** The unpaid rest of the order's total. */
  left: Cents
}

/**
 * Sums an order's payments outside these sessions. An uncaptured one counts while its session exists: Medusa drops
 * the session of a method that a shopper deselects.
 */
export function readOtherPayments(
  { total, payment_collections }: PaidSide,
  sessionIds: readonly string[]
): OtherPayments {
  let captured = toDecimal(0)
  let authorized = toDecimal(0)
  for (const { payments, payment_sessions } of compact(payment_collections)) {
    for (const payment of compact(payments)) {
      const { payment_session_id: sessionId, captures, refunds } = payment
      if (payment.canceled_at || sessionIds.includes(sessionId)) continue
      captured = captured.plus(sumExact(captures)).minus(sumExact(refunds))
      if (!payment.captured_at && compact(payment_sessions).some(({ id }) => id === sessionId)) {
        authorized = authorized.plus(exactOf(payment)).minus(sumExact(captures))
      }
    }
  }
  const paid = captured.plus(authorized)
  return {
    paid: toCents(paid),
    authorized: toCents(authorized),
    left: toCents(toDecimal(total, "The order's total").minus(paid)),
  }
}

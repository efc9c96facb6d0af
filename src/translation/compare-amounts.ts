import type { Difference } from "../domain/amounts"
import { type Cents, cents, ZERO_CENTS } from "../domain/money"
import { sumToCents } from "./amount"
import type { PaymentSide, RefundSide } from "./store-side"

/** A refund this young (milliseconds) may still be on its way to the service. */
const ON_ITS_WAY = 60_000

/** An application's own books, in cents. */
type Books = { financed_cents: number; refunded_cents: number; service_cents: number | null }

export type Amounts = Difference & { agree: boolean }

/**
 * Compares both worlds' amounts for a paid order. Medusa writes a refund before it asks for it, and
 * takes it back when it fails: so a young one may be counted or not. `now` is in milliseconds.
 */
export function compareAmounts(
  { financed_cents: financed, refunded_cents: ours, service_cents: service }: Books,
  payment: PaymentSide | null,
  now: number
): Amounts {
  const refunds = (payment?.refunds ?? []).filter((refund) => refund !== null)
  const refunded = sumOf(refunds)
  const certain = sumOf(refunds.filter(({ created_at }) => !isYoung(created_at, now)))
  const isOurDoing = service === financed - ours
  return {
    agree: service === financed - refunded || service === financed - certain,
    service: service === null ? null : cents(service),
    medusa: cents(financed - refunded),
    missingInMedusa: isOurDoing ? cents(Math.max(0, ours - refunded)) : ZERO_CENTS,
  }
}

function sumOf(refunds: readonly RefundSide[]): Cents {
  return sumToCents(refunds.map(({ raw_amount, amount }) => raw_amount ?? amount))
}

function isYoung(created: Date | string, now: number): boolean {
  return now - new Date(created).getTime() < ON_ITS_WAY
}

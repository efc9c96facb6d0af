import { type Cents, cents, inWords, ZERO_CENTS } from "../domain/money"
import { sumToCents } from "./amount"
import type { PaymentSide, RefundSide } from "./store-side"

/** A refund this young (milliseconds) may still be on its way to the service. */
const ON_ITS_WAY = 60_000

/** An application's own books, in cents. */
type Books = { financed_cents: number; refunded_cents: number; service_cents: number | null }

/** What the service finances beside what Medusa counts as financed and not refunded. */
export type Amounts = {
  agree: boolean
  service: Cents | null
  medusa: Cents
  /** Refunded by us, confirmed by the service, and not in Medusa's books. */
  missingInMedusa: Cents
}

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

/** For the merchant: a refund of ours that the service carried out and Medusa does not know. */
export function describeMissingRefund(amount: Cents): string {
  return `A refund of ${inWords(amount)} reached the service and is missing in Medusa. It is recorded there by itself; should it stay missing, refund that amount from the order: nothing more is sent.`
}

/** For the merchant: what differs, and what to do. */
export function describeDifference(
  { service, medusa, missingInMedusa }: Omit<Amounts, "agree">,
  isTaxExempt = false
): string {
  if (missingInMedusa > 0) {
    return describeMissingRefund(missingInMedusa)
  }
  const theirs = service === null ? "names no amount" : `finances ${inWords(service)}`
  const why = isTaxExempt ? " after exempting the customer from taxes" : ""
  return `The service ${theirs}${why}, Medusa counts ${inWords(medusa)} after its refunds: compare the order with the service's portal.`
}

function sumOf(refunds: readonly RefundSide[]): Cents {
  return sumToCents(refunds.map(({ raw_amount, amount }) => raw_amount ?? amount))
}

function isYoung(created: Date | string, now: number): boolean {
  return now - new Date(created).getTime() < ON_ITS_WAY
}

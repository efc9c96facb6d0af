import { type ReviewCause, causeOfDifference } from "./review-causes"
import { type Cents, cents, inWords } from "./money"
import type { Observation } from "./observation"
import { opening, type Review } from "./review"

/** The service's financed amount, and Medusa's financed minus refunded one. */
export type Difference = {
  service: Cents | null
  medusa: Cents
  /** A confirmed refund that Medusa's rows lack. */
  missingInMedusa: Cents
}

/** For the merchant: what differs, and what to do. */
export function describeDifference(
  { service, medusa, missingInMedusa }: Difference,
  isTaxExempt = false
): string {
  if (missingInMedusa > 0) {
    return `A refund of ${inWords(missingInMedusa)} reached the service and is missing in Medusa. It is recorded there automatically; should it stay missing, refund that amount from the order: nothing more is sent.`
  }
  const theirs = service === null ? "names no amount" : `finances ${inWords(service)}`
  const why = isTaxExempt ? " after exempting the customer from taxes" : ""
  return `The service ${theirs}${why}, Medusa counts ${inWords(medusa)} after its refunds: compare the order with the service's portal.`
}

/** The order is paid on both sides, over different amounts. */
export function reviewOfAmounts({ record, payment }: Observation): Review {
  const { service, isTaxExempt } = record
  const difference = {
    service: service === null ? null : cents(service),
    medusa: cents(payment.counted),
    missingInMedusa: cents(payment.missing),
  }
  const cause: ReviewCause = payment.missing > 0 ? "missing-refund" : causeOfDifference(isTaxExempt)
  return opening({ cause, reason: describeDifference(difference, isTaxExempt) })
}

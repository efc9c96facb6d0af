import { describeNewSettle } from "./review-causes"
import { cents } from "./money"
import type { Observation } from "./observation"
import type { ReviewCase } from "./review"
import { describeSignAgain } from "./sign-again"
import { describeCode, type SeenCode } from "./status-codes"

const NOT_FUNDED_ANY_MORE =
  "Medusa has captured this financing, which the service read as funded, and reads as ready to settle now: it has to be settled."

/**
 * What Medusa has captured reads S, and nobody has settled it: the new application of a partial refund, one that
 * the service put in another's place, or one that was funded for a while.
 */
export function caseOfNewSettle({ record, journal }: Observation): ReviewCase {
  const isReplaced = record.refunded > 0 || journal.isReplaced
  const remaining = cents(record.financed - record.refunded)
  const reason = isReplaced ? describeNewSettle(remaining) : NOT_FUNDED_ANY_MORE
  return { cause: "settle-again", reason }
}

/** The service wrote a new application, by a partial refund that was not asked for from here. */
export function caseOfSigningAgain({ hasLink }: Observation["record"]): ReviewCase {
  return { cause: "sign-again", reason: describeSignAgain(hasLink) }
}

/** Goods have left, and what is to pay for them cannot be settled. */
export function caseOfShipment(code: SeenCode): ReviewCase {
  return {
    cause: "order",
    reason: `The order has shipped, but its financing was not settled. The service says "${describeCode(code)}"; only what is ready to settle is settled.`,
  }
}

import { cents, inWords } from "./money"
import type { Observation } from "./observation"
import { describeNewSettle, describeSignAgain, type ReviewCause } from "./review-causes"
import { describeCode, type ReportedCode } from "./status-codes"

/** One review case: its cause, and a sentence that says what happened and what to do. */
export type ReviewCase = { cause: ReviewCause; reason: string }

export type Review = {
  open: readonly ReviewCase[]
  /** Cases to leave unchanged. */
  keep: readonly ReviewCause[]
  close: readonly ReviewCause[]
  /** Both sides agree, so all older cases are closed. */
  agreed: boolean
}

export const NOTHING_TO_REVIEW: Review = { open: [], keep: [], close: [], agreed: false }

/** A review that opens these cases and leaves the others alone. */
export function opening(...open: ReviewCase[]): Review {
  return { ...NOTHING_TO_REVIEW, open }
}

const NOT_FUNDED_ANY_MORE =
  "Medusa has captured this financing, which the service read as funded, and reads as ready to settle now: it has to be settled."

/**
 * A captured loan has status S without a settle: the new application of a partial refund, a replacement by the service,
 * or a loan whose funding was revoked.
 */
export function caseOfNewSettle({ record, journal }: Observation): ReviewCase {
  const isReplaced = record.refunded > 0 || journal.isReplaced
  const remaining = cents(record.financed - record.refunded)
  const reason = isReplaced ? describeNewSettle(remaining) : NOT_FUNDED_ANY_MORE
  return { cause: "settle-again", reason }
}

/** The service created a new application for a partial refund that the plugin did not request. */
export function caseOfSigningAgain({ hasLink }: Observation["record"]): ReviewCase {
  return { cause: "sign-again", reason: describeSignAgain(hasLink) }
}

/** Goods have left, and their loan cannot be settled. */
export function caseOfShipment(code: ReportedCode): ReviewCase {
  return {
    cause: "order",
    reason: `The order has shipped, but its financing was not settled. The service says "${describeCode(code)}"; only what is ready to settle is settled.`,
  }
}

/** For the merchant: a signed address names an application, and no postback contains its token. */
export const LOST_UNNAMED =
  "The service has an application that this database does not know, and no postback names it in a way that the service confirms. Was a backup restored? Look in the service's portal for an application without an order, and end it there."

/** For the merchant: its postbacks name two loans, of which only one belongs to the application. */
export const TWO_NAMED =
  "Postbacks of this application name a second one at the service that no application here has, and both are open. Compare them in the service's portal, and end there the one that no order needs."

/** The service has an application that this database lost. */
export function caseOfLost({ code, record }: Observation): ReviewCase {
  const amount = record.service === null ? "no amount" : inWords(cents(record.service))
  return {
    cause: "lost-application",
    reason: `The service has an application that this database does not know: ${amount}, "${describeCode(code)}". Was a backup restored? Compare your records with the service's portal: end the application if no order needs it. Until you decide, nothing changes at the service.`,
  }
}

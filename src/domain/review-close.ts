import { type ReviewCause, REFUNDED_ELSEWHERE } from "./review-causes"
import { cents, inWords } from "./money"
import type { Observation } from "./observation"
import { NOTHING_TO_REVIEW, type Review, type ReviewCase } from "./review"
import { caseOfLost } from "./review-shared"

/** Causes that end with the application. */
export const OVER_WITH_IT: readonly ReviewCause[] = [
  "cancel",
  "order-id",
  "settle-again",
  "unwatched",
]

/**
 * The service's final status. For a refund that the plugin did not make, staff compare, unless Medusa's payment was
 * captured and refunded in full: a partial refund would continue under an unknown token.
 */
export function reviewOfClose(seen: Observation): Review {
  const { record, payment, isLost } = seen
  const { state, financed, refunded } = record
  // A row in Medusa alone may belong to a running refund, or to one that died.
  const isGivenBack =
    payment.captured > 0 && payment.captured <= payment.refunded && refunded >= financed
  const isRefundedElsewhere = state === "needs-attention" && !isGivenBack
  const elsewhere: ReviewCase = { cause: "refunded-elsewhere", reason: REFUNDED_ELSEWHERE }
  return {
    ...NOTHING_TO_REVIEW,
    open: isRefundedElsewhere ? [isLost ? caseOfLost(seen) : elsewhere] : [],
    close: isRefundedElsewhere ? OVER_WITH_IT : ["refunded-elsewhere", ...OVER_WITH_IT],
    agreed: state === "refunded" && isGivenBack,
  }
}

const OTHER_METHOD_CHOSEN =
  "The financing was not approved, and another payment method was chosen for the order, which has not paid yet: wait for that payment, or cancel the order."

const FOR_STAFF =
  "The financing was not approved: cancel the order, or ask the customer for another payment."

type Declined = {
  order: Pick<Observation["order"], "paidOtherwise" | "isOtherMethodChosen">
  record: Pick<Observation["record"], "isReleased">
}

/**
 * Explains to staff why they decide about an order whose financing was not approved; null where it is cancelled
 * automatically.
 */
export function describeStaffDecision(
  { order, record }: Declined,
  onDecline: "cancel" | "flag"
): string | null {
  if (order.paidOtherwise > 0) {
    // Core's cancellation would refund it.
    return `The financing was not approved, and another payment pays for ${inWords(cents(order.paidOtherwise))} of the order: cancel the order, which gives it back, or ask the customer for the rest.`
  }
  if (order.isOtherMethodChosen) return OTHER_METHOD_CHOSEN
  // A decision left to staff stays theirs, even after a change of the setting.
  return onDecline === "flag" || record.isReleased ? FOR_STAFF : null
}

export function reviewOfDecline(seen: Declined, onDecline: "cancel" | "flag"): Review {
  const reason = describeStaffDecision(seen, onDecline)
  const open = reason === null ? [] : [{ cause: "order" as const, reason }]
  return { ...NOTHING_TO_REVIEW, open, close: OVER_WITH_IT }
}

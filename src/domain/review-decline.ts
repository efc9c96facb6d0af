import { cents, inWords } from "./money"
import type { Observation } from "./observation"
import { NOTHING_TO_REVIEW, type Review } from "./review"
import { OVER_WITH_IT } from "./review-close"

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

import type { Observation } from "./observation"
import { NOTHING_TO_REVIEW, type Review, type ReviewCase } from "./review"
import { caseOfNewSettle, caseOfShipment, caseOfSigningAgain } from "./review-shared"
import { isFunded, isReadyToSettle } from "./status-codes"
import type { LimitReached } from "./time-limits"

/** Days after which a settled application should read funded, with a weekend between. */
const FUNDED_WITHIN = 5

const NOT_FUNDED: ReviewCase = {
  cause: "mismatch",
  reason: `This financing was settled more than ${FUNDED_WITHIN} days ago, and the service still reads it as ready to settle: ask the service whether it pays it out.`,
}

const UNUSED: ReviewCase = {
  cause: "unused",
  reason:
    "The customer signed, but there is no order yet: complete the cart, or cancel the application.",
}

const ORDER_UNSIGNED: ReviewCase = {
  cause: "order",
  reason:
    "The order was placed while its financing was under review, and now waits for its customer, who has not signed for longer than the time limit: send the link again, or cancel the order.",
}

const MOST_NAMED = 3

/** Review of an application that needs no action: cases for an unused approval and for the customer's steps. */
export function reviewOfWait(
  seen: Observation,
  { limit, unfulfilledHours }: { limit: LimitReached; unfulfilledHours: number }
): Review {
  const { purchaseState, code, open, record, order } = seen
  const isUnfulfilled = secondsUntilUnfulfilled(seen, unfulfilledHours) === 0
  const signsAgain = limit !== "unused-for-a-while" && code === "B" && !open
  const namesOther = record.service !== null && record.service !== record.financed
  return {
    ...NOTHING_TO_REVIEW,
    open: [
      ...(isUnfulfilled ? [caseOfUnfulfilled(order.unfulfilled?.titles ?? [])] : []),
      ...casesOfFunding(seen),
      ...(limit === "unused-for-a-while" ? [UNUSED] : []),
      ...(signsAgain ? [caseOfSigningAgain(record)] : []),
      ...casesOfUnpaidOrder(seen, limit),
    ],
    // The create's answer was over another amount, which has not changed.
    keep: purchaseState === "open-cart" && namesOther ? ["amounts"] : [],
    agreed: limit !== "unused-for-a-while" && isInAgreement(seen),
  }
}

/** Medusa has captured a loan that the service has not funded yet. */
function casesOfFunding(seen: Observation): ReviewCase[] {
  const { purchaseState, code, open, journal } = seen
  if (open || purchaseState !== "captured-order" || !isReadyToSettle(code)) return []
  if (!journal.settleSent) return [caseOfNewSettle(seen)]
  return (journal.hoursSettled ?? 0) > FUNDED_WITHIN * 24 ? [NOT_FUNDED] : []
}

/** An order placed under review whose goods have left, or whose customer does not sign. */
function casesOfUnpaidOrder(
  { purchaseState, code, open, settleIsDue }: Observation,
  limit: LimitReached
): ReviewCase[] {
  if (purchaseState !== "unpaid-order" || open) return []
  if (settleIsDue) return [caseOfShipment(code)]
  return limit === "order-unsigned" ? [ORDER_UNSIGNED] : []
}

/** Whether both sides agree without an unfinished operation, so that older cases are closed. */
function isInAgreement({ purchaseState, code, open }: Observation): boolean {
  if (open) return false
  return purchaseState === "authorized-order"
    ? isReadyToSettle(code)
    : purchaseState === "captured-order" && isFunded(code)
}

/**
 * Seconds until staff are notified of an order whose only unfulfilled items need no shipping, because its loan would
 * never be settled. Null for other orders.
 */
export function secondsUntilUnfulfilled(
  { code, open, order: { unfulfilled } }: Observation,
  unfulfilledHours: number
): number | null {
  if (!unfulfilled || open || !isReadyToSettle(code)) return null
  return Math.max(0, Math.ceil((unfulfilledHours - unfulfilled.hours) * 3600))
}

function caseOfUnfulfilled(titles: readonly string[]): ReviewCase {
  const named = titles.slice(0, MOST_NAMED).map((title) => `"${title}"`)
  const others = titles.length > MOST_NAMED ? ` and ${titles.length - MOST_NAMED} more` : ""
  return {
    cause: "unfulfilled",
    reason: `Only ${named.join(", ")}${others} is not fulfilled: nothing else of this order is waited for, and its financing is not settled. Settle it now? Or mark that as fulfilled on the order's page, which settles it automatically.`,
  }
}

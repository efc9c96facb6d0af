import { cents, inWords } from "./money"
import type { Observation } from "./observation"
import type { PurchaseState } from "./purchase-state"
import {
  caseOfLost,
  caseOfNewSettle,
  caseOfShipment,
  caseOfSigningAgain,
  NOTHING_TO_REVIEW,
  opening,
  type Review,
  type ReviewCase,
} from "./review"
import { causeOfHold, REFUNDED_ELSEWHERE, type ReviewCause } from "./review-causes"
import { isRefundable } from "./settled-loan"
import {
  describeCode,
  isEnded,
  isFunded,
  isReadyToSettle,
  isSigned,
  waitsForSignature,
} from "./status-codes"
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

/** An order whose goods left before the signature, or one placed under review whose customer does not sign. */
function casesOfUnpaidOrder(
  { purchaseState, code, open, settleIsDue, order }: Observation,
  limit: LimitReached
): ReviewCase[] {
  if (purchaseState === "open-request" && !open) {
    return order.hasUnreturnedGoods ? [caseOfShipment(code)] : []
  }
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

const DESCRIPTIONS: Record<PurchaseState, string> = {
  nothing: "nothing depends on it",
  "open-cart": "the cart is still open",
  "changed-cart": "the cart was changed after the customer applied",
  "open-request": "nothing has been paid yet",
  "changed-request": "the order is not what the customer was asked to finance any more",
  "unpaid-order": "the order has no payment yet",
  "order-paid-otherwise": "the order is paid by another method",
  "authorized-order": "the order is authorized and not captured",
  "captured-order": "the order is captured",
  "cancelled-order": "the order was cancelled",
  "order-without-live-payment": "the order's only payment was cancelled",
}

const NOT_FUNDED_YET =
  "The order was cancelled, and its financing is settled and not funded yet: give it back. Until then the customer owes it."

const CANCELLED_AFTER_SETTLE =
  "The order was cancelled, and its financing is alive: the service confirmed the settle, and what it says since is no end of it. Give it back. Until then the customer owes it."

const ODD_AFTER_SETTLE =
  "The service confirmed the settle, and gives a status since that this plugin does not know. Nothing is in the way of a refund. Ask the service what the status means; if somebody refunded it in the service's portal, record that."

const CAPTURED_ON_NOTHING =
  "The order was cancelled and the service reads its financing as over, but Medusa still counts what it captured. If the service's portal shows no other application for it, record that as refunded."

/** Changes nothing where only staff may resolve a contradiction. */
export function reviewOfHold(seen: Observation): Review {
  const { purchaseState, code, record, journal, request, settleIsDue } = seen
  if (purchaseState === "changed-request" && isSigned(code)) {
    return opening(caseOfChangedRequest(record.financed, request))
  }
  const mayBeCaptured =
    purchaseState === "cancelled-order" || purchaseState === "order-paid-otherwise"
  if (mayBeCaptured && isReadyToSettle(code) && !journal.settleSent) {
    return opening(caseOfNewSettle(seen))
  }
  const cause = causeOfHold({ purchaseState, code, refundedByUs: record.state === "refunded" })
  const held =
    cause === "sign-again"
      ? caseOfSigningAgain(record)
      : { cause, reason: describeHold(seen, cause) }
  const shipped = settleIsDue && !isFunded(code) ? [caseOfShipment(code)] : []
  const keep = waitsForSignature(code) ? (["sign-again"] as const) : []
  return { ...NOTHING_TO_REVIEW, open: [held, ...shipped], keep }
}

function describeHold(seen: Observation, cause: ReviewCase["cause"]): string {
  const { purchaseState, code, record } = seen
  const differ = `The service says "${describeCode(code)}", but in Medusa ${DESCRIPTIONS[purchaseState]}: compare the two and decide.`
  if (cause === "refunded-elsewhere") return REFUNDED_ELSEWHERE
  if (purchaseState === "cancelled-order") return describeHoldAfterCancel(seen) ?? differ
  return code === "unknown" && record.settled ? ODD_AFTER_SETTLE : differ
}

/** Explains why a cancelled purchase is held although both sides seem to agree; null where they differ. */
function describeHoldAfterCancel({ code, record }: Observation): string | null {
  if (isEnded(code)) return CAPTURED_ON_NOTHING
  if (isReadyToSettle(code)) return record.state === "settling" ? NOT_FUNDED_YET : null
  const isOdd = !isFunded(code) && isRefundable({ code, settled: record.settled, settling: false })
  return isOdd ? CANCELLED_AFTER_SETTLE : null
}

/** The customer signed an order that has changed since. `financed` in cents. */
export function caseOfChangedRequest(
  financed: number,
  request: Observation["request"]
): ReviewCase {
  const due = request?.due ?? null
  const differs =
    due === financed
      ? request?.isPaidElsewhere
        ? "another payment is authorized for a part of it"
        : "the order's items or address were changed since"
      : `${due === null ? "nothing" : inWords(cents(due))} is due on the order now`
  return {
    cause: "late-approval",
    reason: `The customer signed for ${inWords(cents(financed))}, but ${differs}. Nothing was authorized. Make a new financing request, which ends this one; or change the order back; or end it.`,
  }
}

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
  const isFullyRefunded =
    payment.captured > 0 && payment.captured <= payment.refunded && refunded >= financed
  const isRefundedElsewhere = state === "needs-attention" && !isFullyRefunded
  const elsewhere: ReviewCase = { cause: "refunded-elsewhere", reason: REFUNDED_ELSEWHERE }
  const requested = isRequestedUnpaid(seen) ? [REQUESTED_UNPAID] : []
  const unpaid = isShippedUnpaid(seen) ? [SHIPPED_UNPAID] : requested
  return {
    ...NOTHING_TO_REVIEW,
    open: isRefundedElsewhere ? [isLost ? caseOfLost(seen) : elsewhere] : unpaid,
    close: isRefundedElsewhere ? OVER_WITH_IT : ["refunded-elsewhere", ...OVER_WITH_IT],
    agreed: state === "refunded" && isFullyRefunded,
  }
}

const SHIPPED_UNPAID: ReviewCase = {
  cause: "order",
  reason:
    "The financing ended without a payment, and goods have shipped: ask the customer to pay another way, or get the goods back.",
}

/** Whether the financing of shipped goods ended: before its payment, or after one that the service took back. */
function isShippedUnpaid({ order, code, purchaseState, request, payment }: Observation): boolean {
  const isDue = purchaseState === "open-request" || (request?.due ?? 0) > 0
  const isTakenBack = purchaseState === "captured-order" && payment.captured > 0
  return order.hasUnreturnedGoods && code !== "T" && (isDue || isTakenBack)
}

const REQUESTED_UNPAID: ReviewCase = {
  cause: "order",
  reason:
    "The financing that you requested was declined, or not signed in time: request it again, or ask the customer to pay another way.",
}

/** Whether the customer of an order was declined, or did not sign, and no other payment covers what is due. */
function isRequestedUnpaid({ record, request, purchaseState }: Observation): boolean {
  const isDue = request !== null && (request.due ?? 0) > 0 && !request.isPaidElsewhere
  const isUnsigned = record.state === "declined" || record.state === "expired"
  return isUnsigned && isDue && !request.isDraft && purchaseState !== "cancelled-order"
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

import { causeOfHold, REFUNDED_ELSEWHERE } from "./review-causes"
import { cents, inWords } from "./money"
import type { PurchaseState } from "./purchase-state"
import type { Observation } from "./observation"
import { NOTHING_TO_REVIEW, opening, type Review, type ReviewCase } from "./review"
import { caseOfNewSettle, caseOfShipment, caseOfSigningAgain } from "./review-shared"
import { isRefundable } from "./settled-loan"
import {
  describeCode,
  isEnded,
  isFunded,
  isReadyToSettle,
  isSigned,
  waitsForSignature,
} from "./status-codes"

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

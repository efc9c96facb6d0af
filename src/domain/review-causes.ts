import { type Cents, inWords } from "./money"
import type { PurchaseState } from "./purchase-state"
import { isFunded, type ReportedCode } from "./status-codes"

/**
 * Why staff must look at an application. Causes are independent, and each closes when its own condition is resolved.
 * They differ where the actions differ (see `review-actions.ts`).
 */
export const REVIEW_CAUSES = [
  /** The outcome of an operation is unknown. */
  "doubt",
  /** The service's answer belongs to another application, or it refuses to answer for this one. */
  "answer",
  /** The service gave an unknown status. */
  "unknown-code",
  /** The amounts differ. */
  "amounts",
  /** The amounts differ, and the service exempted the customer from taxes. */
  "tax-exempt",
  /** Approved for an earlier version of the cart. */
  "late-approval",
  /** Funded without need, for example after its order was cancelled. */
  "unneeded-loan",
  /** The purchase state and the service's status contradict each other. */
  "mismatch",
  /** The order could not be placed, authorized, captured or cancelled. */
  "order",
  /** The order's total was changed after the customer signed. */
  "order-edit",
  /** Nothing is left to ship, and only items without shipping keep the order from being settled. */
  "unfulfilled",
  /** Created in the service's other environment, so no order may depend on it. */
  "test-data",
  /** The order's only payment is cancelled. */
  "dead-payment",
  /** Medusa's rows about the order's money disagree. */
  "ledger",
  /** The service created a new application that the customer must sign. */
  "sign-again",
  /** After a partial refund the new application must be settled. */
  "settle-again",
  /** A refund at the service is missing in Medusa. */
  "missing-refund",
  /** Refunded, but not by the plugin. */
  "refunded-elsewhere",
  /** The service refused the cancellation, or does not answer. */
  "cancel",
  /** Signed, but unused. */
  "unused",
  /** The service returned a customer link to an unsafe address. */
  "unsafe-link",
  /** The service refused the order's number. */
  "order-id",
  /** Automatic checks have ended. */
  "unwatched",
  /** The service has an application that this database lost. */
  "lost-application",
] as const

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

/** Causes that close with the event that resolves them. */
const CAUSES_OF_EVENTS: readonly ReviewCause[] = [
  "ledger",
  "missing-refund",
  "refunded-elsewhere",
  "unsafe-link",
  "order-id",
  "unwatched",
]

/** Causes that do not hold back goods of a paid order. */
export const HARMLESS_CAUSES: readonly ReviewCause[] = [
  "order-id",
  "unfulfilled",
  "missing-refund",
  "ledger",
  "unsafe-link",
]

/** Causes in the present state of both sides: every reconciliation finds them again, or closes them. */
export const CAUSES_OF_THE_MOMENT = REVIEW_CAUSES.filter(
  (cause) => !CAUSES_OF_EVENTS.includes(cause)
)

/** Purchase states without an order or a matching cart. */
export const NOT_NEEDED: readonly PurchaseState[] = [
  "nothing",
  "order-paid-otherwise",
  "cancelled-order",
]

const IS_PAID: readonly PurchaseState[] = ["authorized-order", "captured-order"]

type Held = {
  purchaseState: PurchaseState
  code: ReportedCode
  /** The plugin refunded everything. */
  refundedByUs: boolean
}

/** Returns the cause of a contradiction that only staff may resolve. */
export function causeOfHold({ purchaseState, code, refundedByUs }: Held): ReviewCause {
  if (code === "unknown") return "unknown-code"
  if (code === "T" && !refundedByUs) return "refunded-elsewhere"
  if (purchaseState === "changed-cart" || purchaseState === "changed-request")
    return "late-approval"
  if (purchaseState === "order-without-live-payment") return "dead-payment"
  if (code === "B" && IS_PAID.includes(purchaseState)) return "sign-again"
  return isFunded(code) && NOT_NEEDED.includes(purchaseState) ? "unneeded-loan" : "mismatch"
}

/** For the merchant: where the customer signs again. Only B, after a partial refund, requires it. */
export function describeSignAgain(hasLink: boolean): string {
  const where = hasLink
    ? "at their link, which the application's page in the dashboard copies or sends them again"
    : "by the message that the service sends to the customer: the plugin knows no link to the new application"
  return `The customer has to sign again, ${where}.`
}

/** For the merchant: a partial refund whose new application has status S. */
export function describeNewSettle(remaining: Cents): string {
  return `A new application over ${inWords(remaining)} took the earlier one's place at the service, and has to be settled.`
}

/** For the merchant: refunded, without a refund of the plugin. */
export const REFUNDED_ELSEWHERE =
  "The service reads refunded, but no full refund was made from here: compare the order with the service's portal."

/** For the merchant: the service no longer answers for the known token. */
export const IF_REPLACED =
  "If the portal shows a part as refunded, and a new application for what remains, record that refund with the new application's token; if the new one is for the same amount, record a refund of 0 with it."

export function causeOfDifference(isTaxExempt: boolean): ReviewCause {
  return isTaxExempt ? "tax-exempt" : "amounts"
}

import { type Cents, inWords } from "./money"
import type { PurchaseState } from "./purchase-state"
import { isFunded, type SeenCode } from "./status-codes"

/**
 * Why a person is asked to look at an application. Each cause stands for itself: a new one does not
 * push another one out, and each is taken back when what caused it is settled. Causes differ where
 * people act differently (see `review-actions.ts`).
 */
export const REVIEW_CAUSES = [
  /** It is not known whether one of our calls happened. */
  "doubt",
  /** The service's answer cannot be what was asked for, or it refuses to answer for this one. */
  "answer",
  /** The service gave a status that this plugin does not know. */
  "unknown-code",
  /** Both sides' amounts differ. */
  "amounts",
  /** They differ, and the service says that it exempted the customer from taxes. */
  "tax-exempt",
  /** Approved for a cart that was changed since. */
  "late-approval",
  /** The service funded it, and nothing in Medusa needs it: its order was cancelled, for example. */
  "unneeded-loan",
  /** What stands in Medusa and what the service says do not go together. */
  "mismatch",
  /** The order could not be placed, authorized, captured or cancelled. */
  "order",
  /** The order's total was changed after the customer signed. */
  "order-edit",
  /** The goods have left, and only what needs no shipping keeps the order from being settled. */
  "unfulfilled",
  /** Applied for in the service's other environment: no order may rest on it now. */
  "test-data",
  /** The order is left with a cancelled payment only. */
  "dead-payment",
  /** Medusa's own rows about the order's money do not add up. */
  "ledger",
  /** The service wrote a new application that the customer has to sign. */
  "sign-again",
  /** After a partial refund the new application has to be settled. */
  "settle-again",
  /** A refund happened at the service and is missing in Medusa. */
  "missing-refund",
  /** It was refunded, though not from here. */
  "refunded-elsewhere",
  /** The service has not ended it: it refused, or cannot be told. */
  "cancel",
  /** Signed, and nobody uses it. */
  "unused",
  /** The service handed out a link for the customer that leads where it should not. */
  "unsafe-link",
  /** The service would not take the order's number. */
  "order-id",
  /** Nothing is checked automatically any more. */
  "unwatched",
  /** The service has an application that this database lost. */
  "lost-application",
] as const

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

/**
 * Causes that lie in how both worlds stand at this moment: every reconciliation finds them again, or they are
 * settled. The others end with the event that settles them.
 */
export const CAUSES_OF_THE_MOMENT: readonly ReviewCause[] = [
  "doubt",
  "answer",
  "unknown-code",
  "amounts",
  "tax-exempt",
  "late-approval",
  "unneeded-loan",
  "mismatch",
  "order",
  "order-edit",
  "unfulfilled",
  "test-data",
  "dead-payment",
  "sign-again",
  "settle-again",
  "cancel",
  "unused",
  "lost-application",
]

/** Purchase states in which no order and no cart as it is now lives on the application. */
export const NOT_NEEDED: readonly PurchaseState[] = [
  "nothing",
  "order-paid-otherwise",
  "cancelled-order",
]

const IS_PAID: readonly PurchaseState[] = ["authorized-order", "captured-order"]

type Held = {
  purchaseState: PurchaseState
  code: SeenCode
  /** Everything was refunded from here. */
  refundedByUs: boolean
}

/** The cause to name when both worlds disagree in a way that only a person may resolve. */
export function causeOfHold({ purchaseState, code, refundedByUs }: Held): ReviewCause {
  if (code === "unknown") return "unknown-code"
  if (code === "T" && !refundedByUs) return "refunded-elsewhere"
  if (purchaseState === "changed-cart" || purchaseState === "changed-request")
    return "late-approval"
  if (purchaseState === "order-without-live-payment") return "dead-payment"
  if (code === "B" && IS_PAID.includes(purchaseState)) return "sign-again"
  return isFunded(code) && NOT_NEEDED.includes(purchaseState) ? "unneeded-loan" : "mismatch"
}

/** For the merchant: a partial refund whose new application reads S. */
export function describeNewSettle(remaining: Cents): string {
  return `A new application over ${inWords(remaining)} took the earlier one's place at the service, and has to be settled.`
}

/** For the merchant: it reads refunded, and none of our own refunds explains it. */
export const REFUNDED_ELSEWHERE =
  "The service reads refunded, but no full refund was made from here: compare the order with the service's portal."

/** For the merchant: the service does not answer any more for the token that is known. */
export const IF_REPLACED =
  "If the portal shows a part as refunded, and a new application for what remains, record that refund with the new application's token; if the new one is for the same amount, record a refund of 0 with it."

/** The cause to name when amounts differ. */
export function causeOfDifference(isTaxExempt: boolean): ReviewCause {
  return isTaxExempt ? "tax-exempt" : "amounts"
}

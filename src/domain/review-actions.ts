import { type ReviewCause, NOT_NEEDED } from "./review-causes"
import { BEFORE_ORDER, type PurchaseState, UNCAPTURED } from "./purchase-state"
import type { OperationKind } from "./operation"
import { isRefundable } from "./settled-loan"
import {
  isEnded,
  isFunded,
  isReadyToSettle,
  isSigned,
  type ReportedCode,
  waitsForSignature,
} from "./status-codes"

/** Actions of staff. Each of them checks the rules about money first. */
export const REVIEW_ACTIONS = [
  /** Checks both sides and executes the table's next action. */
  "check-again",
  /** The call in doubt took effect. */
  "confirm-it-happened",
  /** The call in doubt took no effect. */
  "confirm-it-did-not",
  /** Completes the cart. */
  "place-order",
  /** Settles by staff decision: a partial refund's new application, an edited, unfulfilled or refused order. */
  "settle",
  /** Refunds the rest of the loan. */
  "refund",
  /** Records in Medusa a refund or an end made in the service's portal. */
  "record-refund",
  "end-application",
  "cancel-order",
  /** Acknowledges the case: silent until its content changes. */
  "acknowledge",
] as const

export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export function isReviewAction(word: string): word is ReviewAction {
  return REVIEW_ACTIONS.some((action) => action === word)
}

/** The data on which actions depend. `purchaseState` and `code` are null until they are read. */
export type Circumstances = {
  purchaseState: PurchaseState | null
  code: ReportedCode | null
  /** The unfinished operation, and whether its call has certainly ended. */
  open: { kind: OperationKind; doubtful: boolean } | null
  /** Medusa counts captured money that was not refunded. */
  captured: boolean
  /** Settled, while the service still reports S: funding takes time. */
  settling: boolean
  /** The service confirmed the settle or read funded, and has not revoked it since. */
  settled: boolean
  acknowledged: boolean
}

const CONFIRM = ["confirm-it-happened", "confirm-it-did-not"] as const

/** The actions that can resolve each cause, besides checking again and acknowledging. */
export const RESOLVED_BY: Record<ReviewCause, readonly ReviewAction[]> = {
  doubt: CONFIRM,
  // After a partial refund in the portal the service may not answer for the known token.
  answer: ["record-refund"],
  "unknown-code": ["refund", "record-refund", "end-application", "cancel-order"],
  amounts: ["end-application", "cancel-order", "refund", "record-refund"],
  // A capture with taxes is recorded as refunded once the service finances it without them.
  "tax-exempt": ["end-application", "cancel-order", "refund", "record-refund"],
  "late-approval": ["end-application", "refund"],
  "unneeded-loan": ["refund"],
  mismatch: ["end-application", "cancel-order", "refund", "record-refund"],
  order: ["place-order", "settle", "end-application", "cancel-order", "refund"],
  "order-edit": ["settle", "cancel-order"],
  unfulfilled: ["settle"],
  "test-data": ["end-application", "cancel-order", "refund"],
  "dead-payment": ["settle", "end-application", "cancel-order", "refund"],
  ledger: ["refund"],
  // The service may continue with an earlier application than the one to sign.
  "sign-again": [...CONFIRM, "record-refund"],
  "settle-again": ["settle"],
  "missing-refund": [],
  "refunded-elsewhere": ["record-refund", "cancel-order"],
  cancel: ["end-application", "refund"],
  unused: ["place-order", "end-application"],
  "unsafe-link": ["end-application"],
  "order-id": [],
  unwatched: ["end-application"],
  "lost-application": ["end-application", "refund"],
}

const MAY_BE_CAPTURED: readonly PurchaseState[] = [
  "captured-order",
  "cancelled-order",
  "order-paid-otherwise",
]
const HAS_NO_ORDER: readonly PurchaseState[] = [...NOT_NEEDED, ...BEFORE_ORDER]

/** Whether no order awaits it and no payment in Medusa depends on it. */
const isUnneeded = ({ purchaseState }: Circumstances) =>
  purchaseState !== null &&
  (HAS_NO_ORDER.includes(purchaseState) || purchaseState === "order-without-live-payment")

/** Whether a cancellation would leave a capture without a loan; it must be settled and then refunded. */
const isCaptured = ({ purchaseState, captured }: Circumstances) =>
  purchaseState === "captured-order" ||
  (captured && purchaseState !== null && MAY_BE_CAPTURED.includes(purchaseState))

/** Whether it has ended at the service, while Medusa has captured money on it. */
const isCapturedOnNothing = ({ code, captured }: Circumstances) => captured && isEnded(code)

/**
 * Whether it is funded, or captured for a live order: the service may read ready during the payout, or before a
 * refund's rest is settled.
 */
const isPaidOut = ({ code, purchaseState }: Circumstances) =>
  isFunded(code) || (isReadyToSettle(code) && purchaseState === "captured-order")

const isRefunded = ({ code, purchaseState, captured }: Circumstances) =>
  code === "T" && (captured || purchaseState !== "order-paid-otherwise")

/** Whether a confirmed settle now has an unrelated code. */
const contradictsSettle = ({ code, settled }: Circumstances) =>
  code !== null &&
  !isReadyToSettle(code) &&
  settled &&
  isRefundable({ code, settled, settling: false })

/** Whether a refund's new application awaits the signature, and may not be the current one. */
const isToBeSigned = ({ code, purchaseState }: Circumstances) =>
  code !== null && waitsForSignature(code) && purchaseState === "captured-order"

const isUncaptured = ({ purchaseState }: Circumstances) =>
  purchaseState !== null && UNCAPTURED.includes(purchaseState)

/** Whether an action is available. An unfinished money operation has priority. */
const POSSIBLE: Record<ReviewAction, (now: Circumstances) => boolean> = {
  "check-again": () => true,
  "confirm-it-happened": ({ open }) => open?.doubtful === true,
  "confirm-it-did-not": ({ open }) => open?.doubtful === true,
  "place-order": ({ purchaseState, code, open }) =>
    !open && purchaseState === "open-cart" && isSigned(code),
  settle: (now) =>
    !now.open &&
    (isCaptured(now)
      ? isReadyToSettle(now.code) && !now.settling
      : // An edited order's loan may be funded in the portal, so that only Medusa must follow.
        isUncaptured(now) && isSigned(now.code)),
  refund: (now) =>
    !now.open &&
    isUnneeded(now) &&
    (isFunded(now.code) ||
      contradictsSettle(now) ||
      (isCaptured(now) && isReadyToSettle(now.code) && now.settling)),
  "record-refund": (now) =>
    !now.open &&
    (isRefunded(now) ||
      isPaidOut(now) ||
      isToBeSigned(now) ||
      isCapturedOnNothing(now) ||
      (contradictsSettle(now) && now.captured)) &&
    MAY_BE_CAPTURED.includes(now.purchaseState ?? "nothing"),
  "end-application": (now) =>
    (!now.open || now.open.kind === "cancel") &&
    now.code !== null &&
    !isFunded(now.code) &&
    !isEnded(now.code) &&
    !isCaptured(now) &&
    !contradictsSettle(now) &&
    isUnneeded(now),
  "cancel-order": (now) => !now.open && isUncaptured(now),
  acknowledge: ({ acknowledged }) => !acknowledged,
}

/**
 * Whether the cause excludes a settle: the plugin authorizes a cancelled payment again until its loan is funded, and
 * only an authorized order has a payment to request.
 */
const isSettleExcluded = (cause: ReviewCause, { code, purchaseState }: Circumstances) =>
  (cause === "dead-payment" && !isFunded(code)) ||
  (cause === "order" && purchaseState !== "authorized-order")

/** Returns the available actions for a cause, the most likely first. */
export function actionsFor(cause: ReviewCause, now: Circumstances): ReviewAction[] {
  const offered: ReviewAction[] = [...RESOLVED_BY[cause], "check-again", "acknowledge"]
  return offered.filter(
    (action) => POSSIBLE[action](now) && !(action === "settle" && isSettleExcluded(cause, now))
  )
}

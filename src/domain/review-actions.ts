import { type ReviewCause, NOT_NEEDED } from "./review-causes"
import type { PurchaseState } from "./purchase-state"
import type { OperationKind } from "./operation"
import { isRefundable } from "./settled-loan"
import { waitsForSignature } from "./sign-again"
import { isEnded, isFunded, isReadyToSettle, isSigned, type SeenCode } from "./status-codes"

/** What a person can press. None of them goes round a rule of money: each checks first. */
export const REVIEW_ACTIONS = [
  /** Checks both sides now and makes the next move by the table. */
  "check-again",
  /** The call in doubt took effect. */
  "confirm-it-happened",
  /** The call in doubt took no effect. */
  "confirm-it-did-not",
  /** Completes the cart. */
  "place-order",
  /** Settles what a person has to say of: a partial refund's new application, an edited order, one that is not fulfilled. */
  "settle",
  /** Refunds what is left of the loan. */
  "refund",
  /** It was refunded in the service's portal, or ended there: Medusa gets that as a refund. */
  "record-refund",
  /** Cancels the application at the service. */
  "end-application",
  /** Cancels the order in Medusa. */
  "cancel-order",
  /** Known and fine: quiet until what it says changes. */
  "acknowledge",
] as const

export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export function isReviewAction(word: string): word is ReviewAction {
  return REVIEW_ACTIONS.some((action) => action === word)
}

/** What an action depends on. `purchaseState` and `code` are null while they have not been seen. */
export type Circumstances = {
  purchaseState: PurchaseState | null
  code: SeenCode | null
  /** The operation of ours that is not finished, and whether its call has certainly ended. */
  open: { kind: OperationKind; doubtful: boolean } | null
  /** Medusa counts something as captured on it that was not given back. */
  captured: boolean
  /** It was settled, and the service still reads S: the funding takes its time. */
  settling: boolean
  /** The service confirmed the settle, or read it funded, and nothing since takes that back. */
  settled: boolean
  /** A person knows of it already. */
  acknowledged: boolean
}

const CONFIRM = ["confirm-it-happened", "confirm-it-did-not"] as const

/** Which actions can resolve a cause. Every cause can be looked at again, and acknowledged. */
export const RESOLVED_BY: Record<ReviewCause, readonly ReviewAction[]> = {
  doubt: CONFIRM,
  // A part refunded in the portal may leave the service silent about the token that is known.
  answer: ["record-refund"],
  "unknown-code": ["refund", "record-refund", "end-application", "cancel-order"],
  amounts: ["end-application", "cancel-order", "refund", "record-refund"],
  // What was captured with taxes is entered as refunded once the service finances it without them.
  "tax-exempt": ["end-application", "cancel-order", "refund", "record-refund"],
  "late-approval": ["end-application", "refund"],
  "unneeded-loan": ["refund"],
  mismatch: ["end-application", "cancel-order", "refund", "record-refund"],
  order: ["place-order", "end-application", "cancel-order", "refund"],
  "order-edit": ["settle", "cancel-order"],
  unfulfilled: ["settle"],
  "test-data": ["end-application", "cancel-order", "refund"],
  "dead-payment": ["settle", "end-application", "cancel-order", "refund"],
  ledger: ["refund"],
  // The service may have gone on with an earlier application than the one that is to be signed.
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

const UNCAPTURED: readonly PurchaseState[] = [
  "unpaid-order",
  "authorized-order",
  "order-without-live-payment",
]
const MAY_BE_CAPTURED: readonly PurchaseState[] = [
  "captured-order",
  "cancelled-order",
  "order-paid-otherwise",
]
const HAS_NO_ORDER: readonly PurchaseState[] = [
  ...NOT_NEEDED,
  "open-cart",
  "changed-cart",
  "open-request",
  "changed-request",
]

/** No order is waiting for it, and no payment of Medusa's lives on it. */
const isUnneeded = ({ purchaseState }: Circumstances) =>
  purchaseState !== null &&
  (HAS_NO_ORDER.includes(purchaseState) || purchaseState === "order-without-live-payment")

/** Ending it would leave a capture over nothing: it is settled, and then given back. */
const isCaptured = ({ purchaseState, captured }: Circumstances) =>
  purchaseState === "captured-order" ||
  (captured && purchaseState !== null && MAY_BE_CAPTURED.includes(purchaseState))

/** Over at the service, while Medusa counts something as captured on it. */
const isCapturedOnNothing = ({ code, captured }: Circumstances) => captured && isEnded(code)

/**
 * Funded, or captured for an order that stands: the service may read ready while it pays out, or before what
 * a refund left was settled.
 */
const isPaidOut = ({ code, purchaseState }: Circumstances) =>
  isFunded(code) || (isReadyToSettle(code) && purchaseState === "captured-order")

const isRefunded = ({ code, purchaseState, captured }: Circumstances) =>
  code === "T" && (captured || purchaseState !== "order-paid-otherwise")

/** It was settled, as the service confirmed, and gives a code since that says nothing of it. */
const isOddAfterSettle = ({ code, settled }: Circumstances) =>
  code !== null &&
  !isReadyToSettle(code) &&
  settled &&
  isRefundable({ code, settled, settling: false })

/** A refund's new application waits for its customer, and may not be the one that counts. */
const isToBeSigned = ({ code, purchaseState }: Circumstances) =>
  code !== null && waitsForSignature(code) && purchaseState === "captured-order"

/** An edited order's loan may be funded in the portal: then only Medusa is behind. */
const isEditable = (purchaseState: PurchaseState | null) =>
  purchaseState !== null && UNCAPTURED.includes(purchaseState)

/** When an action can be carried out. A money operation that is not finished comes first. */
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
      : isEditable(now.purchaseState) && isSigned(now.code)),
  refund: (now) =>
    !now.open &&
    isUnneeded(now) &&
    (isFunded(now.code) ||
      isOddAfterSettle(now) ||
      (isCaptured(now) && isReadyToSettle(now.code) && now.settling)),
  "record-refund": (now) =>
    !now.open &&
    (isRefunded(now) ||
      isPaidOut(now) ||
      isToBeSigned(now) ||
      isCapturedOnNothing(now) ||
      (isOddAfterSettle(now) && now.captured)) &&
    MAY_BE_CAPTURED.includes(now.purchaseState ?? "nothing"),
  "end-application": (now) =>
    (!now.open || now.open.kind === "cancel") &&
    now.code !== null &&
    !isFunded(now.code) &&
    !isEnded(now.code) &&
    !isCaptured(now) &&
    !isOddAfterSettle(now) &&
    isUnneeded(now),
  "cancel-order": ({ purchaseState, open }) =>
    !open && purchaseState !== null && UNCAPTURED.includes(purchaseState),
  acknowledge: ({ acknowledged }) => !acknowledged,
}

/** A payment that was cancelled is authorized again automatically until its loan is funded. */
const comesByItself = (cause: ReviewCause, action: ReviewAction, { code }: Circumstances) =>
  cause === "dead-payment" && action === "settle" && !isFunded(code)

/** The actions that can resolve a cause as things stand now, the likeliest first. */
export function actionsFor(cause: ReviewCause, now: Circumstances): ReviewAction[] {
  const offered: ReviewAction[] = [...RESOLVED_BY[cause], "check-again", "acknowledge"]
  return offered.filter((action) => POSSIBLE[action](now) && !comesByItself(cause, action, now))
}

import { DEAD, type Action, ACTION_TABLE } from "./action-table"
import type { PurchaseState } from "./purchase-state"
import { proveSettle } from "./doubt"
import type { OperationKind } from "./operation"
import { isEndedForGood, isReadyToSettle, isSigned, type SeenCode } from "./status-codes"
import { withTestData } from "./test-data"

/** A money operation of ours that is not finished. */
export type OpenOperation = {
  kind: OperationKind
  /** Its call has ended, and nobody knows how; otherwise it is being made at this moment. */
  doubtful: boolean
  secondsInDoubt: number
  attempts: number
}

export type Situation = {
  purchaseState: PurchaseState
  code: SeenCode
  shopperIsPresent: boolean
  /** The service finances what Medusa counts as financed and not refunded. */
  amountsAgree: boolean
  /** The order counts as shipped by the merchant's setting. */
  settleIsDue: boolean
  /** The order is not what the customer signed for any more, or something else pays for it, too. */
  orderIsEdited: boolean
  /** It was settled and is not funded yet, or Medusa captured on it what was not given back. */
  isPaidFor: boolean
  /** It was applied for in staging, while real loans are made. */
  isTestData: boolean
  /** This database lost it: only a person decides about it. */
  isLost: boolean
  open: OpenOperation | null
}

/**
 * The next move: the table's, softened by who is there (nobody's order is placed under review behind
 * their back), by an operation of ours that is not finished, by amounts that differ, by an
 * order that was edited, and by goods that have been shipped.
 */
export function nextAction({
  purchaseState,
  code,
  shopperIsPresent,
  amountsAgree,
  settleIsDue,
  orderIsEdited,
  isPaidFor,
  isTestData,
  isLost,
  open,
}: Situation): Action {
  if (open) {
    return moveBesideOperation(open, purchaseState, code)
  }
  if (isLost) {
    return isEndedForGood(code) ? "close" : "flag-lost"
  }
  const move = ACTION_TABLE[purchaseState][code]
  const ofTestData = isTestData ? withTestData(move, { purchaseState, code }) : move
  if (ofTestData !== move) {
    return ofTestData
  }
  if (move === "place-order-under-review" && !shopperIsPresent) {
    return "wait"
  }
  const isDead = code in DEAD
  if (purchaseState === "captured-order" && isDead && !isPaidFor) {
    // All of it was given back.
    return "close"
  }
  const isLeft = purchaseState === "cancelled-order" || purchaseState === "order-paid-otherwise"
  if (isPaidFor && (move === "end-application" || (isLeft && isDead))) {
    // Ending it would leave a capture over nothing; its end elsewhere has left one.
    return "hold"
  }
  const hasPayment = purchaseState === "authorized-order" || purchaseState === "captured-order"
  if (hasPayment && move === "wait" && !amountsAgree) {
    return "flag-amounts"
  }
  const awaitsPayment =
    purchaseState === "order-without-live-payment" || purchaseState === "unpaid-order"
  const isSignedFor = awaitsPayment && isSigned(code)
  if (orderIsEdited && (isSignedFor || (hasPayment && move === "wait"))) {
    return "flag-order-edit"
  }
  return purchaseState === "authorized-order" && isReadyToSettle(code) && settleIsDue
    ? "settle"
    : move
}

const ENDS_DOUBTFUL_CANCEL: readonly PurchaseState[] = [
  "nothing",
  "order-paid-otherwise",
  "cancelled-order",
  "changed-request",
]

/** In doubt or under way: only what the operation itself leads to may follow. */
function moveBesideOperation(
  open: OpenOperation,
  purchaseState: PurchaseState,
  code: SeenCode
): Action {
  if (!open.doubtful) {
    return "wait"
  }
  if (open.kind === "cancel") {
    return ENDS_DOUBTFUL_CANCEL.includes(purchaseState) ? "end-application" : "wait"
  }
  if (open.kind !== "settle") {
    return "wait"
  }
  const proof = proveSettle({ code, ...open })
  if (purchaseState !== "authorized-order") {
    // Captured already, or not to be captured any more: Medusa has nothing to be told.
    return proof === "confirmed" ? "confirm-settle" : "wait"
  }
  return proof === "confirmed" ? "record-capture" : proof === "repeat" ? "repeat-settle" : "wait"
}

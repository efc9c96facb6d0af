import { CLOSE_IF_ENDED, type Action, ACTION_TABLE } from "./action-table"
import type { PurchaseState } from "./purchase-state"
import { NOT_NEEDED } from "./review-causes"
import { proveSettle } from "./doubt"
import type { OperationKind } from "./operation"
import { isEndedForGood, isReadyToSettle, isSigned, type ReportedCode } from "./status-codes"
import { withTestData } from "./test-data"

export type OpenOperation = {
  kind: OperationKind
  /** Its call has ended with an unknown outcome; otherwise it is running. */
  doubtful: boolean
  secondsInDoubt: number
  attempts: number
}

export type Situation = {
  purchaseState: PurchaseState
  code: ReportedCode
  shopperIsPresent: boolean
  /** The service's amount equals Medusa's financed minus refunded. */
  amountsAgree: boolean
  /** The settings require a settle now, and no edit or other payment of an authorized order prevents it. */
  settleIsDue: boolean
  /** The order differs from the signed one, or another payment pays for it too. */
  orderIsEdited: boolean
  /** Settled and not funded yet, or captured and not refunded in Medusa. */
  isPaidFor: boolean
  /** Created in staging, while the shop works in production. */
  isTestData: boolean
  /** This database lost it, so only staff decide about it. */
  isLost: boolean
  open: OpenOperation | null
}

/**
 * Returns the next action: the table's, adjusted for an absent shopper (an order under review is placed only with
 * the shopper present), an unfinished operation, differing amounts, an edited order, and shipped goods.
 */
export function nextAction(situation: Situation): Action {
  const { purchaseState, code, isPaidFor, open } = situation
  if (open) {
    return nextDuringOperation(open, purchaseState, code)
  }
  if (situation.isLost) {
    return isEndedForGood(code) ? "close" : "flag-lost"
  }
  const action = ACTION_TABLE[purchaseState][code]
  const testDataAction = situation.isTestData
    ? withTestData(action, { purchaseState, code })
    : action
  if (testDataAction !== action) {
    return testDataAction
  }
  if (action === "place-order-under-review" && !situation.shopperIsPresent) {
    return "wait"
  }
  const hasEndedUnpaid = code in CLOSE_IF_ENDED
  if (purchaseState === "captured-order" && hasEndedUnpaid && !isPaidFor) {
    // Everything was refunded.
    return "close"
  }
  const isLeft = purchaseState === "cancelled-order" || purchaseState === "order-paid-otherwise"
  if (isPaidFor && (action === "end-application" || (isLeft && hasEndedUnpaid))) {
    // A cancellation would leave a capture without a loan; an external one already has.
    return "hold"
  }
  const hasPayment = purchaseState === "authorized-order" || purchaseState === "captured-order"
  if (hasPayment && action === "wait" && !situation.amountsAgree) {
    return "flag-amounts"
  }
  const awaitsPayment =
    purchaseState === "order-without-live-payment" || purchaseState === "unpaid-order"
  const isSignedFor = awaitsPayment && isSigned(code)
  if (situation.orderIsEdited && (isSignedFor || (hasPayment && action === "wait"))) {
    return "flag-order-edit"
  }
  return purchaseState === "authorized-order" && isReadyToSettle(code) && situation.settleIsDue
    ? "settle"
    : action
}

const ENDS_DOUBTFUL_CANCEL: readonly PurchaseState[] = [...NOT_NEEDED, "changed-request"]

/** While an operation is unfinished, only its own consequences may follow. */
function nextDuringOperation(
  open: OpenOperation,
  purchaseState: PurchaseState,
  code: ReportedCode
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
    // Medusa has captured already, or must not capture any more.
    return proof === "confirmed" ? "confirm-settle" : "wait"
  }
  return proof === "confirmed" ? "record-capture" : proof === "repeat" ? "repeat-settle" : "wait"
}

/** The merchant's choice for an approval of an outdated purchase. */
export type OnLateApproval = "hold" | "cancel"

/** Without an order, and with a changed cart or request. */
const LATE: readonly PurchaseState[] = ["changed-cart", "changed-request"]

type Late = Pick<Situation, "purchaseState" | "code" | "open">

/**
 * Cancels an outdated approval instead of opening a review case, if the settings say so. Leaves moved money alone:
 * only a signed, unfunded application is cancelled automatically.
 */
export function withLateApproval(
  move: Action,
  { purchaseState, code, open }: Late,
  setting: OnLateApproval
): Action {
  if (setting === "hold" || !LATE.includes(purchaseState)) {
    return move
  }
  if (open) {
    const isOwnCancel = open.kind === "cancel" && open.doubtful
    return isOwnCancel && isReadyToSettle(code) && move === "wait" ? "end-application" : move
  }
  return move === "hold" && isReadyToSettle(code) ? "end-application" : move
}

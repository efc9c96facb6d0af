import type { Situation } from "./next-action"
import type { Action } from "./action-table"
import type { PurchaseState } from "./purchase-state"
import { isReadyToSettle } from "./status-codes"

/** The merchant's choice for an approval of an outdated purchase. */
export type OnLateApproval = "hold" | "cancel"

/** Without an order, and with a changed cart or request. */
const LATE: readonly PurchaseState[] = ["changed-cart", "changed-request"]

type Late = Pick<Situation, "purchaseState" | "code" | "open">

/**
 * Cancels an outdated approval instead of opening a review case, if the settings say so. Leaves moved money alone: only a signed, unfunded application is cancelled automatically.
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

import type { OpenOperation } from "./next-action"
import type { Action } from "./action-table"
import type { PurchaseState } from "./purchase-state"
import { type SeenCode, isReadyToSettle } from "./status-codes"

/** What the merchant wants of an approval that came for something else than there is by now. */
export type OnLateApproval = "hold" | "cancel"

/** No order lives on it, and the cart, or what the customer was asked for, is another one. */
const LATE: readonly PurchaseState[] = ["changed-cart", "changed-request"]

type Late = { purchaseState: PurchaseState; code: SeenCode; open: OpenOperation | null }

/**
 * Ends at the service what a person would have to decide about otherwise, where the merchant wants
 * that. Money that has moved is never touched: only what is signed and not funded ends automatically.
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

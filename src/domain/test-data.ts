import type { Action } from "./action-table"
import { BEFORE_ORDER, type PurchaseState, UNCAPTURED } from "./purchase-state"
import { isSigned, type Phase, phaseOf, type ReportedCode } from "./status-codes"

type EnvironmentName = "staging" | "production"

/** Whether it was created in staging, while the shop works in production: nothing in Medusa may depend on it. */
export function isTestData(appliedIn: EnvironmentName, inForce: EnvironmentName): boolean {
  return appliedIn === "staging" && inForce === "production"
}

const IS_UNSIGNED: readonly Phase[] = ["applying", "in-review"]

/**
 * Adjusts the action for test data: an application without an order is cancelled, unless its customer has signed;
 * staff decide about that, and about an order that would count as paid. An earlier capture stays and is refunded
 * like any other loan.
 */
export function withTestData(
  move: Action,
  { purchaseState, code }: { purchaseState: PurchaseState; code: ReportedCode }
): Action {
  if (!isSigned(code) && !IS_UNSIGNED.includes(phaseOf(code))) return move
  if (UNCAPTURED.includes(purchaseState)) return "flag-test-data"
  if (!BEFORE_ORDER.includes(purchaseState)) return move
  return isSigned(code) ? "flag-test-data" : "end-application"
}

/** For the merchant: the text depends on the purchase state. */
export function describeTestData(purchaseState: PurchaseState): string {
  return UNCAPTURED.includes(purchaseState)
    ? "Applied for in test mode: the shop works in production now, and nobody pays for this order. Nothing is authorized or settled. Cancel the order, which ends the application; its customer can order again."
    : "Signed in test mode: the shop works in production now, and no order is placed on it. End it; the shopper is asked to apply again."
}

/** For staff who press Capture. */
export const TEST_DATA_NOT_SETTLED =
  "This order's financing was applied for in test mode, and the shop works in production now, so nobody would pay. Nothing was sent. Cancel the order, and let it be ordered again."

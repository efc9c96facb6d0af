import type { Discrepancy } from "./discrepancy"
import type { OrderLedger } from "./order-ledger"

/**
 * A refund beyond what the customer is owed takes a credit line, which core does not write beside another
 * change of the order. Nor is its transaction added then: it would be of a version that the change ends,
 * and nobody could tell any more that the credit line is still to come.
 */
export function waitsForChange(
  { openChanges, isCancelled, pending }: OrderLedger,
  discrepancy: Discrepancy
): boolean {
  if (isCancelled || openChanges.every(({ isCreditLine }) => isCreditLine)) {
    return false
  }
  return (
    discrepancy.kind === "credit-missing" ||
    (discrepancy.kind === "refund-unfinished" &&
      discrepancy.amount.plus(pending).isGreaterThan(0)) ||
    (discrepancy.kind === "refund-missing" && discrepancy.amount.plus(pending).isGreaterThan(0))
  )
}

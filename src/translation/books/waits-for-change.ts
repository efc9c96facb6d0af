import type { BookFlaw } from "./book-flaw"
import type { OrderBooks } from "./order-books"

/**
 * A refund beyond what the customer is owed takes a credit line, which core does not write beside another
 * change of the order. Nor is its transaction added then: it would be of a version that the change ends,
 * and nobody could tell any more that the credit line is still to come.
 */
export function waitsForChange(
  { openChanges, isCancelled, pending }: OrderBooks,
  flaw: BookFlaw
): boolean {
  if (isCancelled || openChanges.every(({ isCreditLine }) => isCreditLine)) {
    return false
  }
  return (
    flaw.kind === "credit-missing" ||
    (flaw.kind === "refund-unfinished" && flaw.amount.plus(pending).isGreaterThan(0)) ||
    (flaw.kind === "refund-missing" && flaw.amount.plus(pending).isGreaterThan(0))
  )
}

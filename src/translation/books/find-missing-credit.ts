import { ZERO_CENTS } from "../../domain/money"
import { toCents, toDecimal } from "../amount"
import type { BookFlaw } from "./book-flaw"
import { findMainPayment } from "./main-payment"
import type { OrderBooks, TransactionEntry } from "./order-books"

const MOST_DECIMALS = 9
const ROUND_DOWN = 1

/** Core made a change for a refund's credit line, died, and no other change can be made beside it. */
export function findDeadChanges({ openChanges }: OrderBooks): BookFlaw[] {
  return openChanges
    .filter(({ isCreditLine }) => isCreditLine)
    .map(({ id, age }) => ({ kind: "change-that-never-was", changeId: id, age }))
}

/**
 * A refund lowers what the order comes to by as much as nobody was owed. Core writes that down after
 * the transaction, and the order's version goes up with it: transactions of this very version whose
 * amount is still to pay were not followed by it.
 */
export function findMissingCredit(books: OrderBooks): BookFlaw[] {
  const payment = findMainPayment(books)
  if (!payment || books.isCancelled || books.openChanges.length > 0) {
    return []
  }
  const isOfThisVersion = (one: TransactionEntry) =>
    one.reference === "refund" && one.version === books.version
  const rows = payment.refunds.filter((row) =>
    books.transactions.some((one) => isOfThisVersion(one) && one.referenceId === row.id)
  )
  const refunded = rows.reduce((all, { exact }) => all.plus(exact), toDecimal(0))
  const due = books.pending.isLessThan(refunded) ? books.pending : refunded
  if (toCents(due) <= ZERO_CENTS) {
    return []
  }
  const { collectionId } = payment
  // Core refuses a credit of more than is to pay, by however little: of thirds, all digits are never read.
  const amount = due.decimalPlaces(MOST_DECIMALS, ROUND_DOWN)
  const age = Math.min(...rows.map((row) => row.age))
  return [{ kind: "credit-missing", amount, collectionId, age }]
}

import { ZERO_CENTS } from "../../domain/money"
import { toCents, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import { countedWithoutRow } from "./find-refund-discrepancies"
import { findMainPayment } from "./main-payment"
import type { OrderLedger, TransactionEntry } from "./order-ledger"

const MOST_DECIMALS = 9
const ROUND_DOWN = 1

/** Core made a change for a refund's credit line, died, and no other change can be made beside it. */
export function findDeadChanges({ openChanges }: OrderLedger): Discrepancy[] {
  return openChanges
    .filter(({ isCreditLine }) => isCreditLine)
    .map(({ id, age }) => ({ kind: "change-that-never-was", changeId: id, age }))
}

/**
 * A refund lowers what the order comes to by as much as nobody was owed. Core writes that down after
 * the transaction, and the order's version goes up with it: transactions of this very version whose
 * amount is still to pay were not followed by it.
 */
export function findMissingCredit(ledger: OrderLedger): Discrepancy[] {
  const payment = findMainPayment(ledger)
  if (!payment || ledger.isCancelled) {
    return []
  }
  const isOfThisVersion = (one: TransactionEntry) =>
    one.reference === "refund" && one.version === ledger.version
  const counted = ledger.transactions.filter(isOfThisVersion)
  const rows = payment.refunds.filter((row) =>
    counted.some(({ referenceId }) => referenceId === row.id)
  )
  // Core writes one for the whole payment when it cancels an order, and may have died before it did.
  const isGivenBack = countedWithoutRow(ledger, payment) === ZERO_CENTS
  const whole = counted
    .filter(({ referenceId }) => referenceId === payment.id && isGivenBack)
    .map((one) => ({ ...one, exact: one.exact.negated() }))
  const entries = [...rows, ...whole]
  const refunded = entries.reduce((all, { exact }) => all.plus(exact), toDecimal(0))
  const due = ledger.pending.isLessThan(refunded) ? ledger.pending : refunded
  if (toCents(due) <= ZERO_CENTS) {
    return []
  }
  const { collectionId } = payment
  // Core refuses a credit of more than is to pay, by however little: of thirds, all digits are never read.
  const amount = due.decimalPlaces(MOST_DECIMALS, ROUND_DOWN)
  // What is still to pay is the whole order's: a refund of another payment may be under way, too.
  const ours = [...rows.map(({ id }) => id), payment.id]
  const others = counted.filter(({ referenceId }) => !ours.includes(referenceId ?? ""))
  const age = Math.min(...[...entries, ...others].map(({ age }) => age))
  return [{ kind: "credit-missing", amount, collectionId, age }]
}

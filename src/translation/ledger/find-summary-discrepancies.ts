import { isSameAmount, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import type { OrderLedger, Paid } from "./order-ledger"

/**
 * Core reads an order's summary, adds a transaction to it and writes it back: of two that do so at once,
 * one is lost. What is still to pay, for the customer and for whoever looks, is read from the summary.
 */
export function findSummaryDiscrepancies({ summary, transactions }: OrderLedger): Discrepancy[] {
  if (summary === null) {
    return []
  }
  const none = toDecimal(0)
  const counted = transactions.reduce<Paid>(
    ({ paid, refunded }, { exact }) =>
      exact.isNegative()
        ? { paid, refunded: refunded.minus(exact) }
        : { paid: paid.plus(exact), refunded },
    { paid: none, refunded: none }
  )
  const age = Math.min(Infinity, ...transactions.map((one) => one.age))
  return isSameAmount(counted.paid, summary.paid) &&
    isSameAmount(counted.refunded, summary.refunded)
    ? []
    : [{ kind: "summary-miscounted", ...counted, age }]
}

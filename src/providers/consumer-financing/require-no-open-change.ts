import type { WholeOrder } from "../../medusa/read-whole-order"
import { type Decimal, toDecimal } from "../../translation/amount"
import { isBeingChanged } from "../../translation/open-change"
import { isCancelled } from "../../translation/purchase-state"
import { sentence } from "../../translation/sentence"

const IS_BEING_CHANGED =
  "This order is being changed: an edit, a return, a claim, an exchange or a transfer to another customer is neither confirmed nor given up, and Medusa can't write down a refund beside it. Nothing was sent: confirm or cancel that change, then refund."

/**
 * Core lowers what an order comes to by what is refunded beyond what the customer is owed, and can't do
 * that beside another change of the order. It would find out only after the service has refunded.
 * Throws a sentence for the merchant.
 */
export function requireNoOpenChange(order: WholeOrder, amount: Decimal): void {
  if (isCancelled(order)) {
    return
  }
  const pending = toDecimal(
    order.summary?.raw_pending_difference ?? order.summary?.pending_difference ?? 0
  )
  // Exactly as core compares: a fraction of a cent beyond what is owed takes a credit line, too.
  const needsCredit = amount.plus(pending).isGreaterThan(0)
  if (needsCredit && isBeingChanged(order)) {
    throw sentence(IS_BEING_CHANGED)
  }
}

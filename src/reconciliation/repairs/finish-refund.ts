import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import type { FlawOf } from "../../translation/ledger/discrepancy"
import type { OrderLedger } from "../../translation/ledger/order-ledger"

/**
 * Adds a refund to the order's transactions and tells of it, as core's own refund would have done. What
 * else follows from it (the collection's sums, the order's credit line) shows when the ledger is read
 * again.
 */
export async function finishRefund(
  container: MedusaContainer,
  ledger: OrderLedger,
  { paymentId, refundId, amount }: FlawOf<"refund-unfinished">
): Promise<void> {
  await container.resolve(Modules.ORDER).addOrderTransactions([
    {
      order_id: ledger.id,
      amount: amount.negated().toFixed(),
      currency_code: ledger.currency,
      reference: "refund",
      reference_id: refundId,
    },
  ])
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: PaymentEvents.REFUNDED, data: { id: paymentId } })
}

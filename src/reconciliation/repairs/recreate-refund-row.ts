import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { FlawOf } from "../../translation/ledger/discrepancy"
import { markRefund } from "../../translation/refund-mark"
import type { LedgerRead } from "../../medusa/read-ledger"

const NOTE =
  "Recorded automatically: the financing service made this refund, and its answer was lost."

/**
 * Enters into Medusa's books a refund that happened. Core's own refund asks our provider, which sees by
 * the row's mark what it stands for and sends nothing. The application's money lease is held until core
 * is through with it, so that nobody's refund comes in between. An order whose cancellation core counted
 * as refunded already gets the refund and no second transaction.
 */
export async function recreateRefundRow(
  container: MedusaContainer,
  { application, ledger }: LedgerRead,
  discrepancy: FlawOf<"refund-missing">
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const lease = await financing.leases.acquire(`money:${application.id}`)
  try {
    const { userId, refundReasonId } = await financing.journal.findWhoAsked(
      application.id,
      discrepancy.reference
    )
    const said = await financing.retrieveFinancingOperation(discrepancy.operationId)
    const createdBy = userId ?? said.resolved_by
    const refund = {
      payment_id: discrepancy.paymentId,
      amount: discrepancy.amount.toFixed(),
      // Medusa never asked for one that was made in the service's portal.
      note: (discrepancy.reference === null && said.resolution_note) || NOTE,
      metadata: markRefund(discrepancy.operationId),
      ...(createdBy ? { created_by: createdBy } : {}),
      ...(refundReasonId ? { refund_reason_id: refundReasonId } : {}),
    }
    if (ledger.isCancelled || discrepancy.isInTransactions) {
      await container.resolve(Modules.PAYMENT).refundPayment(refund)
    } else {
      await refundPaymentWorkflow(container).run({ input: refund })
    }
  } finally {
    await lease.release()
  }
  await financing.timeline.note(application.id, "refund-recorded", { cents: discrepancy.cents })
}

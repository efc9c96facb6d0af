import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { FlawOf } from "../../translation/books/book-flaw"
import { markRefund } from "../../translation/refund-mark"
import type { BooksRead } from "../../medusa/read-books"

const NOTE = "Recorded by itself: the financing service made this refund, and its answer was lost."

/**
 * Enters into Medusa's books a refund that happened. Core's own refund asks our provider, which sees by
 * the row's mark what it stands for and sends nothing. The application's money lease is held until core
 * is through with it, so that nobody's refund comes in between. An order whose cancellation core counted
 * as refunded already gets the refund and no second transaction.
 */
export async function enterRefund(
  container: MedusaContainer,
  { application, books }: BooksRead,
  flaw: FlawOf<"refund-missing">
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const lease = await financing.leases.acquire(`money:${application.id}`)
  try {
    const { userId, refundReasonId } = await financing.journal.findWhoAsked(
      application.id,
      flaw.reference
    )
    const said = await financing.retrieveFinancingOperation(flaw.operationId)
    const createdBy = userId ?? said.resolved_by
    const refund = {
      payment_id: flaw.paymentId,
      amount: flaw.amount.toFixed(),
      // Medusa never asked for one that was made in the service's portal.
      note: (flaw.reference === null && said.resolution_note) || NOTE,
      metadata: markRefund(flaw.operationId),
      ...(createdBy ? { created_by: createdBy } : {}),
      ...(refundReasonId ? { refund_reason_id: refundReasonId } : {}),
    }
    if (books.isCancelled || flaw.isInTransactions) {
      await container.resolve(Modules.PAYMENT).refundPayment(refund)
    } else {
      await refundPaymentWorkflow(container).run({ input: refund })
    }
  } finally {
    await lease.release()
  }
  await financing.timeline.note(application.id, "refund-recorded", { cents: flaw.cents })
}

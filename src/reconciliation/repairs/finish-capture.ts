import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { FlawOf } from "../../translation/ledger/discrepancy"
import type { Entry, OrderLedger, PaymentBooks } from "../../translation/ledger/order-ledger"
import { within } from "../within"
import type { LedgerRead } from "../../medusa/read-ledger"
import { clearUnannounced } from "../../medusa/update-payment"

/** Seconds. Medusa's event bus on Redis waits for a Redis that is away. */
const LONGEST_EMIT = 10

/**
 * Our journal says that it is settled, so the capture is written down without asking anybody: first
 * the row with its date, then, by core's own capture, what follows from it. Core does no more for a
 * payment that is captured already than to add what is missing and to tell of it.
 */
export async function finishCapture(
  container: MedusaContainer,
  { application, ledger }: LedgerRead,
  { paymentId, captureIds }: FlawOf<"capture-unfinished">
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = ledger.payments.find(({ id }) => id === paymentId)
  if (payment?.isCancelled) {
    await addTransactions(container, ledger, payment)
    await emitCaptured(container, paymentId)
  } else {
    if (!payment?.isCaptured) {
      await payments.deleteCaptures(captureIds)
      await payments.capturePayment({ payment_id: paymentId, is_captured: true })
    }
    await capturePaymentWorkflow(container).run({ input: { payment_id: paymentId } })
    await clearUnannounced(container.resolve(CONSUMER_FINANCING).context.knex, paymentId)
  }
  await container
    .resolve(CONSUMER_FINANCING)
    .timeline.note(application.id, "capture-recorded", { because: "settled" })
}

/**
 * Emits core's event for a capture that core recorded without its own workflow. A process that dies
 * before the mark is cleared leaves it to the next reconciliation.
 */
export async function emitCaptured(container: MedusaContainer, paymentId: string): Promise<void> {
  const event = { name: PaymentEvents.CAPTURED, data: { id: paymentId } }
  await within(LONGEST_EMIT, container.resolve(Modules.EVENT_BUS).emit(event))
  await clearUnannounced(container.resolve(CONSUMER_FINANCING).context.knex, paymentId)
}

/** Core captures nothing on what it cancelled, with its order, while it was being captured. */
async function addTransactions(
  container: MedusaContainer,
  { id, currency, transactions }: OrderLedger,
  { captures }: PaymentBooks
): Promise<void> {
  const isMissing = (row: Entry) => !transactions.some(({ referenceId }) => referenceId === row.id)
  await container.resolve(Modules.ORDER).addOrderTransactions(
    captures.filter(isMissing).map((row) => ({
      order_id: id,
      amount: row.exact.toFixed(),
      currency_code: currency,
      reference: "capture",
      reference_id: row.id,
    }))
  )
}

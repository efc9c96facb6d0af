import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Discrepancy, FlawOf } from "../../translation/ledger/discrepancy"
import type { OrderLedger } from "../../translation/ledger/order-ledger"
import { askOnlyForRest, closeCollection } from "../open-order-collection"
import type { LedgerRead } from "../../medusa/read-ledger"
import { recreateRefundRow } from "./recreate-refund-row"
import { finishCapture } from "./finish-capture"
import { recountSummary } from "./recount-summary"

/**
 * Brings the one discrepancy in order. Doing it again, or twice at once, does no more: what is gone is gone,
 * and what is written is found. Throws when Medusa would not have it.
 */
export async function repair(
  container: MedusaContainer,
  read: LedgerRead,
  discrepancy: Discrepancy
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  switch (discrepancy.kind) {
    case "payment-in-excess":
      await payments.cancelPayment(discrepancy.paymentId)
      return
    case "captured-when-cancelled":
      return await reviveCaptured(container, read, discrepancy)
    case "capture-that-never-was":
      return await payments.deleteCaptures(discrepancy.captureIds)
    case "capture-unfinished":
      return await finishCapture(container, read, discrepancy)
    case "refund-unlinked":
      await container.resolve(CONSUMER_FINANCING).journal.linkRefund(discrepancy)
      return
    case "refund-missing":
      return await recreateRefundRow(container, read, discrepancy)
    case "refund-that-never-was":
      return await payments.deleteRefunds(discrepancy.refundIds)
    case "transactions-astray":
      return await removeTransactions(container, read.ledger, discrepancy)
    case "summary-miscounted":
      return await recountSummary(container, read.ledger, discrepancy)
    case "refund-unfinished":
      return await finishRefund(container, read.ledger, discrepancy)
    case "collection-miscounted":
      return await recountCollection(container, discrepancy)
    case "collection-outlived":
      return await closeCollection(container, discrepancy.collectionId)
    case "asked-for-too-much":
      return await askOnlyForRest(container, read.ledger.id)
    case "change-that-never-was":
      return await container.resolve(Modules.ORDER).deleteOrderChanges(discrepancy.changeId)
    case "credit-missing":
      await createOrderCreditLinesWorkflow(container).run({
        input: {
          id: read.ledger.id,
          credit_lines: [
            {
              reference: "payment_collection",
              reference_id: discrepancy.collectionId,
              amount: discrepancy.amount.toFixed(),
            },
          ],
        },
      })
      return
  }
}

/** Every module service has it; the Order module's type leaves it out. */
type Versions = {
  updateOrderTransactions: (change: { id: string; version: number }[]) => Promise<unknown>
}

/**
 * Takes transactions out of an order. Core corrects the summary of the version that a transaction was
 * made in, and the order may have moved on since: so each is brought to the newest version first.
 */
async function removeTransactions(
  container: MedusaContainer,
  { version }: OrderLedger,
  { transactionIds }: FlawOf<"transactions-astray">
): Promise<void> {
  await container
    .resolve<Versions>(Modules.ORDER)
    .updateOrderTransactions(transactionIds.map((id) => ({ id, version })))
  await container.resolve(Modules.ORDER).deleteOrderTransactions(transactionIds)
}

/**
 * Adds a refund to the order's transactions and tells of it, as core's own refund would have done. What
 * else follows from it (the collection's sums, the order's credit line) shows when the ledger is read
 * again.
 */
async function finishRefund(
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

/** What the module takes beside what its type tells: the sums that it computes itself. */
type Recounts = {
  updatePaymentCollections: (
    id: string,
    sums: Record<string, unknown>
  ) => ReturnType<IPaymentModuleService["retrievePaymentCollection"]>
}

/** Writes into a payment collection what its rows add up to, as core does after each of them. */
async function recountCollection(
  container: MedusaContainer,
  { collectionId, status, sums }: FlawOf<"collection-miscounted">
): Promise<void> {
  await container.resolve<Recounts>(Modules.PAYMENT).updatePaymentCollections(collectionId, {
    status,
    authorized_amount: sums.authorized.toFixed(),
    captured_amount: sums.captured.toFixed(),
    refunded_amount: sums.refunded.toFixed(),
    ...(status === "completed" ? { completed_at: new Date() } : {}),
  })
}

/**
 * Medusa lets nobody refund a cancelled payment. This one was captured while an edit or a return of its
 * order cancelled it, which also opened a collection over the order's whole worth: only what is due
 * beside it is to be paid there.
 */
async function reviveCaptured(
  container: MedusaContainer,
  { ledger }: LedgerRead,
  { paymentId }: FlawOf<"captured-when-cancelled">
): Promise<void> {
  await askOnlyForRest(container, ledger.id, paymentId)
  // Core's type names the id only; its service writes whatever column it is given.
  const alive = { id: paymentId, canceled_at: null }
  await container.resolve(Modules.PAYMENT).updatePayment(alive)
}

import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Discrepancy } from "../../translation/ledger/discrepancy"
import { askOnlyForRest } from "../open-order-collection"
import type { LedgerRead } from "../../medusa/read-ledger"
import { closeCollection } from "./close-collection"
import { recreateRefundRow } from "./recreate-refund-row"
import { finishCapture } from "./finish-capture"
import { finishRefund } from "./finish-refund"
import { recountCollection } from "./recount-collection"
import { recountSummary } from "./recount-summary"
import { removeTransactions } from "./remove-transactions"
import { reviveCaptured } from "./revive-captured"

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

import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { BookFlaw } from "../../translation/books/book-flaw"
import { askOnlyForRest } from "../open-order-collection"
import type { BooksRead } from "../../medusa/read-books"
import { closeCollection } from "./close-collection"
import { enterRefund } from "./enter-refund"
import { finishCapture } from "./finish-capture"
import { finishRefund } from "./finish-refund"
import { recountCollection } from "./recount-collection"
import { recountSummary } from "./recount-summary"
import { removeTransactions } from "./remove-transactions"
import { reviveCaptured } from "./revive-captured"

/**
 * Brings the one flaw in order. Doing it again, or twice at once, does no more: what is gone is gone,
 * and what is written is found. Throws when Medusa would not have it.
 */
export async function mend(
  container: MedusaContainer,
  read: BooksRead,
  flaw: BookFlaw
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  switch (flaw.kind) {
    case "payment-in-excess":
      await payments.cancelPayment(flaw.paymentId)
      return
    case "captured-when-cancelled":
      return await reviveCaptured(container, read, flaw)
    case "capture-that-never-was":
      return await payments.deleteCaptures(flaw.captureIds)
    case "capture-unfinished":
      return await finishCapture(container, read, flaw)
    case "refund-unlinked":
      await container.resolve(CONSUMER_FINANCING).journal.linkRefund(flaw)
      return
    case "refund-missing":
      return await enterRefund(container, read, flaw)
    case "refund-that-never-was":
      return await payments.deleteRefunds(flaw.refundIds)
    case "transactions-astray":
      return await removeTransactions(container, read.books, flaw)
    case "summary-miscounted":
      return await recountSummary(container, read.books, flaw)
    case "refund-unfinished":
      return await finishRefund(container, read.books, flaw)
    case "collection-miscounted":
      return await recountCollection(container, flaw)
    case "collection-outlived":
      return await closeCollection(container, flaw.collectionId)
    case "asked-for-too-much":
      return await askOnlyForRest(container, read.books.id)
    case "change-that-never-was":
      return await container.resolve(Modules.ORDER).deleteOrderChanges(flaw.changeId)
    case "credit-missing":
      await createOrderCreditLinesWorkflow(container).run({
        input: {
          id: read.books.id,
          credit_lines: [
            {
              reference: "payment_collection",
              reference_id: flaw.collectionId,
              amount: flaw.amount.toFixed(),
            },
          ],
        },
      })
      return
  }
}

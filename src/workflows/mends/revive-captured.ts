import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { FlawOf } from "../../translation/books/book-flaw"
import { askOnlyForRest } from "../open-order-collection"
import { type Decimal, toDecimal } from "../../translation/amount"
import type { OrderBooks } from "../../translation/books/order-books"
import type { BooksRead } from "../read-books"

/**
 * Medusa lets nobody refund a cancelled payment. This one was captured while an edit or a return of its
 * order cancelled it, which also opened a collection over the order's whole worth: only what is due
 * beside it is to be paid there.
 */
export async function reviveCaptured(
  container: MedusaContainer,
  { books }: BooksRead,
  { paymentId }: FlawOf<"captured-when-cancelled">
): Promise<void> {
  await askOnlyForRest(container, books.id, sumNotCounted(books, paymentId))
  // Core's type names the id only; its service writes whatever column it is given.
  const alive = { id: paymentId, canceled_at: null }
  await container.resolve(Modules.PAYMENT).updatePayment(alive)
}

/** Dollars of its captures that the order's transactions lack, because a process died over them. */
function sumNotCounted({ payments, transactions }: OrderBooks, paymentId: string): Decimal {
  const captures = payments.find(({ id }) => id === paymentId)?.captures ?? []
  return captures
    .filter(({ id }) => !transactions.some(({ referenceId }) => referenceId === id))
    .reduce((sum, { exact }) => sum.plus(exact), toDecimal(0))
}

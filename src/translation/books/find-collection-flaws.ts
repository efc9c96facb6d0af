import { type Decimal, isSameAmount, toCents } from "../amount"
import type { BookFlaw } from "./book-flaw"
import { findMainPayment } from "./main-payment"
import type { CollectionBooks, OrderBooks } from "./order-books"

/**
 * Core writes a payment, a capture or a refund first, and what its collection comes to a moment later.
 * The order's payment status is read from the collection alone.
 */
export function findCollectionFlaws(books: OrderBooks): BookFlaw[] {
  const main = findMainPayment(books)
  const collection = books.collections.find(({ id }) => id === main?.collectionId)
  if (!collection) {
    return []
  }
  const status = books.isCancelled ? collection.status : statusOf(collection)
  if (isCounted(collection) && status === collection.status) {
    return []
  }
  const rows = books.payments
    .filter(({ collectionId }) => collectionId === collection.id)
    .flatMap((payment) => [payment, ...payment.captures, ...payment.refunds])
  return [
    {
      kind: "collection-miscounted",
      collectionId: collection.id,
      status,
      sums: collection.counted,
      age: Math.min(...rows.map(({ age }) => age)),
    },
  ]
}

function isCounted({ written, counted }: CollectionBooks): boolean {
  return (
    isSameAmount(written.captured, counted.captured) &&
    isSameAmount(written.refunded, counted.refunded)
  )
}

/** As core decides it, for what is captured and authorized as a whole. */
function statusOf({ amount, status, counted }: CollectionBooks): string {
  const covers = (sum: Decimal) => toCents(sum) >= toCents(amount)
  if (toCents(amount) <= 0) return status
  if (covers(counted.captured)) return "completed"
  return covers(counted.authorized) ? "authorized" : status
}

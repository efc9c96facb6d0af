import type { BookFlaw } from "./book-flaw"
import type { JournalBooks } from "./journal-books"
import { findMainPayment, livePayments } from "./main-payment"
import type { OrderBooks, PaymentBooks } from "./order-books"

/**
 * Core failed between writing a payment and its collection, and the order was rolled back. When the
 * shopper completed again, a second payment came to rest on the loan, or another method pays. Or a
 * payment was made for an order that was being cancelled at that moment.
 */
export function findPaymentFlaws(books: OrderBooks, { isSettled }: JournalBooks): BookFlaw[] {
  const main = findMainPayment(books)
  const isForsaken = main !== null && !main.hasSession && isPaidOtherwise(books)
  const isNeeded = ({ id }: PaymentBooks) =>
    id === main?.id && (isSettled || !(books.isCancelled || isForsaken))
  const isUntouched = ({ isCaptured, captures }: PaymentBooks) =>
    !isCaptured && captures.length === 0
  const inExcess = livePayments(books).filter(
    (payment) => isUntouched(payment) && !isNeeded(payment)
  )
  const newest = Math.min(...books.payments.map(({ age }) => age))
  return inExcess.map(({ id }) => ({
    kind: "payment-in-excess",
    paymentId: id,
    age: Math.min(newest, books.cancelledFor ?? newest),
  }))
}

/** By a live payment of another method, or of another application. */
function isPaidOtherwise({ payments }: OrderBooks): boolean {
  return payments.some(
    ({ isOurs, isCancelled, hasSession }) => !isOurs && !isCancelled && hasSession
  )
}

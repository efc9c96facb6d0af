import type { BookFlaw } from "./book-flaw"
import type { JournalBooks } from "./journal-books"
import { findMainPayment, livePayments } from "./main-payment"
import type { OrderBooks, PaymentBooks } from "./order-books"

/** Payments that stand for nothing, and one that does though Medusa cancelled it. */
export function findPaymentFlaws(books: OrderBooks, journal: JournalBooks): BookFlaw[] {
  const captured = findCapturedWhenCancelled(books, journal)
  return captured.length > 0 ? captured : findInExcess(books, journal)
}

/**
 * Core cancels the payment of an order that is edited, or of which goods come back, and staff may cancel it:
 * a moment before it is captured, core sees that it is not. Where other payments pay for all of the order,
 * nobody could say which is to go.
 */
function findCapturedWhenCancelled(books: OrderBooks, journal: JournalBooks): BookFlaw[] {
  const { isCancelled, othersPayAll, payments } = books
  const { isSettled, refunds } = journal
  const isGivenBack = refunds.some(({ isLast }) => isLast)
  if (isCancelled || othersPayAll || isGivenBack || livePayments(books).length > 0) {
    return []
  }
  const captured =
    payments.find(({ isOurs, isCaptured }) => isOurs && isCaptured) ??
    payments.find(({ isOurs, captures }) => isOurs && isSettled && captures.length > 0)
  return captured
    ? [
        {
          kind: "captured-when-cancelled",
          paymentId: captured.id,
          age: Math.min(captured.age, ...captured.captures.map(({ age }) => age)),
        },
      ]
    : []
}

/**
 * Core failed between writing a payment and its collection, and the order was rolled back. When the
 * shopper completed again, a second payment came to rest on the loan, or another method pays for all of
 * it. Or a payment was made for an order that was being cancelled at that moment.
 */
function findInExcess(books: OrderBooks, { isSettled }: JournalBooks): BookFlaw[] {
  const main = findMainPayment(books)
  const isForsaken = main !== null && !main.hasSession && books.othersPayAll
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

import type { BookFlaw } from "./book-flaw"
import type { JournalBooks } from "./journal-books"
import { findMainPayment } from "./main-payment"
import type { OrderBooks, PaymentBooks } from "./order-books"

/** What captures left behind that core did not finish, or that it took back. */
export function findCaptureFlaws(
  books: OrderBooks,
  { isSettled, refunds }: JournalBooks
): BookFlaw[] {
  const main = findMainPayment(books)
  const isGivenBack = refunds.some(({ isLast }) => isLast)
  const isOwed = isSettled && !isGivenBack
  return books.payments
    .filter(({ isOurs }) => isOurs)
    .flatMap((payment) => {
      const isMain = payment.id === main?.id
      const flaw = isMain
        ? findOfMain(books, { payment, isSettled })
        : findOfOther(payment, { isNeeded: main === null && (payment.isCaptured || isOwed) })
      return flaw ?? []
    })
}

type Main = { payment: PaymentBooks; isSettled: boolean }

/** Settled, and not written down to its end; or written down, and never settled. */
function findOfMain(books: OrderBooks, { payment, isSettled }: Main): BookFlaw | null {
  const captureIds = payment.captures.map(({ id }) => id)
  const age = ageOf(payment)
  if (payment.isCaptured) {
    return isInTransactions(books, captureIds)
      ? null
      : { kind: "capture-unfinished", paymentId: payment.id, captureIds: [], age }
  }
  if (isSettled) {
    return { kind: "capture-unfinished", paymentId: payment.id, captureIds, age }
  }
  return captureIds.length > 0 ? { kind: "capture-that-never-was", captureIds, age } : null
}

/**
 * Core cancelled a captured payment, because its order failed, and another one took its place. Or it
 * cancelled, with its order, one whose capture had died before anything was sent.
 */
function findOfOther(payment: PaymentBooks, { isNeeded }: { isNeeded: boolean }): BookFlaw | null {
  const captureIds = payment.captures.map(({ id }) => id)
  return payment.isCancelled && captureIds.length > 0 && !isNeeded
    ? { kind: "capture-that-never-was", captureIds, age: ageOf(payment) }
    : null
}

function ageOf({ age, captures }: PaymentBooks): number {
  return Math.min(age, ...captures.map((one) => one.age))
}

function isInTransactions({ transactions }: OrderBooks, captureIds: string[]): boolean {
  return captureIds.every((id) =>
    transactions.some(({ reference, referenceId }) => reference === "capture" && referenceId === id)
  )
}

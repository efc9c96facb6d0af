import { inWords, type Cents, ZERO_CENTS } from "../../domain/money"
import type { BookFlaw, BookQuestion } from "./book-flaw"
import { findCollectionFlaws } from "./find-collection-flaws"
import { findDeadChanges, findMissingCredit } from "./find-missing-credit"
import { findCaptureFlaws } from "./find-capture-flaws"
import { findPaymentFlaws } from "./find-payment-flaws"
import { countedWithoutRow, findRefundFlaws } from "./find-refund-flaws"
import { findSummaryFlaws } from "./find-summary-flaws"
import {
  findTransactionFlaws,
  findUnfinishedRefunds,
  findWholeAstray,
} from "./find-transaction-flaws"
import type { JournalBooks } from "./journal-books"
import { findMainPayment, livePayments } from "./main-payment"
import type { OrderBooks } from "./order-books"

type Search = (books: OrderBooks, journal: JournalBooks) => BookFlaw[]

/** Rows first, then what is derived from them: each search relies on those before it. */
const SEARCHES: readonly Search[] = [
  findPaymentFlaws,
  findCaptureFlaws,
  findRefundFlaws,
  findTransactionFlaws,
  findWholeAstray,
  findSummaryFlaws,
  findDeadChanges,
  findUnfinishedRefunds,
  findCollectionFlaws,
  findMissingCredit,
]

/**
 * What in Medusa's rows about an order's money does not add up, beside our journal, where only one
 * reading is possible. After a mend the books are to be read anew: what follows from it shows then.
 */
export function findBookFlaws(books: OrderBooks, journal: JournalBooks): BookFlaw[] {
  if (!books.payments.some(({ isOurs }) => isOurs)) {
    // Nothing was paid this way yet; an order under review that is cancelled has a collection all the same.
    return books.collections.some(({ isOurs }) => isOurs) ? findCollectionFlaws(books) : []
  }
  for (const search of SEARCHES) {
    const flaws = search(books, journal)
    if (flaws.length > 0) {
      return flaws
    }
  }
  return []
}

/** What only a person can resolve, once there are no flaws left; `financed` is what the service still does. */
export function findBookQuestion(books: OrderBooks, financed: Cents): BookQuestion | null {
  const captured = livePayments(books).filter(({ isCaptured }) => isCaptured)
  if (captured.length > 1) {
    return {
      reason: `Medusa has captured ${captured.length} payments of this order, but they rest on one financing, which was settled once: only one of them was paid.`,
      age: Math.min(...captured.flatMap(({ captures }) => captures.map(({ age }) => age))),
    }
  }
  const main = findMainPayment(books)
  const owed = main?.isCaptured ? countedWithoutRow(books, main) : ZERO_CENTS
  return owed > 0 && financed > 0 && main
    ? {
        reason: `Medusa counts ${inWords(owed)} as refunded with this order's cancellation, but that refund failed: the service still finances ${inWords(financed)}. Refund it.`,
        age: books.cancelledFor ?? main.age,
      }
    : null
}

import { inWords, type Cents, ZERO_CENTS } from "../../domain/money"
import type { Discrepancy, BookQuestion } from "./discrepancy"
import { findCollectionDiscrepancies } from "./find-collection-discrepancies"
import { findDeadChanges, findMissingCredit } from "./find-missing-credit"
import { findCaptureDiscrepancies } from "./find-capture-discrepancies"
import { findPaymentDiscrepancies } from "./find-payment-discrepancies"
import { countedWithoutRow, findRefundDiscrepancies } from "./find-refund-discrepancies"
import { findSummaryDiscrepancies } from "./find-summary-discrepancies"
import {
  findTransactionDiscrepancies,
  findUnfinishedRefunds,
  findWholeAstray,
} from "./find-transaction-discrepancies"
import type { JournalLedger } from "./journal-ledger"
import { findMainPayment, livePayments } from "./main-payment"
import type { OrderLedger } from "./order-ledger"

type Search = (ledger: OrderLedger, journal: JournalLedger) => Discrepancy[]

/** Rows first, then what is derived from them: each search relies on those before it. */
const SEARCHES: readonly Search[] = [
  findPaymentDiscrepancies,
  findCaptureDiscrepancies,
  findRefundDiscrepancies,
  findTransactionDiscrepancies,
  findWholeAstray,
  findSummaryDiscrepancies,
  findDeadChanges,
  findUnfinishedRefunds,
  findCollectionDiscrepancies,
  findMissingCredit,
]

/**
 * What in Medusa's rows about an order's money does not add up, beside our journal, where only one
 * reading is possible. After a repair the ledger is to be read again: what follows from it shows then.
 */
export function findDiscrepancies(ledger: OrderLedger, journal: JournalLedger): Discrepancy[] {
  if (!ledger.payments.some(({ isOurs }) => isOurs)) {
    // Nothing was paid this way yet; an order under review that is cancelled has a collection all the same.
    return ledger.collections.some(({ isOurs }) => isOurs)
      ? findCollectionDiscrepancies(ledger)
      : []
  }
  for (const search of SEARCHES) {
    const discrepancies = search(ledger, journal)
    if (discrepancies.length > 0) {
      return discrepancies
    }
  }
  return []
}

/** What only a person can resolve, once there are no discrepancies left; `financed` is what the service still does. */
export function findLedgerQuestion(ledger: OrderLedger, financed: Cents): BookQuestion | null {
  const captured = livePayments(ledger).filter(({ isCaptured }) => isCaptured)
  if (captured.length > 1) {
    return {
      reason: `Medusa has captured ${captured.length} payments of this order, but they rest on one financing, which was settled once: only one of them was paid.`,
      age: Math.min(...captured.flatMap(({ captures }) => captures.map(({ age }) => age))),
    }
  }
  const main = findMainPayment(ledger)
  const owed = main?.isCaptured ? countedWithoutRow(ledger, main) : ZERO_CENTS
  return owed > 0 && financed > 0 && main
    ? {
        reason: `Medusa counts ${inWords(owed)} as refunded with this order's cancellation, but that refund failed: the service still finances ${inWords(financed)}. Refund it.`,
        age: ledger.cancelledFor ?? main.age,
      }
    : null
}

import { type Cents, inWords, ZERO_CENTS } from "../../domain/money"
import type { BookQuestion, Discrepancy } from "./discrepancy"
import { findCollectionDiscrepancies } from "./find-collection-discrepancies"
import {
  countedWithoutRow,
  findDeadChanges,
  findMissingCredit,
  findRefundDiscrepancies,
} from "./find-refund-discrepancies"
import { findCaptureDiscrepancies, findPaymentDiscrepancies } from "./find-payment-discrepancies"
import {
  findSummaryDiscrepancies,
  findTransactionDiscrepancies,
  findUnfinishedRefunds,
  findWholeAstray,
} from "./find-transaction-discrepancies"
import {
  ageOfYoungest,
  findMainPayment,
  type JournalLedger,
  livePayments,
  type OrderLedger,
} from "./order-ledger"

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
      ? findCollectionDiscrepancies(ledger, journal)
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
      age: ageOfYoungest(captured.flatMap(({ captures }) => captures)),
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

/**
 * A refund beyond what the customer is owed takes a credit line, which core does not write beside another
 * change of the order. Nor is its transaction added then: it would be of a version that the change ends,
 * and nobody could tell any more that the credit line is still to come.
 */
export function waitsForChange(
  { openChanges, isCancelled, pending }: OrderLedger,
  discrepancy: Discrepancy
): boolean {
  if (isCancelled || openChanges.every(({ isCreditLine }) => isCreditLine)) {
    return false
  }
  const { kind } = discrepancy
  if (kind === "refund-unfinished" || kind === "refund-missing") {
    return discrepancy.amount.plus(pending).isGreaterThan(0)
  }
  return kind === "credit-missing"
}

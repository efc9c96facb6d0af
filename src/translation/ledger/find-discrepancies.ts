import { type Cents, inWords, ZERO_CENTS } from "../../domain/money"
import {
  findCollectionDiscrepancies,
  findSummaryDiscrepancies,
  findTransactionDiscrepancies,
} from "./find-derived-discrepancies"
import {
  sumWithoutRow,
  findDeadChanges,
  findMissingCredit,
  findRefundDiscrepancies,
  findRefundsOfNothing,
  findUnfinishedRefunds,
  findWrongWhole,
} from "./find-refund-discrepancies"
import {
  findCaptureDiscrepancies,
  findCancelledButCaptured,
  findExcessPayments,
} from "./find-payment-discrepancies"
import {
  ageOfYoungest,
  type Discrepancy,
  findMainPayment,
  type LedgerQuestion,
  livePayments,
  type OrderLedger,
  type DiscrepancyFinder,
} from "./order-ledger"

/** Rows first, then derived values: each search relies on those before it. */
const SEARCHES: readonly DiscrepancyFinder[] = [
  findCancelledButCaptured,
  findExcessPayments,
  findCaptureDiscrepancies,
  findRefundsOfNothing,
  findRefundDiscrepancies,
  findTransactionDiscrepancies,
  findWrongWhole,
  findSummaryDiscrepancies,
  findDeadChanges,
  findUnfinishedRefunds,
  findCollectionDiscrepancies,
  findMissingCredit,
]

/**
 * Finds discrepancies between Medusa's rows about an order's money and the journal that have only one explanation.
 * Read the ledger again after each repair, which may reveal others.
 */
export const findDiscrepancies: DiscrepancyFinder = (ledger, journal) => {
  if (!ledger.payments.some(({ isOurs }) => isOurs)) {
    // An order under review without a payment has a collection even when it is cancelled.
    return ledger.collections.some(({ isOurs }) => isOurs)
      ? findCollectionDiscrepancies(ledger, journal)
      : []
  }
  for (const search of SEARCHES) {
    const discrepancies = search(ledger, journal)
    if (discrepancies.length > 0) return discrepancies
  }
  return []
}

/**
 * Finds a discrepancy that only staff can resolve, once no other is left; `financed` is the amount at the
 * service.
 */
export function findLedgerQuestion(ledger: OrderLedger, financed: Cents): LedgerQuestion | null {
  const captured = livePayments(ledger).filter(({ isCaptured }) => isCaptured)
  if (captured.length > 1) {
    return {
      reason: `Medusa has captured ${captured.length} payments of this order, but they rest on one financing, which was settled once: only one of them was paid.`,
      age: ageOfYoungest(captured.flatMap(({ captures }) => captures)),
    }
  }
  const main = findMainPayment(ledger)
  const owed = main?.isCaptured ? sumWithoutRow(ledger, main) : ZERO_CENTS
  return owed > 0 && financed > 0 && main
    ? {
        reason: `Medusa counts ${inWords(owed)} as refunded with this order's cancellation, but that refund failed: the service still finances ${inWords(financed)}. Refund it.`,
        age: ledger.cancelledFor ?? main.age,
      }
    : null
}

/**
 * Whether a refund's records wait for another open change of the order. A refund beyond the customer's credit needs
 * a credit line, which core does not create during another change. A transaction added during it would belong to the
 * version that the change ends, and hide the missing credit line.
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

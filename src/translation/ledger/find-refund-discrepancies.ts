import { type Cents, cents, sum, ZERO_CENTS } from "../../domain/money"
import { toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import { findMainPayment } from "./main-payment"
import type { JournalLedger, JournaledRefund } from "./journal-ledger"
import type { Entry, OrderLedger, PaymentBooks } from "./order-ledger"

/** Medusa's refund rows beside the refunds that our journal knows to have happened. */
export type MatchedRefunds = {
  /** Each stands for a refund that happened, or for less than a cent. */
  real: Entry[]
  /** Nothing of ours happened for them. */
  unreal: Entry[]
  /** They happened, and no row stands for them. */
  missing: JournaledRefund[]
}

export function matchRefunds({ refunds }: PaymentBooks, journal: JournalLedger): MatchedRefunds {
  const hasRow = ({ reference }: JournaledRefund) => refunds.some(({ id }) => id === reference)
  const isReal = ({ id, cents }: Entry) =>
    cents === ZERO_CENTS || journal.refunds.some(({ reference }) => reference === id)
  return {
    real: refunds.filter(isReal),
    unreal: refunds.filter((row) => !isReal(row)),
    missing: journal.refunds.filter((one) => !hasRow(one)),
  }
}

/**
 * Refunds that happened without a row, and rows without a refund. The one that happened first is
 * entered first; a row that was written for it is taken for it.
 */
export function findRefundDiscrepancies(
  ledger: OrderLedger,
  journal: JournalLedger
): Discrepancy[] {
  const overNothing = findOverNothing(ledger, journal)
  const payment = findMainPayment(ledger)
  if (overNothing.length > 0 || !payment?.isCaptured) {
    return overNothing
  }
  const matched = matchRefunds(payment, journal)
  const { unreal, missing } = matched
  const [first] = missing
  const row = unreal.find((one) => one.cents === first?.cents)
  if (first && row) {
    const { operationId, reference: from } = first
    return [{ kind: "refund-unlinked", operationId, from, refundId: row.id, age: row.age }]
  }
  const never = findUnreal(payment, matched, journal)
  if (!first || never.length > 0) {
    return never
  }
  const known = first.isLast ? restOf(payment) : toDecimal(first.cents).dividedBy(100)
  return [
    {
      kind: "refund-missing",
      operationId: first.operationId,
      reference: first.reference,
      paymentId: payment.id,
      cents: first.cents,
      amount: known,
      isInTransactions: countedWithoutRow(ledger, payment) >= first.cents,
      // No row of its own is young: Medusa's rows were read after the journal.
      age: Math.min(Infinity, ...unreal.map(({ age }) => age)),
    },
  ]
}

/** Rows of a payment whose capture was taken back: a refund of it had been begun, and died. */
function findOverNothing({ payments }: OrderLedger, journal: JournalLedger): Discrepancy[] {
  return payments
    .filter(({ isOurs, captures }) => isOurs && captures.length === 0)
    .flatMap((payment) => {
      const { unreal } = matchRefunds(payment, journal)
      const age = Math.min(...unreal.map((row) => row.age))
      const refundIds = unreal.map(({ id }) => id)
      return unreal.length > 0 ? [{ kind: "refund-that-never-was" as const, refundIds, age }] : []
    })
}

/**
 * Rows that nothing happened for go, if what is left is what did happen, with what is still to be entered:
 * core refuses to enter that beside them.
 */
function findUnreal(
  payment: PaymentBooks,
  { unreal, missing }: MatchedRefunds,
  journal: JournalLedger
): Discrepancy[] {
  if (unreal.length === 0) {
    return []
  }
  const happened = sum(journal.refunds.map((one) => one.cents))
  const rows = payment.refunds.filter((row) => !unreal.includes(row))
  const left = sum([...rows, ...missing].map((one) => one.cents))
  const age = Math.min(...unreal.map((row) => row.age))
  return happened === left
    ? [{ kind: "refund-that-never-was", refundIds: unreal.map(({ id }) => id), age }]
    : []
}

/** What is captured and not refunded, in dollars, fractions of a cent included. */
function restOf({ captures, refunds }: PaymentBooks) {
  const total = (entries: Entry[]) =>
    entries.reduce((all, { exact }) => all.plus(exact), toDecimal(0))
  return total(captures).minus(total(refunds))
}

/**
 * Cents that the order's transactions count as refunded without a row: core writes one for the whole
 * payment when an order is cancelled, whether the refund succeeded or not.
 */
export function countedWithoutRow(
  { transactions }: OrderLedger,
  { id, refunds }: PaymentBooks
): Cents {
  const isRefund = ({ reference }: { reference: string | null }) => reference === "refund"
  const whole = transactions.filter((one) => isRefund(one) && one.referenceId === id)
  const hasOwn = (row: Entry) =>
    transactions.some((one) => isRefund(one) && one.referenceId === row.id)
  const counted = sum(whole.map((one) => one.cents))
  const rows = sum(refunds.filter((row) => !hasOwn(row)).map((row) => row.cents))
  return cents(Math.max(0, 0 - counted - rows))
}

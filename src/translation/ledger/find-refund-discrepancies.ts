import { type Cents, cents, sum, ZERO_CENTS } from "../../domain/money"
import { toCents, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import {
  ageOfYoungest,
  type Entry,
  findMainPayment,
  type JournaledRefund,
  type JournalLedger,
  type OrderLedger,
  type PaymentBooks,
  total,
  type TransactionEntry,
} from "./order-ledger"

/** Medusa's refund rows beside the refunds that our journal knows to have happened. */
type MatchedRefunds = {
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
  // What is captured and not refunded, fractions of a cent included.
  const rest = total(payment.captures).minus(total(payment.refunds))
  return [
    {
      kind: "refund-missing",
      operationId: first.operationId,
      reference: first.reference,
      paymentId: payment.id,
      cents: first.cents,
      amount: first.isLast ? rest : toDecimal(first.cents).dividedBy(100),
      isInTransactions: countedWithoutRow(ledger, payment) >= first.cents,
      // No row of its own is young: Medusa's rows were read after the journal.
      age: ageOfYoungest(unreal),
    },
  ]
}

/** Rows of a payment whose capture was taken back: a refund of it had been begun, and died. */
function findOverNothing({ payments }: OrderLedger, journal: JournalLedger): Discrepancy[] {
  return payments
    .filter(({ isOurs, captures }) => isOurs && captures.length === 0)
    .flatMap((payment) => {
      const { unreal } = matchRefunds(payment, journal)
      const age = ageOfYoungest(unreal)
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
  const age = ageOfYoungest(unreal)
  return happened === left
    ? [{ kind: "refund-that-never-was", refundIds: unreal.map(({ id }) => id), age }]
    : []
}

/**
 * Cents that the order's transactions count as refunded without a row: core writes one for the whole
 * payment when an order is cancelled, whether the refund succeeded or not.
 */
export function countedWithoutRow(ledger: OrderLedger, payment: PaymentBooks): Cents {
  const counted = sum(wholeOf(ledger, payment).map((one) => one.cents))
  const rows = sum(withoutTransaction(ledger, payment.refunds).map((row) => row.cents))
  return cents(Math.max(0, 0 - counted - rows))
}

/** Core writes one for the whole payment when an order is cancelled. */
export function wholeOf({ transactions }: OrderLedger, { id }: PaymentBooks): TransactionEntry[] {
  return transactions.filter(
    ({ reference, referenceId }) => reference === "refund" && referenceId === id
  )
}

/** Those that no transaction of their own counts. */
export function withoutTransaction({ transactions }: OrderLedger, refunds: Entry[]): Entry[] {
  const counted = transactions.filter(({ reference }) => reference === "refund")
  return refunds.filter((row) => !counted.some(({ referenceId }) => referenceId === row.id))
}

const MOST_DECIMALS = 9
const ROUND_DOWN = 1

/** Core made a change for a refund's credit line, died, and no other change can be made beside it. */
export function findDeadChanges({ openChanges }: OrderLedger): Discrepancy[] {
  return openChanges
    .filter(({ isCreditLine }) => isCreditLine)
    .map(({ id, age }) => ({ kind: "change-that-never-was", changeId: id, age }))
}

/**
 * A refund lowers what the order comes to by as much as nobody was owed. Core writes that down after
 * the transaction, and the order's version goes up with it: transactions of this very version whose
 * amount is still to pay were not followed by it.
 */
export function findMissingCredit(ledger: OrderLedger): Discrepancy[] {
  const payment = findMainPayment(ledger)
  if (!payment || ledger.isCancelled) {
    return []
  }
  const isOfThisVersion = (one: TransactionEntry) =>
    one.reference === "refund" && one.version === ledger.version
  const counted = ledger.transactions.filter(isOfThisVersion)
  const rows = payment.refunds.filter((row) =>
    counted.some(({ referenceId }) => referenceId === row.id)
  )
  // Core writes one for the whole payment when it cancels an order, and may have died before it did.
  const isGivenBack = countedWithoutRow(ledger, payment) === ZERO_CENTS
  const whole = counted
    .filter(({ referenceId }) => referenceId === payment.id && isGivenBack)
    .map((one) => ({ ...one, exact: one.exact.negated() }))
  const entries = [...rows, ...whole]
  const refunded = total(entries)
  const due = ledger.pending.isLessThan(refunded) ? ledger.pending : refunded
  if (toCents(due) <= ZERO_CENTS) {
    return []
  }
  const { collectionId } = payment
  // Core refuses a credit of more than is to pay, by however little: of thirds, all digits are never read.
  const amount = due.decimalPlaces(MOST_DECIMALS, ROUND_DOWN)
  // What is still to pay is the whole order's: a refund of another payment may be under way, too.
  const ours = [...rows.map(({ id }) => id), payment.id]
  const others = counted.filter(({ referenceId }) => !ours.includes(referenceId ?? ""))
  const age = ageOfYoungest([...entries, ...others])
  return [{ kind: "credit-missing", amount, collectionId, age }]
}

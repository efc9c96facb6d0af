import { type Cents, cents, sum, ZERO_CENTS } from "../../domain/money"
import { toCents, toDecimal } from "../amount"
import {
  ageOfYoungest,
  type Discrepancy,
  type Entry,
  findMainPayment,
  type JournaledRefund,
  type JournalLedger,
  type OrderLedger,
  type PaymentLedger,
  type DiscrepancyFinder,
  total,
  type TransactionEntry,
} from "./order-ledger"

/** Medusa's refund rows compared with the journal's confirmed refunds. */
type MatchedRefunds = {
  /** Rows of confirmed refunds, and rows of less than a cent. */
  real: Entry[]
  /** Rows without a confirmed refund. */
  unreal: Entry[]
  /** Confirmed refunds without a row. */
  missing: JournaledRefund[]
}

function matchRefunds({ refunds }: PaymentLedger, journal: JournalLedger): MatchedRefunds {
  const hasRow = ({ reference }: JournaledRefund) => refunds.some(({ id }) => id === reference)
  const isReal = ({ id, cents }: Entry) =>
    cents === ZERO_CENTS || journal.refunds.some(({ reference }) => reference === id)
  return {
    real: refunds.filter(isReal),
    unreal: refunds.filter((row) => !isReal(row)),
    missing: journal.refunds.filter((refund) => !hasRow(refund)),
  }
}

/**
 * Finds refunds without a row, and rows without a refund. The earliest refund is recorded first; a row that was
 * created for it counts as its row.
 */
export const findRefundDiscrepancies: DiscrepancyFinder = (ledger, journal) => {
  const payment = findMainPayment(ledger)
  if (!payment?.isCaptured) return []
  const matched = matchRefunds(payment, journal)
  const { unreal, missing } = matched
  const [first] = missing
  const row = unreal.find((entry) => entry.cents === first?.cents)
  if (first && row) {
    const { operationId, reference: from } = first
    return [{ kind: "refund-unlinked", operationId, from, refundId: row.id, age: row.age }]
  }
  const never = findUnrefundedRows(matched, journal)
  if (!first || never.length > 0) {
    return never
  }
  // Captured minus refunded, fractions of a cent included.
  const rest = total(payment.captures).minus(total(payment.refunds))
  const { isLast, ...refund } = first
  return [
    {
      kind: "refund-missing",
      ...refund,
      paymentId: payment.id,
      amount: isLast ? rest : toDecimal(first.cents).dividedBy(100),
      isInTransactions: sumWithoutRow(ledger, payment) >= first.cents,
      // It has no row of its own, and Medusa's rows were read after the journal.
      age: ageOfYoungest(unreal),
    },
  ]
}

/** Finds refund rows of a reverted capture, from a refund that died. */
export const findRefundsOfNothing: DiscrepancyFinder = ({ payments }, journal) =>
  payments
    .filter(({ isOurs, captures }) => isOurs && captures.length === 0)
    .flatMap((payment) => toDropped(matchRefunds(payment, journal).unreal))

/**
 * Finds rows without a refund, if removing them leaves the confirmed refunds and the missing ones: core cannot
 * record both.
 */
function findUnrefundedRows(
  { real, unreal, missing }: MatchedRefunds,
  journal: JournalLedger
): Discrepancy[] {
  const happened = sum(journal.refunds.map((refund) => refund.cents))
  const left = sum([...real, ...missing].map((one) => one.cents))
  return happened === left ? toDropped(unreal) : []
}

function toDropped(rows: Entry[]): Discrepancy[] {
  const refundIds = rows.map(({ id }) => id)
  const age = ageOfYoungest(rows)
  return refundIds.length > 0 ? [{ kind: "refund-that-never-was", refundIds, age }] : []
}

/**
 * Cents that the order's transactions count as refunded without a row: core creates one for the whole payment when
 * an order is cancelled, even if the refund fails.
 */
export function sumWithoutRow(ledger: OrderLedger, payment: PaymentLedger): Cents {
  const counted = sum(findWhole(ledger, payment).map((transaction) => transaction.cents))
  const rows = sum(withoutTransaction(ledger, payment.refunds).map((row) => row.cents))
  return cents(Math.max(0, 0 - counted - rows))
}

/** Finds core's transactions for the whole payment of a cancelled order. */
function findWhole({ transactions }: OrderLedger, { id }: PaymentLedger): TransactionEntry[] {
  return transactions.filter(
    ({ reference, referenceId }) => reference === "refund" && referenceId === id
  )
}

/** Finds refunds without a transaction of their own. */
function withoutTransaction({ transactions }: OrderLedger, refunds: Entry[]): Entry[] {
  const counted = transactions.filter(({ reference }) => reference === "refund")
  return refunds.filter((row) => !counted.some(({ referenceId }) => referenceId === row.id))
}

/** In dollars. */
const CENT = 0.01

/**
 * Finds the single transaction of a cancelled order's whole payment if its amount differs from the refunds without
 * transactions of their own. It is deleted, so that each refund gets its own.
 */
export const findWrongWhole: DiscrepancyFinder = (ledger, journal) => {
  const payment = findMainPayment(ledger)
  const whole = payment ? findWhole(ledger, payment) : []
  if (!payment || whole.length === 0) return []
  const { real, unreal, missing } = matchRefunds(payment, journal)
  const isGivenBack = total(real).isGreaterThan(total(payment.captures).minus(CENT))
  if (unreal.length > 0 || missing.length > 0 || !isGivenBack) return []
  const without = withoutTransaction(ledger, real)
  const left = total(findUncounted(ledger, payment, real))
  const differs = total(without).minus(left).plus(total(whole)).abs().isGreaterThanOrEqualTo(CENT)
  const transactionIds = whole.map(({ id }) => id)
  const age = ageOfYoungest([...whole, ...real])
  return differs ? [{ kind: "transactions-astray", transactionIds, age }] : []
}

/** Finds confirmed refunds that the order's transactions do not count. */
export const findUnfinishedRefunds: DiscrepancyFinder = (ledger, journal) => {
  const payment = findMainPayment(ledger)
  if (!payment) return []
  const { real } = matchRefunds(payment, journal)
  return findUncounted(ledger, payment, real).map((row) => ({
    kind: "refund-unfinished",
    paymentId: payment.id,
    refundId: row.id,
    amount: row.exact,
    age: row.age,
  }))
}

/**
 * Finds rows without a transaction, except those that the whole payment's transaction covers. Compares to the cent,
 * because people refund cents while core counts fractions.
 */
function findUncounted(ledger: OrderLedger, payment: PaymentLedger, real: Entry[]): Entry[] {
  const whole = findWhole(ledger, payment)
  let counted = total(whole).negated()
  // The newest refunds are those of the cancellation.
  return [...withoutTransaction(ledger, real)].reverse().filter((row) => {
    const isCounted = whole.length > 0 && row.exact.minus(counted).isLessThan(CENT)
    counted = isCounted ? counted.minus(row.exact) : counted
    return !isCounted
  })
}

/** Finds changes that core created for a refund's credit line before it died; they block all other changes. */
export const findDeadChanges: DiscrepancyFinder = ({ openChanges }) =>
  openChanges
    .filter(({ isCreditLine }) => isCreditLine)
    .map(({ id, age }) => ({ kind: "change-that-never-was", changeId: id, age }))

const MOST_DECIMALS = 9
const ROUND_DOWN = 1

/**
 * Finds a missing credit line. A refund beyond the customer's credit lowers the order's total. Core writes that
 * after the transaction and raises the order's version, so it is missing if transactions of the current version
 * leave an amount due.
 */
export const findMissingCredit: DiscrepancyFinder = (ledger) => {
  const payment = findMainPayment(ledger)
  if (!payment || ledger.isCancelled) return []
  const isOfThisVersion = (transaction: TransactionEntry) =>
    transaction.reference === "refund" && transaction.version === ledger.version
  const counted = ledger.transactions.filter(isOfThisVersion)
  const rows = payment.refunds.filter((row) =>
    counted.some(({ referenceId }) => referenceId === row.id)
  )
  // Core creates one for the whole payment of a cancelled order, and may have died before.
  const isGivenBack = sumWithoutRow(ledger, payment) === ZERO_CENTS
  const whole = counted
    .filter(({ referenceId }) => referenceId === payment.id && isGivenBack)
    .map((transaction) => ({ ...transaction, exact: transaction.exact.negated() }))
  const entries = [...rows, ...whole]
  const refunded = total(entries)
  const due = ledger.pending.isLessThan(refunded) ? ledger.pending : refunded
  if (toCents(due) <= ZERO_CENTS) return []
  const { collectionId } = payment
  // Rounded down, because core refuses a credit above the amount due, and a third has endless digits.
  const amount = due.decimalPlaces(MOST_DECIMALS, ROUND_DOWN)
  // The amount due is the whole order's: another payment's refund may be running too.
  const ours = [...rows.map(({ id }) => id), payment.id]
  const others = counted.filter(({ referenceId }) => !ours.includes(referenceId ?? ""))
  const age = ageOfYoungest([...entries, ...others])
  return [{ kind: "credit-missing", amount, collectionId, age }]
}

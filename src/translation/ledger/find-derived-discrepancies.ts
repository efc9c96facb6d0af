import { type Decimal, isSameAmount, toCents, toDecimal } from "../amount"
import {
  ageOfYoungest,
  type CollectionLedger,
  findMainPayment,
  type OrderLedger,
  type DiscrepancyFinder,
  total,
  type TransactionEntry,
} from "./order-ledger"

// What core derives from the rows of payments, captures and refunds: transactions, the summary, and collections.

const CORE_IDS: Record<string, RegExp> = { capture: /^capt_/, refund: /^ref_/ }

/**
 * Finds order transactions without a matching row. Core adds one for every row that it reads, including one that it
 * reverts, and uses the newest refund's amount for all.
 */
export const findTransactionDiscrepancies: DiscrepancyFinder = (ledger) => {
  const rows = ledger.payments.flatMap((payment) => [
    ...payment.captures.map((row) => ({ ...row, reference: "capture", sign: 1, payment })),
    ...payment.refunds.map((row) => ({ ...row, reference: "refund", sign: -1, payment })),
  ])
  const isAllOurs = ledger.payments.every(({ isOurs }) => isOurs)
  const seen = new Set<string>()
  const isAstray = (transaction: TransactionEntry): boolean => {
    const pattern = CORE_IDS[transaction.reference ?? ""]
    if (!pattern?.test(transaction.referenceId ?? "")) {
      return isRefundOfNothing(ledger, transaction)
    }
    const row = rows.find(
      ({ id, reference }) => id === transaction.referenceId && reference === transaction.reference
    )
    const isTwice = seen.has(transaction.referenceId ?? "")
    seen.add(transaction.referenceId ?? "")
    if (!row) {
      return isAllOurs
    }
    const differs = !isSameAmount(transaction.exact, row.exact.times(row.sign))
    return row.payment.isOurs && (isTwice || differs)
  }
  return ledger.transactions
    .filter(isAstray)
    .map(({ id, age }) => ({ kind: "transactions-astray", transactionIds: [id], age }))
}

/** Whether core refunded a cancelled order's payment that was never captured. */
function isRefundOfNothing({ payments }: OrderLedger, transaction: TransactionEntry): boolean {
  const payment = payments.find(({ id, isOurs }) => isOurs && id === transaction.referenceId)
  const isUntouched = payment?.captures.length === 0 && payment.refunds.length === 0
  return transaction.reference === "refund" && isUntouched
}

/**
 * Finds a wrong summary. Core reads it, adds a transaction and writes it back, so one of two concurrent writers is
 * lost. The amount due is read from the summary.
 */
export const findSummaryDiscrepancies: DiscrepancyFinder = ({ summary, transactions }) => {
  if (summary === null) return []
  const ofRefunds = transactions.filter(({ exact }) => exact.isNegative())
  const refunded = toDecimal(0).minus(total(ofRefunds))
  const paid = total(transactions).plus(refunded)
  return isSameAmount(paid, summary.paid) && isSameAmount(refunded, summary.refunded)
    ? []
    : [{ kind: "summary-miscounted", paid, refunded, age: ageOfYoungest(transactions) }]
}

/** Medusa derives an order's payment status from its collections alone. */
export const findCollectionDiscrepancies: DiscrepancyFinder = (ledger, journal) => [
  ...findEndedCollections(ledger, journal),
  ...findWrongSums(ledger, journal),
  ...findLeftoverCollections(ledger, journal),
  ...findExcess(ledger, journal),
]

/**
 * Finds collections of ended financings on orders that other payments cover; Medusa would count them as outstanding.
 */
const findEndedCollections: DiscrepancyFinder = (ledger, { endedWithoutLoan }) => {
  if (!endedWithoutLoan || !ledger.isCoveredByOthers || ledger.isCancelled) return []
  return findIdleCollections(ledger)
    .filter(({ isOurs }) => isOurs)
    .map(({ id, age }) => ({ kind: "collection-outlived", collectionId: id, age }))
}

/** Finds wrong sums: core writes a payment, capture or refund first and updates its collection later. */
const findWrongSums: DiscrepancyFinder = (ledger) => {
  const main = findMainPayment(ledger)
  const collection = ledger.collections.find(({ id }) => id === main?.collectionId)
  if (!collection) return []
  const status = ledger.isCancelled ? collection.status : statusOf(collection)
  if (isCounted(collection) && status === collection.status) return []
  const rows = ledger.payments
    .filter(({ collectionId }) => collectionId === collection.id)
    .flatMap((payment) => [payment, ...payment.captures, ...payment.refunds])
  const age = ageOfYoungest(rows)
  const { id, counted: sums } = collection
  return [{ kind: "collection-miscounted", collectionId: id, status, sums, age }]
}

/** Seconds within which core has cancelled an order. A later collection was opened on purpose. */
const CANCELLING = 60

/**
 * Finds open collections of cancelled orders. Core's cancellation covers the collections that exist at that time;
 * one opened or updated a moment later would await a payment forever.
 */
const findLeftoverCollections: DiscrepancyFinder = (ledger) => {
  const { payments, cancelledFor } = ledger
  if (cancelledFor === null) return []
  return findIdleCollections(ledger)
    .filter(({ age }) => age > cancelledFor - CANCELLING)
    .map(({ id, age }) => ({
      kind: "collection-outlived",
      collectionId: id,
      age: Math.min(age, cancelledFor, ageOfYoungest(payments)),
    }))
}

/** Statuses of collections without a captured payment. */
const OPEN = ["not_paid", "awaiting", "authorized", "partially_authorized"]

/** Finds open collections that have received no money and have no live payment. */
function findIdleCollections({ collections, payments }: OrderLedger): CollectionLedger[] {
  return collections.filter(
    ({ id, status, counted }) =>
      OPEN.includes(status) &&
      !counted.captured.isGreaterThan(0) &&
      !payments.some(({ collectionId, isCancelled }) => collectionId === id && !isCancelled)
  )
}

/** Statuses of collections without any payment. */
const UNPAID = ["not_paid", "awaiting"]

/**
 * Finds collections over more than the amount due. Core opens one over the order's balance, which may lack an
 * uncounted capture or refund, so that its payer would pay twice.
 */
const findExcess: DiscrepancyFinder = (ledger) => {
  const main = findMainPayment(ledger)
  const isChanging = ledger.openChanges.length > 0 || ledger.awaitsGoods
  if (ledger.isCancelled || isChanging || !main?.isCaptured || main.isCancelled) return []
  const open = findIdleCollections(ledger).filter(({ status }) => UNPAID.includes(status))
  const asked = open.reduce((sum, { amount }) => sum.plus(amount), toDecimal(0))
  if (toCents(asked) <= Math.max(toCents(ledger.pending), 0)) return []
  const rows = ledger.payments.flatMap(({ captures, refunds }) => [...captures, ...refunds])
  const age = ageOfYoungest([...open, ...rows, ...ledger.transactions])
  return [{ kind: "asked-for-too-much", age }]
}

function isCounted({ written, counted }: CollectionLedger): boolean {
  return (
    isSameAmount(written.captured, counted.captured) &&
    isSameAmount(written.refunded, counted.refunded)
  )
}

/** Computes the status as core does, from the sums captured and authorized. */
function statusOf({ amount, status, counted }: CollectionLedger): string {
  const covers = (sum: Decimal) => toCents(sum) >= toCents(amount)
  if (toCents(amount) <= 0) return status
  if (covers(counted.captured)) return "completed"
  return covers(counted.authorized) ? "authorized" : status
}

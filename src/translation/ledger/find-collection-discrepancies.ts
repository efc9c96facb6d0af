import { type Decimal, isSameAmount, toCents, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import {
  ageOfYoungest,
  type CollectionBooks,
  findMainPayment,
  type JournalLedger,
  type OrderLedger,
} from "./order-ledger"

/** Collections that await a payment, or have one that is not captured. */
const OPEN = ["not_paid", "awaiting", "authorized", "partially_authorized"]

/** The order's payment status is read from its collections alone. */
export function findCollectionDiscrepancies(
  ledger: OrderLedger,
  journal: JournalLedger
): Discrepancy[] {
  return [
    ...findDead(ledger, journal),
    ...findMiscounted(ledger),
    ...findOutlived(ledger),
    ...findAskedForTooMuch(ledger),
  ]
}

/** Its financing came to nothing, and other payments pay for the order: Medusa would count it as still to come. */
function findDead(ledger: OrderLedger, { cameToNothing }: JournalLedger): Discrepancy[] {
  if (!cameToNothing || !ledger.othersPayAll || ledger.isCancelled) return []
  return ledger.collections
    .filter((one) => one.isOurs && OPEN.includes(one.status) && !isNeeded(one, ledger))
    .map(({ id, age }) => ({ kind: "collection-outlived", collectionId: id, age }))
}

/** Core writes a payment, a capture or a refund first, and what its collection comes to a moment later. */
function findMiscounted(ledger: OrderLedger): Discrepancy[] {
  const main = findMainPayment(ledger)
  const collection = ledger.collections.find(({ id }) => id === main?.collectionId)
  if (!collection) {
    return []
  }
  const status = ledger.isCancelled ? collection.status : statusOf(collection)
  if (isCounted(collection) && status === collection.status) {
    return []
  }
  const rows = ledger.payments
    .filter(({ collectionId }) => collectionId === collection.id)
    .flatMap((payment) => [payment, ...payment.captures, ...payment.refunds])
  return [
    {
      kind: "collection-miscounted",
      collectionId: collection.id,
      status,
      sums: collection.counted,
      age: ageOfYoungest(rows),
    },
  ]
}

/** Seconds within which core has cancelled an order. What is opened later is what somebody asked for. */
const CANCELLING = 60

/**
 * Core's cancellation of an order cancels every collection that it has by then. One that was opened at
 * that very moment, or written by an authorization that ended a moment later, would await a payment for ever.
 */
function findOutlived(ledger: OrderLedger): Discrepancy[] {
  const { payments, collections, cancelledFor } = ledger
  if (cancelledFor === null) {
    return []
  }
  return collections
    .filter((one) => OPEN.includes(one.status) && !isNeeded(one, ledger))
    .filter(({ age }) => age > cancelledFor - CANCELLING)
    .map(({ id, age }) => ({
      kind: "collection-outlived",
      collectionId: id,
      age: Math.min(age, cancelledFor, ageOfYoungest(payments)),
    }))
}

/** Money came in on it, or a payment lives there. */
function isNeeded({ id, counted }: CollectionBooks, { payments }: OrderLedger): boolean {
  return (
    counted.captured.isGreaterThan(0) ||
    payments.some((one) => one.collectionId === id && !one.isCancelled)
  )
}

/** Nothing is paid on them yet. */
const UNPAID = ["not_paid", "awaiting"]

/**
 * Core reads what an order owes and opens a collection over that, while a capture or a refund that it has
 * not counted yet changes it. Whoever pays that collection would pay twice.
 */
function findAskedForTooMuch(ledger: OrderLedger): Discrepancy[] {
  const main = findMainPayment(ledger)
  const isChanging = ledger.openChanges.length > 0 || ledger.awaitsGoods
  if (ledger.isCancelled || isChanging || !main?.isCaptured || main.isCancelled) {
    return []
  }
  const open = ledger.collections.filter(
    (one) => UNPAID.includes(one.status) && !isNeeded(one, ledger)
  )
  const asked = open.reduce((sum, { amount }) => sum.plus(amount), toDecimal(0))
  if (toCents(asked) <= Math.max(toCents(ledger.pending), 0)) {
    return []
  }
  const rows = ledger.payments.flatMap(({ captures, refunds }) => [...captures, ...refunds])
  const age = ageOfYoungest([...open, ...rows, ...ledger.transactions])
  return [{ kind: "asked-for-too-much", age }]
}

function isCounted({ written, counted }: CollectionBooks): boolean {
  return (
    isSameAmount(written.captured, counted.captured) &&
    isSameAmount(written.refunded, counted.refunded)
  )
}

/** As core decides it, for what is captured and authorized as a whole. */
function statusOf({ amount, status, counted }: CollectionBooks): string {
  const covers = (sum: Decimal) => toCents(sum) >= toCents(amount)
  if (toCents(amount) <= 0) return status
  if (covers(counted.captured)) return "completed"
  return covers(counted.authorized) ? "authorized" : status
}

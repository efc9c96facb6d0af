import { type Decimal, isSameAmount, toCents, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import {
  ageOfYoungest,
  type CollectionLedger,
  findMainPayment,
  type JournalLedger,
  type OrderLedger,
} from "./order-ledger"

/** Statuses of collections without a captured payment. */
const OPEN = ["not_paid", "awaiting", "authorized", "partially_authorized"]

/** Medusa derives an order's payment status from its collections alone. */
export function findCollectionDiscrepancies(
  ledger: OrderLedger,
  journal: JournalLedger
): Discrepancy[] {
  return [
    ...findEndedCollections(ledger, journal),
    ...findWrongSums(ledger),
    ...findLeftoverCollections(ledger),
    ...findExcess(ledger),
  ]
}

/**
 * Finds collections of ended financings on orders that other payments cover; Medusa would count them as outstanding.
 */
function findEndedCollections(
  ledger: OrderLedger,
  { cameToNothing }: JournalLedger
): Discrepancy[] {
  if (!cameToNothing || !ledger.othersPayAll || ledger.isCancelled) return []
  return ledger.collections
    .filter((one) => one.isOurs && OPEN.includes(one.status) && !isNeeded(one, ledger))
    .map(({ id, age }) => ({ kind: "collection-outlived", collectionId: id, age }))
}

/** Finds wrong sums: core writes a payment, capture or refund first and updates its collection later. */
function findWrongSums(ledger: OrderLedger): Discrepancy[] {
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

/** Seconds within which core has cancelled an order. A later collection was opened on purpose. */
const CANCELLING = 60

/**
 * Finds open collections of cancelled orders. Core's cancellation covers the collections that exist at that time;
 * one opened or updated a moment later would await a payment forever.
 */
function findLeftoverCollections(ledger: OrderLedger): Discrepancy[] {
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

/** Whether it has received money or has a live payment. */
function isNeeded({ id, counted }: CollectionLedger, { payments }: OrderLedger): boolean {
  return (
    counted.captured.isGreaterThan(0) ||
    payments.some((one) => one.collectionId === id && !one.isCancelled)
  )
}

/** Statuses of collections without any payment. */
const UNPAID = ["not_paid", "awaiting"]

/**
 * Finds collections over more than the amount due. Core opens one over the order's balance, which may lack an
 * uncounted capture or refund, so that its payer would pay twice.
 */
function findExcess(ledger: OrderLedger): Discrepancy[] {
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

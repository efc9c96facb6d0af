import { subtract } from "../../domain/money"
import { type Decimal, sumToCents, toCents, toDecimal } from "../amount"
import type { MedusaNumber } from "../priced-record"
import { isCancelled, isPaidOtherwise } from "../purchase-state"
import type { CollectionBooks, Entry, OrderLedger, Paid, PaymentBooks } from "./order-ledger"
import { compact } from "../compact"

type AmountRecord = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  created_at: Date | string
}

type PaymentRecord = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  payment_session_id: string
  captured_at?: Date | string | null
  canceled_at?: Date | string | null
  created_at: Date | string
  captures?: readonly (AmountRecord | null)[] | null
  refunds?: readonly (AmountRecord | null)[] | null
}

type SessionRecord = {
  id: string
  status: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
}

type CollectionRecord = {
  id: string
  status: string
  created_at: Date | string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  authorized_amount?: MedusaNumber
  captured_amount?: MedusaNumber
  refunded_amount?: MedusaNumber
  payments?: readonly (PaymentRecord | null)[] | null
  payment_sessions?: readonly (SessionRecord | null)[] | null
}

type TransactionRecord = AmountRecord & {
  reference?: string | null
  reference_id?: string | null
  version: number
}

type ItemRecord = { detail?: { return_requested_quantity?: MedusaNumber } | null }

type SummaryRecord = {
  pending_difference?: MedusaNumber
  raw_pending_difference?: MedusaNumber
  paid_total?: MedusaNumber
  raw_paid_total?: MedusaNumber
  refunded_total?: MedusaNumber
  raw_refunded_total?: MedusaNumber
}

export type OrderRecord = {
  id: string
  total: MedusaNumber
  version: number
  status: string
  canceled_at?: Date | string | null
  currency_code: string
  items?: readonly (ItemRecord | null)[] | null
  summary?: SummaryRecord | null
  transactions?: readonly (TransactionRecord | null)[] | null
  payment_collections?: readonly (CollectionRecord | null)[] | null
  /** Edits, returns, claims, exchanges and transfers that are neither confirmed nor given up. */
  open_changes: readonly ChangeRecord[]
}

export type ChangeRecord = {
  id: string
  status: string
  change_type?: string | null
  created_at: Date | string
}

type Reading = {
  /** Every payment session that rests or rested on the application. */
  sessionIds: readonly string[]
  /** In milliseconds. */
  now: number
}

/** Reads an order's books. Throws MedusaError INVALID_DATA for unreadable numbers. */
export function readOrderLedger(order: OrderRecord, { sessionIds, now }: Reading): OrderLedger {
  const collections = compact(order.payment_collections)
  const age = (date: Date | string) => (now - new Date(date).getTime()) / 1000
  const entryOf = (record: AmountRecord): Entry => {
    const exact = toDecimal(exactOf(record))
    return { id: record.id, cents: toCents(exact), exact, age: age(record.created_at) }
  }
  const paymentOf = (collection: CollectionRecord, payment: PaymentRecord): PaymentBooks => ({
    id: payment.id,
    collectionId: collection.id,
    isOurs: sessionIds.includes(payment.payment_session_id),
    isCaptured: Boolean(payment.captured_at),
    isCancelled: Boolean(payment.canceled_at),
    hasSession: compact(collection.payment_sessions).some(
      ({ id }) => id === payment.payment_session_id
    ),
    age: age(payment.created_at),
    captures: oldestFirst(compact(payment.captures)).map(entryOf),
    refunds: roundTogether(oldestFirst(compact(payment.refunds)).map(entryOf)),
  })
  return {
    id: order.id,
    version: order.version,
    currency: order.currency_code,
    isCancelled: isCancelled(order),
    cancelledFor: order.canceled_at ? age(order.canceled_at) : null,
    othersPayAll: isPaidOtherwise(order, sessionIds),
    pending: toDecimal(
      order.summary?.raw_pending_difference ?? order.summary?.pending_difference ?? 0
    ),
    awaitsGoods: compact(order.items).some(({ detail }) =>
      toDecimal(detail?.return_requested_quantity ?? 0).isGreaterThan(0)
    ),
    summary: readSummary(order.summary),
    openChanges: order.open_changes.map(({ id, change_type, created_at }) => ({
      id,
      isCreditLine: change_type === "credit_line",
      age: age(created_at),
    })),
    payments: collections.flatMap((one) =>
      compact(one.payments).map((payment) => paymentOf(one, payment))
    ),
    collections: collections.map((one) => ({
      ...countOf(one),
      isOurs: compact(one.payment_sessions).some(({ id }) => sessionIds.includes(id)),
      age: age(one.created_at),
    })),
    transactions: oldestFirst(compact(order.transactions)).map((one) => ({
      ...entryOf(one),
      reference: one.reference ?? null,
      referenceId: one.reference_id ?? null,
      version: one.version,
    })),
  }
}

function readSummary(summary: SummaryRecord | null | undefined): Paid | null {
  const paid = summary?.raw_paid_total ?? summary?.paid_total
  const refunded = summary?.raw_refunded_total ?? summary?.refunded_total
  return paid == null || refunded == null
    ? null
    : { paid: toDecimal(paid), refunded: toDecimal(refunded) }
}

function countOf(collection: CollectionRecord): Omit<CollectionBooks, "age" | "isOurs"> {
  const payments = compact(collection.payments)
  const authorized = compact(collection.payment_sessions).filter(
    ({ status }) => status === "authorized"
  )
  return {
    id: collection.id,
    status: collection.status,
    amount: toDecimal(exactOf(collection)),
    written: {
      authorized: toDecimal(collection.authorized_amount ?? 0),
      captured: toDecimal(collection.captured_amount ?? 0),
      refunded: toDecimal(collection.refunded_amount ?? 0),
    },
    counted: {
      authorized: sumOf(authorized),
      captured: sumOf(payments.flatMap(({ captures }) => compact(captures))),
      refunded: sumOf(payments.flatMap(({ refunds }) => compact(refunds))),
    },
  }
}

type Amounted = { amount: MedusaNumber; raw_amount?: MedusaNumber }

function exactOf({ raw_amount, amount }: Amounted): MedusaNumber {
  return raw_amount ?? amount
}

function sumOf(records: readonly Amounted[]): Decimal {
  return records.reduce((sum, one) => sum.plus(toDecimal(exactOf(one))), toDecimal(0))
}

/** Each counts what it adds to the rounded sum, so that fractions of a cent do not add up. */
function roundTogether(entries: Entry[]): Entry[] {
  const upTo = (count: number) => sumToCents(entries.slice(0, count).map(({ exact }) => exact))
  return entries.map((entry, index) => ({
    ...entry,
    cents: subtract(upTo(index + 1), upTo(index)),
  }))
}

function oldestFirst<Row extends { id: string; created_at: Date | string }>(rows: Row[]): Row[] {
  const time = ({ created_at }: Row) => new Date(created_at).getTime()
  return [...rows].sort((one, two) => time(one) - time(two) || (one.id < two.id ? -1 : 1))
}

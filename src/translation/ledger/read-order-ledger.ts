import { subtract } from "../../domain/money"
import { exactOf, sumExact, sumToCents, toCents, toDecimal } from "../amount"
import {
  type AmountRow,
  type CollectionSide,
  compact,
  type MedusaNumber,
  type MoneyRow,
  type PaymentSide,
  pendingOf,
  type Rows,
  type SessionSide,
  type SummaryRow,
} from "../medusa-rows"
import { isCancelled, isPaidOtherwise } from "../purchase-state"
import type { CollectionLedger, Entry, OrderLedger, Paid, PaymentLedger } from "./order-ledger"

type PaymentRecord = PaymentSide & { created_at: Date | string }

type CollectionRecord = Omit<CollectionSide, "payments"> &
  AmountRow & {
    status: string
    created_at: Date | string
    authorized_amount?: MedusaNumber
    captured_amount?: MedusaNumber
    refunded_amount?: MedusaNumber
    payments?: Rows<PaymentRecord>
    payment_sessions?: Rows<SessionSide & AmountRow>
  }

type TransactionRecord = MoneyRow & {
  reference?: string | null
  reference_id?: string | null
  version: number
}

type SummaryRecord = SummaryRow & {
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
  items?: Rows<{ detail?: { return_requested_quantity?: MedusaNumber } | null }>
  summary?: SummaryRecord | null
  transactions?: Rows<TransactionRecord>
  payment_collections?: Rows<CollectionRecord>
  /** Of the order's current version; core stores the version in which each line began in its metadata. */
  credit_lines?: readonly (AmountRow & { metadata?: Record<string, unknown> | null })[]
  /** Edits, returns, claims, exchanges and transfers that are neither confirmed nor cancelled. */
  open_changes: readonly ChangeRecord[]
}

export type ChangeRecord = {
  id: string
  status: string
  change_type?: string | null
  created_at: Date | string
}

/**
 * Reads an order's ledger. `sessionIds` are the application's payment sessions, past ones included; `now` is in
 * milliseconds. Throws MedusaError INVALID_DATA for unreadable numbers.
 */
export function readOrderLedger(
  order: OrderRecord,
  { sessionIds, now }: { sessionIds: readonly string[]; now: number }
): OrderLedger {
  const collections = compact(order.payment_collections)
  const age = (date: Date | string) => (now - new Date(date).getTime()) / 1000
  const entryOf = (record: MoneyRow): Entry => {
    const exact = exactOf(record)
    return { id: record.id, cents: toCents(exact), exact, age: age(record.created_at) }
  }
  const paymentOf = (collection: CollectionRecord, payment: PaymentRecord): PaymentLedger => ({
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
    isCoveredByOthers: isPaidOtherwise(order, sessionIds),
    pending: toDecimal(pendingOf(order.summary) ?? 0),
    awaitsGoods: compact(order.items).some(({ detail }) =>
      toDecimal(detail?.return_requested_quantity ?? 0).isGreaterThan(0)
    ),
    summary: readSummary(order.summary),
    openChanges: order.open_changes.map(({ id, change_type, created_at }) => ({
      id,
      isCreditLine: change_type === "credit_line",
      age: age(created_at),
    })),
    payments: collections.flatMap((collection) =>
      compact(collection.payments).map((payment) => paymentOf(collection, payment))
    ),
    collections: collections.map((collection) => ({
      ...countOf(collection),
      isOurs: compact(collection.payment_sessions).some(({ id }) => sessionIds.includes(id)),
      age: age(collection.created_at),
    })),
    transactions: oldestFirst(compact(order.transactions)).map((transaction) => ({
      ...entryOf(transaction),
      reference: transaction.reference ?? null,
      referenceId: transaction.reference_id ?? null,
      version: transaction.version,
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

function countOf(collection: CollectionRecord): Omit<CollectionLedger, "age" | "isOurs"> {
  const payments = compact(collection.payments)
  const authorized = compact(collection.payment_sessions).filter(
    ({ status }) => status === "authorized"
  )
  return {
    id: collection.id,
    status: collection.status,
    amount: exactOf(collection),
    written: {
      authorized: toDecimal(collection.authorized_amount ?? 0),
      captured: toDecimal(collection.captured_amount ?? 0),
      refunded: toDecimal(collection.refunded_amount ?? 0),
    },
    counted: {
      authorized: sumExact(authorized),
      captured: sumExact(payments.flatMap(({ captures }) => compact(captures))),
      refunded: sumExact(payments.flatMap(({ refunds }) => compact(refunds))),
    },
  }
}

/** Gives each entry its share of the rounded sum, so that fractions of a cent do not add up. */
function roundTogether(entries: Entry[]): Entry[] {
  const upTo = (count: number) => sumToCents(entries.slice(0, count).map(({ exact }) => exact))
  return entries.map((entry, index) => ({
    ...entry,
    cents: subtract(upTo(index + 1), upTo(index)),
  }))
}

function oldestFirst<Row extends { id: string; created_at: Date | string }>(rows: Row[]): Row[] {
  const time = ({ created_at }: Row) => new Date(created_at).getTime()
  return [...rows].sort((a, b) => time(a) - time(b) || (a.id < b.id ? -1 : 1))
}

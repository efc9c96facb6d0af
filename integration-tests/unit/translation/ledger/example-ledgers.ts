import {
  type ChangeRecord,
  type OrderRecord,
  readOrderLedger,
} from "../../../../src/translation/ledger/read-order-ledger"
import type { OrderLedger } from "../../../../src/translation/ledger/order-ledger"

export const NOW = new Date("2026-01-02T03:04:05.000Z").getTime()

export const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1000)

type Collection = NonNullable<NonNullable<OrderRecord["payment_collections"]>[number]>
export type Payment = NonNullable<NonNullable<Collection["payments"]>[number]>
export type Row = NonNullable<NonNullable<Payment["captures"]>[number]>
export type Transaction = NonNullable<NonNullable<OrderRecord["transactions"]>[number]>

const HOUR = 3600

export const buildRow = (id: string, amount: number, age = HOUR): Row => ({
  id,
  amount,
  created_at: secondsAgo(age),
})

export const buildPayment = (changes: Partial<Payment> = {}): Payment => ({
  id: "pay_1",
  payment_session_id: "payses_1",
  amount: 1000,
  created_at: secondsAgo(2 * HOUR),
  captures: [],
  refunds: [],
  ...changes,
})

export const buildCapturedPayment = (changes: Partial<Payment> = {}): Payment =>
  buildPayment({ captured_at: secondsAgo(HOUR), captures: [buildRow("capt_1", 1000)], ...changes })

export const buildTransaction = (
  [reference, reference_id]: [string, string],
  amount: number,
  changes: Partial<Transaction> = {}
): Transaction => ({
  ...buildRow(`ordtrx_${reference_id}`, amount),
  reference,
  reference_id,
  version: 1,
  ...changes,
})

export type LedgerInput = {
  payments?: Payment[]
  transactions?: Transaction[]
  collection?: Partial<Collection>
  order?: Partial<OrderRecord>
  changes?: ChangeRecord[]
}

/** Builds the ledger of a $1,000 order with one collection, with the sums that core writes for these payments. */
export function buildLedger({
  payments = [buildPayment()],
  transactions = [],
  collection = {},
  order = {},
  changes = [],
}: LedgerInput = {}): OrderLedger {
  const sumRows = (rows: ("captures" | "refunds")[]) =>
    payments
      .flatMap((payment) => rows.flatMap((key) => payment[key] ?? []))
      .reduce((sum, one) => sum + Number(one?.amount ?? 0), 0)
  const capturedAmount = sumRows(["captures"])
  return readOrderLedger(
    {
      id: "order_1",
      total: 1000,
      version: 1,
      status: "pending",
      currency_code: "usd",
      summary: { pending_difference: 0 },
      transactions,
      open_changes: changes,
      payment_collections: [
        {
          id: "pay_col_1",
          created_at: secondsAgo(3 * HOUR),
          status: capturedAmount >= 1000 ? "completed" : "authorized",
          amount: 1000,
          authorized_amount: 1000,
          captured_amount: capturedAmount,
          refunded_amount: sumRows(["refunds"]),
          payment_sessions: [{ id: "payses_1", status: "authorized", amount: 1000 }],
          payments,
          ...collection,
        },
      ],
      ...order,
    },
    { sessionIds: ["payses_1", "payses_2"], now: NOW }
  )
}

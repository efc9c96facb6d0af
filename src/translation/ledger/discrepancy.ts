import type { Cents } from "../../domain/money"
import type { Decimal } from "../amount"
import type { Paid, Sums } from "./order-ledger"

/** What is wrong; for each there is one repair (see reconciliation/repair.ts). */
type Wrong =
  /** A second payment rests on one loan, or a payment outlived its order. */
  | { kind: "payment-in-excess"; paymentId: string }
  /** Core cancelled it while it was being captured, and its order goes on. */
  | { kind: "captured-when-cancelled"; paymentId: string }
  /** A crash before our settle, or core took it back: nothing was captured. */
  | { kind: "capture-that-never-was"; captureIds: string[] }
  /** It is settled, and core did not finish writing it down. `captureIds`: what it began with. */
  | { kind: "capture-unfinished"; paymentId: string; captureIds: string[] }
  /** A refund happened, and its row does not say so. */
  | { kind: "refund-unlinked"; operationId: string; from: string | null; refundId: string }
  /** A refund happened, and Medusa has no row for it. */
  | ({ kind: "refund-missing" } & MissingRefund)
  /** A crash before our refund: nothing was refunded. */
  | { kind: "refund-that-never-was"; refundIds: string[] }
  /** An order's transactions that stand twice, with another amount than their row, or for none. */
  | { kind: "transactions-astray"; transactionIds: string[] }
  /** The order's summary is not what its transactions add up to: these dollars. */
  | ({ kind: "summary-miscounted" } & Paid)
  /** Core did not finish writing a refund down. `amount` in dollars. */
  | { kind: "refund-unfinished"; paymentId: string; refundId: string; amount: Decimal }
  /** The collection's sums are not those of its rows. */
  | { kind: "collection-miscounted"; collectionId: string; status: string; sums: Sums }
  /** It was opened while its order was being cancelled, and awaits a payment for ever. */
  | { kind: "collection-outlived"; collectionId: string }
  /** Beside a captured loan more is asked for than the order still costs. */
  | { kind: "asked-for-too-much" }
  /** Core began to lower what the order comes to, and did not finish. */
  | { kind: "change-that-never-was"; changeId: string }
  /** What is refunded lowers what the order comes to; core did not get to that. Dollars. */
  | { kind: "credit-missing"; amount: Decimal; collectionId: string }

type MissingRefund = {
  operationId: string
  /** The row that core dropped, where there ever was one. */
  reference: string | null
  paymentId: string
  cents: Cents
  /** The same, exactly, in dollars: the last refund takes the fractions of a cent along. */
  amount: Decimal
  /** The order's transactions count it already, as those of a cancelled order do. */
  isInTransactions: boolean
}

/**
 * Something in Medusa's own rows about an order's money that does not add up, and of which only one
 * reading is possible. `age` (seconds) is that of the youngest row that it was read from: it counts
 * only once whatever wrote that row has certainly ended.
 */
export type Discrepancy = Wrong & { age: number }

export type DiscrepancyKind = Discrepancy["kind"]

export type FlawOf<Kind extends DiscrepancyKind> = Extract<Discrepancy, { kind: Kind }>

/** A difference that only a person can resolve. The sentence is for the merchant. */
export type BookQuestion = { reason: string; age: number }

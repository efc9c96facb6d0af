import type { Cents } from "../../domain/money"
import type { Decimal } from "../amount"
import type { Paid, Sums } from "./order-ledger"

/** The kinds of discrepancies; each has one repair (see medusa/repair-order.ts). */
type Wrong =
  /** A second payment on one loan, or a payment of a cancelled order. */
  | { kind: "payment-in-excess"; paymentId: string }
  /** Core cancelled the payment during its capture, and the order continues. */
  | { kind: "captured-when-cancelled"; paymentId: string }
  /** Core crashed before the settle or reverted the capture: nothing was captured. */
  | { kind: "capture-that-never-was"; captureIds: string[] }
  /** The loan is settled, but core did not finish its records. `captureIds`: rows that it created. */
  | { kind: "capture-unfinished"; paymentId: string; captureIds: string[] }
  /** A refund happened, but its row has no link to it. */
  | { kind: "refund-unlinked"; operationId: string; from: string | null; refundId: string }
  /** A refund happened, and Medusa has no row for it. */
  | ({ kind: "refund-missing" } & MissingRefund)
  /** Core crashed before the refund: nothing was refunded. */
  | { kind: "refund-that-never-was"; refundIds: string[] }
  /** Order transactions that are duplicated, have another amount than their row, or have none. */
  | { kind: "transactions-astray"; transactionIds: string[] }
  /** The order's summary differs from the sum of its transactions, given in dollars. */
  | ({ kind: "summary-miscounted" } & Paid)
  /** Core did not finish recording a refund. `amount` in dollars. */
  | { kind: "refund-unfinished"; paymentId: string; refundId: string; amount: Decimal }
  /** The collection's sums differ from its rows. */
  | { kind: "collection-miscounted"; collectionId: string; status: string; sums: Sums }
  /** Opened while its order was being cancelled, so its payment will never come. */
  | { kind: "collection-outlived"; collectionId: string }
  /** Besides a captured loan, the open amount exceeds what the order still costs. */
  | { kind: "asked-for-too-much" }
  /** Core began to lower the order's total and did not finish. */
  | { kind: "change-that-never-was"; changeId: string }
  /** A refund must lower the order's total, which core did not do. Dollars. */
  | { kind: "credit-missing"; amount: Decimal; collectionId: string }

type MissingRefund = {
  operationId: string
  /** The row that core dropped, if there was one. */
  reference: string | null
  paymentId: string
  cents: Cents
  /** The exact amount in dollars: the last refund includes fractions of a cent. */
  amount: Decimal
  /** The order's transactions count it already, as after a cancellation. */
  isInTransactions: boolean
}

/**
 * A discrepancy in Medusa's rows about an order's money that has only one explanation. `age` is that of its youngest
 * row in seconds; it counts only once that row's writer has certainly ended.
 */
export type Discrepancy = Wrong & { age: number }

export type DiscrepancyKind = Discrepancy["kind"]

export type DiscrepancyOf<Kind extends DiscrepancyKind> = Extract<Discrepancy, { kind: Kind }>

/** A discrepancy that only a person can resolve, with a sentence for the merchant. */
export type LedgerQuestion = { reason: string; age: number }

import { type Cents, cents } from "../../domain/money"
import { type Decimal, toDecimal } from "../amount"
import { type OperationKind, type OperationOutcome, REFUND_KINDS } from "../../domain/operation"

/** A row about money. Ages are in seconds. */
export type Entry = { id: string; cents: Cents; exact: Decimal; age: number }

export type PaymentLedger = {
  id: string
  collectionId: string
  /** Its session belongs to the application. */
  isOurs: boolean
  isCaptured: boolean
  isCancelled: boolean
  /** Its session exists: Medusa drops the old one when a shopper chooses again. */
  hasSession: boolean
  age: number
  captures: Entry[]
  /** Oldest first; their cents add up to the rounded sum. */
  refunds: Entry[]
}

export type TransactionEntry = Entry & {
  reference: string | null
  referenceId: string | null
  version: number
}

/** Authorized, captured and refunded sums in dollars. */
export type Sums = { authorized: Decimal; captured: Decimal; refunded: Decimal }

export type CollectionLedger = {
  id: string
  /** One of its payment sessions belongs to the application. */
  isOurs: boolean
  status: string
  age: number
  amount: Decimal
  /** The collection's stored sums, and the sums of its rows. */
  written: Sums
  counted: Sums
}

/** The sums that the customer paid and got back in dollars, both positive. */
export type Paid = { paid: Decimal; refunded: Decimal }

/** All of Medusa's records about an order's money. */
export type OrderLedger = {
  id: string
  version: number
  currency: string
  isCancelled: boolean
  /** Seconds since it was cancelled; null when it was not. */
  cancelledFor: number | null
  /** Other payments cover the whole order. */
  isCoveredByOthers: boolean
  /** The summary's amount due in dollars (positive), or the credit to the customer (negative). */
  pending: Decimal
  /** Requested returns have not arrived: pending counts them until they are cancelled. */
  awaitsGoods: boolean
  /** The transactions' sums in that summary; null if it has none. */
  summary: Paid | null
  /** Order changes that are neither confirmed nor cancelled. Core creates and confirms credit lines for refunds. */
  openChanges: { id: string; isCreditLine: boolean; age: number }[]
  payments: PaymentLedger[]
  collections: CollectionLedger[]
  transactions: TransactionEntry[]
}

/** Seconds; without rows, older than everything. */
export function ageOfYoungest(rows: readonly { age: number }[]): number {
  return Math.min(Infinity, ...rows.map(({ age }) => age))
}

/** In dollars, fractions of a cent included. */
export function total(entries: readonly Pick<Entry, "exact">[]): Decimal {
  return entries.reduce((all, { exact }) => all.plus(exact), toDecimal(0))
}

/** The application's payments that are not cancelled. */
export function livePayments({ payments }: OrderLedger): PaymentLedger[] {
  return payments.filter(({ isOurs, isCancelled }) => isOurs && !isCancelled)
}

/**
 * Returns the loan's payment: the captured one, else one during its capture, else the newest with a session. Core
 * may cancel a payment during its capture, which is then paid or must be refunded. Null if there is none.
 */
export function findMainPayment(ledger: OrderLedger): PaymentLedger | null {
  const live = livePayments(ledger).sort((a, b) => a.age - b.age)
  return (
    live.find(({ isCaptured }) => isCaptured) ??
    live.find(({ captures }) => captures.length > 0) ??
    live.find(({ hasSession }) => hasSession) ??
    live[0] ??
    ledger.payments.find((payment) => payment.isOurs && payment.isCaptured) ??
    null
  )
}

/** The fields of an operation that the ledger needs. */
export type JournalRecord = {
  id: string
  kind: OperationKind
  outcome: OperationOutcome
  /** Its capture or refund row in Medusa. */
  reference: string | null
  target_cents: number | null
}

/** A confirmed refund. */
export type JournaledRefund = {
  operationId: string
  /** Medusa's refund row, if known; it may be deleted. */
  reference: string | null
  cents: Cents
  /** It refunds the rest. */
  isLast: boolean
}

/** The confirmed operations of the journal. */
export type JournalLedger = {
  isSettled: boolean
  /** The financing ended before any money moved. */
  endedWithoutLoan: boolean
  /** Oldest first. */
  refunds: JournaledRefund[]
}

/** Whether nothing is left to refund. */
export const isFullyRefunded = ({ refunds }: JournalLedger): boolean =>
  refunds.some(({ isLast }) => isLast)

/** Reads confirmed operations from the journal. Targets are the amounts financed after each. */
export function readJournalLedger(
  records: readonly JournalRecord[],
  financed: Cents,
  hasEnded = false
): JournalLedger {
  // Ordered by the remaining amount, which falls with each refund, to guard against clock skew between servers.
  const confirmed = records
    .filter(({ outcome }) => outcome === "confirmed")
    .sort((a, b) => (b.target_cents ?? 0) - (a.target_cents ?? 0))
  const refunds: JournaledRefund[] = []
  let left = financed
  for (const { id, kind, reference, target_cents } of confirmed) {
    if (REFUND_KINDS.includes(kind)) {
      const target = cents(target_cents ?? 0)
      refunds.push({
        operationId: id,
        reference,
        cents: cents(left - target),
        isLast: target === 0,
      })
      left = target
    }
  }
  const isSettled = confirmed.some(({ kind }) => kind === "settle")
  return { isSettled, endedWithoutLoan: hasEnded && !isSettled, refunds }
}

/** The kinds of discrepancies; each has one repair (see medusa/repair-order.ts). */
type Wrong =
  /** A second payment on one loan, or a payment of a cancelled order. */
  | { kind: "payment-in-excess"; paymentId: string }
  /** Core cancelled the payment during its capture, and the order continues. */
  | { kind: "cancelled-but-captured"; paymentId: string }
  /** Core crashed before the settle or reverted the capture: nothing was captured. */
  | { kind: "capture-never-sent"; captureIds: string[] }
  /** The loan is settled, but core did not finish its records. `captureIds`: rows that it created. */
  | { kind: "capture-unfinished"; paymentId: string; captureIds: string[] }
  /** A refund happened, but its row has no link to it. */
  | { kind: "refund-unlinked"; operationId: string; from: string | null; refundId: string }
  /** A refund happened, and Medusa has no row for it; core may have dropped its row. */
  | (Omit<JournaledRefund, "isLast"> & {
      kind: "refund-missing"
      paymentId: string
      /** The exact amount in dollars: the last refund includes fractions of a cent. */
      amount: Decimal
      /** The order's transactions count it already, as after a cancellation. */
      isInTransactions: boolean
    })
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

/**
 * A discrepancy in Medusa's rows about an order's money that has only one explanation. `age` is that of its youngest
 * row in seconds; it counts only once that row's writer has certainly ended.
 */
export type Discrepancy = Wrong & { age: number }

/** Finds discrepancies of one subject. */
export type DiscrepancyFinder = (ledger: OrderLedger, journal: JournalLedger) => Discrepancy[]

export type DiscrepancyKind = Discrepancy["kind"]

export type DiscrepancyOf<Kind extends DiscrepancyKind> = Extract<Discrepancy, { kind: Kind }>

/** A discrepancy that only staff can resolve, with a sentence for the merchant. */
export type LedgerQuestion = { reason: string; age: number }

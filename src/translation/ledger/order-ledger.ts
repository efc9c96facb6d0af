import { type Cents, cents } from "../../domain/money"
import { type Decimal, toDecimal } from "../amount"
import { type OperationKind, type OperationOutcome, REFUND_KINDS } from "../../domain/operation"

/** One row about money. Ages are in seconds. */
export type Entry = { id: string; cents: Cents; exact: Decimal; age: number }

export type PaymentBooks = {
  id: string
  collectionId: string
  /** It rests on a session of the application in question. */
  isOurs: boolean
  isCaptured: boolean
  isCancelled: boolean
  /** Its session is still there: Medusa drops the older one when a shopper chooses again. */
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

/** What is authorized, captured and refunded, in dollars. */
export type Sums = { authorized: Decimal; captured: Decimal; refunded: Decimal }

export type CollectionBooks = {
  id: string
  /** One of its payment sessions rests on the application. */
  isOurs: boolean
  status: string
  age: number
  amount: Decimal
  /** What the collection says, and what its rows add up to. */
  written: Sums
  counted: Sums
}

/** What the customer paid and got back, in dollars, both above zero. */
export type Paid = { paid: Decimal; refunded: Decimal }

/** `isCreditLine`: what core makes and confirms while it refunds, in one go. */
type OpenChange = { id: string; isCreditLine: boolean; age: number }

/** Everything that Medusa wrote about an order's money. */
export type OrderLedger = {
  id: string
  version: number
  currency: string
  isCancelled: boolean
  /** Seconds since it was cancelled; null when it was not. */
  cancelledFor: number | null
  /** Other payments than ours pay for all of it. */
  othersPayAll: boolean
  /** Dollars the customer is still to pay (above zero) or to get back, as the order's summary says. */
  pending: Decimal
  /** Goods were asked back and have not come: pending counts them, until they are not to come any more. */
  awaitsGoods: boolean
  /** What that summary says of the transactions; null where it says nothing. */
  summary: Paid | null
  /** Changes of the order that are neither confirmed nor given up. */
  openChanges: OpenChange[]
  payments: PaymentBooks[]
  collections: CollectionBooks[]
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

/** The payments of the application that Medusa counts on: not cancelled. */
export function livePayments({ payments }: OrderLedger): PaymentBooks[] {
  return payments.filter(({ isOurs, isCancelled }) => isOurs && !isCancelled)
}

/**
 * The one payment that stands for the loan: the captured one, else one that is being captured, else
 * the newest whose session is still there. Core may cancel a payment that is being captured at that very
 * moment: it is paid all the same, or still to be given back. Null without any.
 */
export function findMainPayment(ledger: OrderLedger): PaymentBooks | null {
  const live = livePayments(ledger).sort((one, two) => one.age - two.age)
  return (
    live.find(({ isCaptured }) => isCaptured) ??
    live.find(({ captures }) => captures.length > 0) ??
    live.find(({ hasSession }) => hasSession) ??
    live[0] ??
    ledger.payments.find((one) => one.isOurs && one.isCaptured) ??
    null
  )
}

/** An operation of our journal, as far as Medusa's books depend on it. */
export type JournalRecord = {
  id: string
  kind: OperationKind
  outcome: OperationOutcome
  /** Medusa's capture or refund row that it stands for. */
  reference: string | null
  target_cents: number | null
  created_at: Date | string
  finished_at: Date | string | null
}

/** A refund that happened at the service. */
export type JournaledRefund = {
  operationId: string
  /** Medusa's refund row, as far as we know; it may be gone. */
  reference: string | null
  cents: Cents
  /** When it was known to have happened (milliseconds). */
  knownAt: number
  /** Nothing is left to refund after it. */
  isLast: boolean
}

/** What our journal says has happened at the service. */
export type JournalLedger = {
  isSettled: boolean
  /** The financing ended before any money moved. */
  cameToNothing: boolean
  /** Oldest first. */
  refunds: JournaledRefund[]
}

/** Nothing is left to refund. */
export const isGivenBack = ({ refunds }: JournalLedger): boolean =>
  refunds.some(({ isLast }) => isLast)

/** Reads what happened out of the journal: targets are what is financed after each operation. */
export function readJournalLedger(
  records: readonly JournalRecord[],
  financed: Cents,
  hasEnded = false
): JournalLedger {
  // What is left falls with each refund, whatever the clocks of the servers say that wrote them.
  const confirmed = records
    .filter(({ outcome }) => outcome === "confirmed")
    .sort((one, two) => (two.target_cents ?? 0) - (one.target_cents ?? 0))
  const refunds: JournaledRefund[] = []
  let left = financed
  for (const { id, kind, reference, target_cents, finished_at } of confirmed) {
    if (REFUND_KINDS.includes(kind)) {
      const target = cents(target_cents ?? 0)
      refunds.push({
        operationId: id,
        reference,
        cents: cents(left - target),
        knownAt: new Date(finished_at ?? 0).getTime(),
        isLast: target === 0,
      })
      left = target
    }
  }
  const isSettled = confirmed.some(({ kind }) => kind === "settle")
  return { isSettled, cameToNothing: hasEnded && !isSettled, refunds }
}

import type { Cents } from "../../domain/money"
import type { Decimal } from "../amount"

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
export type OpenChange = { id: string; isCreditLine: boolean; age: number }

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

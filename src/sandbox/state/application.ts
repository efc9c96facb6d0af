import type { Behaviour } from "../behaviour"
import type { Environment } from "../credentials"

export type ApplicationKind = "hosted" | "virtual-cart" | "full" | "pre-approval"

/** Names and address as given; never SSN, birth date or income. */
export interface Customer {
  firstName?: string | undefined
  lastName?: string | undefined
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  email?: string | undefined
  cellPhone?: string | undefined
}

export interface CartItem {
  description: string
  quantity: number
  price: number
  [detail: string]: unknown
}

/** One application as the service numbers it. A partial refund adds another to the chain. */
export interface ChainLink {
  token: string
  status: string
  /** Integer cents. */
  loanAmount: number
  orderId: string
  settled: boolean
  funded: boolean
  /** How it ended, whatever its status code was told to read then. */
  ended: "cancelled" | "refunded" | undefined
  /** True once a partial refund put a newer token in its place. */
  replaced: boolean
}

export interface Offer {
  id: number
  overallTerm: number
  leaseTerm: number
  loanTerm: number
  loanRate: number
  residualPercent: number
  moneyFactor: number
  offerType: string
  leasePayment: number
  loanPayment: number
  residualPayment: number
}

export interface PostbackRecord {
  id: string
  /** ISO time of the status change. */
  at: string
  token: string
  status: string
  delivered: boolean
  attempts: number
  /** What happened last: `waiting`, `lost`, `held`, `HTTP 200`, `no connection`, … */
  outcome: string
}

export interface PartialRefundRecord {
  from: string
  to: string
  /** Integer cents of the new application. */
  loanAmount: number
}

/** A chain of tokens with all that belongs to it. */
export interface Application {
  id: string
  environment: Environment
  kind: ApplicationKind
  createdAt: string
  /** Oldest first. Never empty. */
  chain: [ChainLink, ...ChainLink[]]
  /** Integer cents. */
  originalLoanAmount: number
  originalOrderId: string
  /** Secrets of the hosted page's address. */
  auth: string
  rauth: string
  customer: Customer
  items: CartItem[]
  /** Integer cents. */
  shipping: number
  taxes: number
  taxExempt: boolean
  lender: string
  offers: Offer[]
  chosenOfferId: number | undefined
  returnUrl: string | undefined
  cancelUrl: string | undefined
  notifyUrl: string | undefined
  /** Texts and e-mails "sent" to a customer of a pre-approval. */
  messages: { at: string; channel: "text" | "email"; to: string; text: string }[]
  /** Calls that had an effect, whoever made them. */
  settleCount: number
  cancelCount: number
  refundCount: number
  partialRefunds: PartialRefundRecord[]
  postbacks: PostbackRecord[]
  /** What differs from the behaviour in force everywhere. */
  behaviour: Partial<Behaviour>
}

export function isCancelled(link: ChainLink): boolean {
  return link.ended === "cancelled" || link.status === "O"
}

/** Refunded in full, or refunded because a partial refund wrote a new application. */
export function isRefunded(link: ChainLink): boolean {
  return link.ended === "refunded" || link.replaced || link.status === "T"
}

export function isFunded(link: ChainLink): boolean {
  return link.funded || link.status === "C" || link.status === "L"
}

/** The newest application of a chain. */
export function currentTokenOf(application: Application): ChainLink {
  return application.chain[application.chain.length - 1] ?? application.chain[0]
}

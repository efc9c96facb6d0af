import type { Behaviour } from "../behaviour"
import type { Environment } from "../credentials"

export type ApplicationKind = "hosted" | "virtual-cart" | "full" | "pre-approval"

/** Name and contact data as sent. Never holds SSN, birth date or income. */
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

/** One application of a chain. A partial refund appends another one. */
export interface ChainLink {
  token: string
  status: string
  /** Integer cents. */
  loanAmount: number
  orderId: string
  settled: boolean
  funded: boolean
  /** How it ended, regardless of the configured status code. */
  ended: "cancelled" | "refunded" | undefined
  /** True after a partial refund replaced the token. */
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
  /** Last event: `waiting`, `lost`, `held`, `HTTP 200`, `no connection`, … */
  outcome: string
}

export interface PartialRefundRecord {
  from: string
  to: string
  /** Integer cents of the new application. */
  loanAmount: number
}

/** A chain of tokens with its shared data. */
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
  /** Secrets in the URL of the hosted page. */
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
  /** Simulated texts and e-mails to the customer of a pre-approval. */
  messages: { at: string; channel: "text" | "email"; to: string; text: string }[]
  /** Number of effective actions, through the API or the portal. */
  settleCount: number
  cancelCount: number
  refundCount: number
  partialRefunds: PartialRefundRecord[]
  postbacks: PostbackRecord[]
  /** Overrides of the global behaviour. */
  behaviour: Partial<Behaviour>
}

export function isCancelled(link: ChainLink): boolean {
  return link.ended === "cancelled" || link.status === "O"
}

/** Checks for a full refund, or a partial refund that created a new application. */
export function isRefunded(link: ChainLink): boolean {
  return link.ended === "refunded" || link.replaced || link.status === "T"
}

export function isFunded(link: ChainLink): boolean {
  return link.funded || link.status === "C" || link.status === "L"
}

/** Gets the newest link of a chain. */
export function getCurrentLink(application: Application): ChainLink {
  return application.chain[application.chain.length - 1] ?? application.chain[0]
}

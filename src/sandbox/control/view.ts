import type { Environment } from "../credentials"
import { toDollars } from "../money"
import {
  isCancelled,
  isRefunded,
  getCurrentLink,
  type Application,
  type ApplicationKind,
  type CartItem,
  type ChainLink,
  type Customer,
  type PostbackRecord,
} from "../state/application"
import { buildHostedUrl } from "../state/create-application"
import type { SimulatorState } from "../state/simulator-state"

/** Application in the control API. Amounts in dollars. */
export interface ApplicationView {
  id: string
  environment: Environment
  kind: ApplicationKind
  createdAt: string
  orderId: string
  /** Order id at creation. */
  originalOrderId: string
  status: string
  loanAmount: number
  originalLoanAmount: number
  /** Oldest first; the last one is the tip. */
  tokens: string[]
  tip: string
  /** Every application of the chain, with its status and amount. */
  chain: (Omit<ChainLink, "ended" | "loanAmount"> & { loanAmount: number })[]
  /** True after a settle call that was not undone. */
  settled: boolean
  funded: boolean
  cancelled: boolean
  refunded: boolean
  settleCount: number
  cancelCount: number
  refundCount: number
  partialRefunds: { from: string; to: string; loanAmount: number }[]
  taxExempt: boolean
  lender: string
  customer: Customer
  items: CartItem[]
  shipping: number
  taxes: number
  chosenOfferId: number | undefined
  returnUrl: string | undefined
  cancelUrl: string | undefined
  notifyUrl: string | undefined
  /** Address of the hosted page. */
  url: string
  messages: Application["messages"]
  postbacks: PostbackRecord[]
}

export function buildApplicationView(
  simulator: SimulatorState,
  application: Application
): ApplicationView {
  const tip = getCurrentLink(application)
  return {
    id: application.id,
    environment: application.environment,
    kind: application.kind,
    createdAt: application.createdAt,
    orderId: tip.orderId,
    originalOrderId: application.originalOrderId,
    status: tip.status,
    loanAmount: toDollars(tip.loanAmount),
    originalLoanAmount: toDollars(application.originalLoanAmount),
    tokens: application.chain.map(({ token }) => token),
    tip: tip.token,
    chain: application.chain.map(({ ended: _ended, ...link }) => {
      return { ...link, loanAmount: toDollars(link.loanAmount) }
    }),
    settled: tip.settled,
    funded: tip.funded,
    cancelled: isCancelled(tip),
    refunded: isRefunded(tip),
    settleCount: application.settleCount,
    cancelCount: application.cancelCount,
    refundCount: application.refundCount,
    partialRefunds: application.partialRefunds.map(({ from, to, loanAmount }) => {
      return { from, to, loanAmount: toDollars(loanAmount) }
    }),
    taxExempt: application.taxExempt,
    lender: application.lender,
    customer: { ...application.customer },
    items: application.items.map((item) => ({ ...item })),
    shipping: toDollars(application.shipping),
    taxes: toDollars(application.taxes),
    chosenOfferId: application.chosenOfferId,
    returnUrl: application.returnUrl,
    cancelUrl: application.cancelUrl,
    notifyUrl: application.notifyUrl,
    url: buildHostedUrl(simulator, application),
    messages: application.messages.map((message) => ({ ...message })),
    postbacks: application.postbacks.map((postback) => ({ ...postback })),
  }
}

import type { ApplicationState } from "./application-state"
import type { ReviewCause } from "./review-causes"
import type { PurchaseState } from "./purchase-state"
import type { OperationKind } from "./operation"
import type { SettleWhen } from "./settle-when"

/**
 * What the page of an order opens with: one of these, which the dashboard words. They say what is to be done with
 * the goods first, and what becomes of the money next.
 */
export const HEADLINES = [
  /** Goods have left, and the financing came to nothing: nobody pays. */
  "shipped-unpaid",
  /** A call was made whose answer was lost. */
  "in-doubt",
  /** The lender still reviews; goods have left already, or not. */
  "in-review",
  "shipped-in-review",
  /** The customer has not finished; goods have left already, or not. */
  "unsigned",
  "shipped-unsigned",
  /** A person has to decide about it first. */
  "review-case",
  "ship",
  /** Goods have left: the plugin asks for the payment once the shop's setting says so, or somebody has to. */
  "payment-follows",
  "request-payment",
  /** Signed, and its order is cancelled or paid by something else: it is ended, not paid out. */
  "not-due",
  "payment-requested",
  "paid-out",
  "partly-refunded",
  "refunded",
  "paid-otherwise",
  /** Its order stands, was cancelled, or never was. */
  "declined",
  "declined-order-cancelled",
  "declined-without-order",
  "cancelled",
  "expired",
  /** Without an order. */
  "waiting-for-customer",
  "reviewed-without-order",
  "signed-without-order",
] as const
export type Headline = (typeof HEADLINES)[number]

export type HeadlineFacts = {
  state: ApplicationState
  purchaseState: PurchaseState | null
  /** An order rests on it, or is to. */
  hasOrder: boolean
  isOrderCancelled: boolean
  hasShipped: boolean
  /** When the shop has the payment requested. */
  settle: SettleWhen
  /** Causes of its open review cases that nobody has acknowledged, the oldest first. */
  causes: readonly ReviewCause[]
  /** The call that is not finished. */
  operation: OperationKind | null
}

const CAME_TO_NOTHING: readonly ApplicationState[] = ["declined", "cancelled", "expired"]

/** What rests on it is no order yet. */
const WITHOUT_ORDER: readonly (PurchaseState | null)[] = [
  "nothing",
  "open-cart",
  "changed-cart",
  "open-request",
  "changed-request",
]
/** What rests on it is not to be paid by it. */
const NOT_DUE: readonly (PurchaseState | null)[] = [
  "cancelled-order",
  "order-paid-otherwise",
  "order-without-live-payment",
]

/** Of what is over, a case may still be open; of what is not, the case comes first. */
const OF_STATE: Record<ApplicationState, (facts: HeadlineFacts) => Headline> = {
  created: unsigned,
  "awaiting-customer": unsigned,
  "under-review": ({ hasOrder, hasShipped }) =>
    hasOrder ? (hasShipped ? "shipped-in-review" : "in-review") : "reviewed-without-order",
  "ready-to-settle": ({ hasOrder, hasShipped, settle, isOrderCancelled, purchaseState }) => {
    if (!hasOrder || WITHOUT_ORDER.includes(purchaseState)) return "signed-without-order"
    if (isOrderCancelled || NOT_DUE.includes(purchaseState)) return "not-due"
    if (!hasShipped) return "ship"
    return settle === "manual" ? "request-payment" : "payment-follows"
  },
  settling: () => "payment-requested",
  funded: () => "paid-out",
  "partly-refunded": () => "partly-refunded",
  refunded: () => "refunded",
  declined: ({ hasOrder, isOrderCancelled }) => {
    if (!hasOrder) return "declined-without-order"
    return isOrderCancelled ? "declined-order-cancelled" : "declined"
  },
  cancelled: () => "cancelled",
  expired: () => "expired",
  "needs-attention": () => "review-case",
}

function unsigned({ hasOrder, hasShipped }: HeadlineFacts): Headline {
  if (!hasOrder) return "waiting-for-customer"
  return hasShipped ? "shipped-unsigned" : "unsigned"
}

/** The sentence that matters most of an order's financing, as it stands. Total over every state. */
export function headlineOf(facts: HeadlineFacts): Headline {
  const { state, purchaseState, hasShipped, isOrderCancelled, causes, operation } = facts
  if (CAME_TO_NOTHING.includes(state)) {
    if (purchaseState === "order-paid-otherwise") return "paid-otherwise"
    if (hasShipped && !isOrderCancelled) return "shipped-unpaid"
  }
  if (operation !== null && causes.includes("doubt")) return "in-doubt"
  const told = OF_STATE[state](facts)
  // Whether goods may leave is said first, whatever else is asked.
  const isAboutGoods = told.endsWith("in-review") || told.endsWith("unsigned")
  return causes.length > 0 && !isAboutGoods ? "review-case" : told
}

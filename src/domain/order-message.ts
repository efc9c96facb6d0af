import {
  type ApplicationState,
  hasEndedWithoutLoan,
  hasEnded,
  isPaidOut,
} from "./application-state"
import type { OperationKind } from "./operation"
import { BEFORE_ORDER, type PurchaseState } from "./purchase-state"
import { type Goods, goodsOfCode, type MessageCode } from "./order-message-codes"
import { HARMLESS_CAUSES, type ReviewCause } from "./review-causes"
import type { SettleWhen } from "./settle-when"

/** Amounts in cents. */
export type Message = {
  code: MessageCode
  goods: Goods
  amount: number
  left: number
  refunded: number
  /** The amount that the service finances. */
  service: number | null
  /** The order's total, and its difference to the signed or outstanding amount. */
  total: number | null
  difference: number
  /** The order's outstanding amount; where nobody pays for what has shipped, with goods on their way back. */
  due: number
  /** The amount of the unanswered call, and when it is sent again. */
  sum: number
  again_at: Date | string | null
}

export type MessageFacts = {
  state: ApplicationState
  code: string | null
  purchaseState: PurchaseState | null
  /** An order depends on it, or will. */
  hasOrder: boolean
  isOrderCancelled: boolean
  /** All goods have left, or some that are not all back. */
  hasShipped: boolean
  hasShippedSome: boolean
  /** All goods have left, and lines without shipping are not fulfilled. */
  isUnfulfilled: boolean
  /** Goods that are paid for have not left. */
  isPaidPartLeft: boolean
  isPaidOut: boolean
  /** The shop asked the service to end it. */
  isEndedByShop: boolean
  /** Created in test mode, while the shop works in production. */
  isTestData: boolean
  /** When the shop requests the payment. */
  settle: SettleWhen
  /** Causes of its review cases: the unacknowledged ones first, then the oldest. All of them are true. */
  causes: readonly ReviewCause[]
  /** The unanswered call. */
  call: { kind: OperationKind; cents: number | null; again_at: Date | string | null } | null
  financed: number
  refunded: number
  service: number | null
  /** The order's total, and what no other payment covers; negative for a credit. */
  total: number | null
  owed: number | null
  /** The worth of goods on their way back, which are not owed. */
  comingBack: number
  /** Payments cover something, apart from this financing before its capture. */
  isPaidInPart: boolean
  /** Another loan of the order needs a decision that holds its goods back. */
  isHeldByOther: boolean
  /** By how much refunds lowered what the order costs, without taking goods out of it. */
  credit: number
  /** Another payment was refunded so. */
  isOtherRefunded: boolean
}

const WITHOUT_ORDER: readonly (PurchaseState | null)[] = ["nothing", ...BEFORE_ORDER]
const NOT_DUE: readonly (PurchaseState | null)[] = [
  "cancelled-order",
  "order-paid-otherwise",
  "order-without-live-payment",
]

const REQUESTED_WHEN: Partial<Record<SettleWhen, MessageCode>> = {
  manual: "request-payment",
  "on-delivery": "payment-on-delivery",
}

/** The signed payment of shipped goods is not requested yet. */
const REQUEST_CODES: readonly MessageCode[] = [
  "payment-follows",
  "fulfill-first",
  "payment-on-delivery",
  "request-payment",
]

const OF_STATE: Record<ApplicationState, (facts: MessageFacts) => MessageCode> = {
  created: (facts) => (facts.hasOrder ? unsigned(facts) : "unconfirmed"),
  "awaiting-customer": unsigned,
  "under-review": (facts) => {
    if (!facts.hasOrder) return "reviewed-without-order"
    if (isNothingOwed(facts)) return "not-needed"
    if (isPartPaid(facts)) return facts.hasShipped ? "shipped-rest-in-review" : "rest-in-review"
    return facts.hasShippedSome ? "shipped-in-review" : "in-review"
  },
  "ready-to-settle": (facts) => {
    const { hasOrder, hasShipped, settle, isOrderCancelled, purchaseState } = facts
    if (!hasOrder || WITHOUT_ORDER.includes(purchaseState)) return "signed-without-order"
    if (isOrderCancelled || NOT_DUE.includes(purchaseState)) return notDue(facts)
    if (!hasShipped) return toShip(facts, facts.hasShippedSome ? "ship-rest" : "ship")
    if (facts.isUnfulfilled && settle === "on-full-shipment") return "fulfill-first"
    return REQUESTED_WHEN[settle] ?? "payment-follows"
  },
  settling: (facts) =>
    isToShip(facts) ? toShip(facts, "ship-payment-requested") : "payment-requested",
  funded: (facts) => (isToShip(facts) ? toShip(facts, "ship-paid-out") : "paid-out"),
  "partly-refunded": (facts) => (isToShip(facts) ? "ship-partly-refunded" : "partly-refunded"),
  refunded: (facts) => {
    if (!isToShip(facts)) return "refunded"
    if (!isNothingOwed(facts)) return "refunded-unshipped"
    return facts.credit > 0 ? "refunded-here" : "paid-otherwise"
  },
  declined: ({ hasOrder, isOrderCancelled }) => {
    if (!hasOrder) return "declined-without-order"
    return isOrderCancelled ? "declined-order-cancelled" : "declined"
  },
  cancelled: (facts) => {
    if (!isToShip(facts)) return "cancelled"
    return facts.isEndedByShop ? "ended-unshipped" : "cancelled-unshipped"
  },
  expired: (facts) => (isToShip(facts) ? "expired-unshipped" : "expired"),
  "needs-attention": () => "needs-attention",
}

/** Signed for an order that it does not pay for. */
function notDue({ isOrderCancelled, purchaseState, owed }: MessageFacts): MessageCode {
  if (isOrderCancelled) return "not-due"
  if (purchaseState === "order-without-live-payment") return "case-dead-payment"
  const isPaidElsewhere = purchaseState === "order-paid-otherwise" && owed !== null && owed <= 0
  return isPaidElsewhere ? "not-needed" : "not-due"
}

/** Whether its order is not cancelled and goods are left. */
function isToShip({ hasOrder, isOrderCancelled, hasShipped, purchaseState }: MessageFacts) {
  return hasOrder && !isOrderCancelled && !hasShipped && purchaseState !== "cancelled-order"
}

/** A refund of another payment limits which goods may leave. */
const toShip = ({ isOtherRefunded }: MessageFacts, code: MessageCode): MessageCode =>
  isOtherRefunded ? "ship-other-refunded" : code

function unsigned(facts: MessageFacts): MessageCode {
  if (!facts.hasOrder) return "waiting-for-customer"
  if (isNothingOwed(facts)) return "not-needed"
  if (isPartPaid(facts)) return facts.hasShipped ? "shipped-rest-unsigned" : "rest-unsigned"
  return facts.hasShippedSome ? "shipped-unsigned" : "unsigned"
}

/** Every other call belongs to the shopper's application. */
const OF_CALL: Partial<Record<OperationKind, (facts: MessageFacts) => MessageCode>> = {
  settle: (facts) => {
    if (isChanged(facts)) return "doubt-settle-changed"
    return facts.call?.again_at ? "doubt-settle-repeats" : "doubt-settle"
  },
  cancel: () => "doubt-cancel",
  refund: ({ code }) => (code === "T" ? "doubt-replaced" : "doubt-refund"),
  "partial-refund": () => "doubt-refund",
}

/** Its order was cancelled, or is due or financed over another amount than was signed: no call is repeated. */
function isChanged(facts: MessageFacts): boolean {
  const { isOrderCancelled, purchaseState, owed, service, financed, refunded } = facts
  const left = financed - refunded
  const isUnpaid = purchaseState !== "captured-order" && owed !== null && owed !== left
  return isOrderCancelled || isUnpaid || (service !== null && service !== left)
}

function codeOf(facts: MessageFacts): MessageCode {
  const { state, causes, call } = facts
  const ofState = OF_STATE[state](facts)
  if (hasEndedWithoutLoan(state) && facts.hasOrder) return ofEnd(facts)
  if (facts.isTestData) return ofTestData(facts) ?? ofState
  if (call !== null && causes.includes("doubt"))
    return OF_CALL[call.kind]?.(facts) ?? "doubt-create"
  // Whether goods may leave comes first, before any other decision.
  if (ofState.endsWith("in-review") || ofState.endsWith("unsigned")) return ofState
  // A refused order number concerns neither goods nor money.
  const others = causes.filter((cause) => cause !== "order-id")
  // A captured order's edit is done except for the difference.
  const isGraver = (one: ReviewCause) => one !== "order-edit" && !HARMLESS_CAUSES.includes(one)
  const cause = (isCharged(facts) && others.find(isGraver)) || others[0]
  if (cause === "order-edit") return ofEdit(facts)
  const isAuthorized = facts.purchaseState === "authorized-order"
  if (cause === "order" && isAuthorized && REQUEST_CODES.includes(ofState)) return "request-failed"
  if (cause !== undefined) return `case-${cause}`
  if (hasUncheckedDifference(facts)) return ofEdit(facts)
  if (!isSettled(facts) || facts.purchaseState !== "captured-order") return ofState
  // An edit or a return made the order cheaper, or an edit more expensive, after it was paid.
  if (facts.owed !== null && facts.owed < 0) return refund(facts)
  return isPartPaid(facts) ? collect(facts) : ofState
}

/** The financing of an order ended without a loan. */
function ofEnd(facts: MessageFacts): MessageCode {
  const { state, hasShipped, hasShippedSome, isOrderCancelled, isTestData } = facts
  if (isPaidOtherwise(facts)) return "paid-otherwise"
  if (!isTestData && facts.isPaidOut && facts.refunded < facts.financed) return "ended-after-payout"
  if (!isOrderCancelled && isPartPaid(facts)) {
    return hasShipped ? "shipped-rest-unpaid" : "rest-unpaid"
  }
  if (!hasShippedSome || isOrderCancelled) return OF_STATE[state](facts)
  if (isTestData) return "test-order-shipped"
  return hasShipped ? "shipped-unpaid" : "partly-shipped-unpaid"
}

/** The amounts decide, because no check follows the end of a financing. */
function isPaidOtherwise(facts: MessageFacts): boolean {
  const { purchaseState, hasOrder, isOrderCancelled, hasShipped, comingBack } = facts
  // Goods that are not back yet are still to be paid.
  const owed = facts.owed === null ? null : facts.owed + comingBack
  const wasPaid = purchaseState === "order-paid-otherwise"
  if (owed === null) return wasPaid
  const isUnpaid = purchaseState !== "captured-order" && purchaseState !== "cancelled-order"
  // Medusa counts nothing as owed after the other payment was refunded.
  const isPaid = isNothingOwed({ ...facts, owed }) || (wasPaid && hasShipped && owed <= 0)
  return hasOrder && !isOrderCancelled && isUnpaid && isPaid
}

/** Nothing is owed for goods that the order still has, because of payments. */
const isNothingOwed = ({ isPaidInPart, owed }: MessageFacts): boolean =>
  isPaidInPart && owed !== null && owed <= 0

/** Another payment pays for a part of the order. */
const isPartPaid = ({ isPaidInPart, total, owed }: MessageFacts): boolean =>
  isPaidInPart && total !== null && owed !== null && owed > 0 && owed < total

function collect({ hasShipped, isPaidPartLeft }: MessageFacts): MessageCode {
  if (hasShipped) return "shipped-collect"
  return isPaidPartLeft ? "ship-collect" : "edit-collect"
}

/** Medusa counts goods as owed to the customer once they are back, even if they were refunded before. */
function refund({ credit, hasShipped }: MessageFacts): MessageCode {
  if (credit > 0) return "refund-again"
  return hasShipped ? "shipped-refund" : "edit-refund"
}

const isSettled = ({ state }: MessageFacts): boolean => state === "settling" || isPaidOut(state)

/** Captured in Medusa, also where a refund's new application is not settled yet. */
const isCharged = (facts: MessageFacts): boolean =>
  isSettled(facts) || facts.purchaseState === "captured-order"

function ofTestData(facts: MessageFacts): MessageCode | null {
  const { state, hasOrder, isOrderCancelled, hasShippedSome, purchaseState } = facts
  if (isOrderCancelled || hasEnded(state)) return null
  if (isSettled(facts)) return isToShip(facts) ? "test-paid-unshipped" : "test-paid"
  if (purchaseState === "order-paid-otherwise") return null
  if (hasOrder && !WITHOUT_ORDER.includes(purchaseState)) {
    return hasShippedSome ? "test-order-shipped" : "test-order"
  }
  return state === "ready-to-settle" ? "test-signed" : null
}

function ofEdit(facts: MessageFacts): MessageCode {
  const difference = differenceOf(facts)
  if (isCharged(facts)) {
    if (difference === 0) return OF_STATE[facts.state](facts)
    return difference < 0 ? refund(facts) : collect(facts)
  }
  if (facts.owed !== null && facts.owed <= 0) return facts.isPaidInPart ? "not-needed" : "not-due"
  if (difference === 0) return "edited-goods"
  return difference > 0 ? "edited-more" : "edited-less"
}

/** What is due differs from the signed amount, and no check has seen it yet. Medusa's amounts may have half a cent. */
function hasUncheckedDifference(facts: MessageFacts): boolean {
  const { state, purchaseState, isOrderCancelled } = facts
  const isToSettle = state === "ready-to-settle" && purchaseState === "authorized-order"
  return isToSettle && !isOrderCancelled && Math.abs(differenceOf(facts)) > 1
}

function differenceOf(facts: MessageFacts): number {
  const { total, owed, financed } = facts
  if (isCharged(facts)) return owed ?? 0
  const due = owed ?? total
  return due === null ? 0 : due - financed
}

function goodsOf(code: MessageCode, facts: MessageFacts): Goods {
  if (!facts.hasOrder || facts.isOrderCancelled) return "none"
  const goods = goodsOfCode(code)
  if (goods === "ship") return facts.hasShipped ? "none" : "ship"
  return goods === "hold" && facts.hasShippedSome ? "hold-rest" : goods
}

/** Returns the most important message about an order's financing. Total over every state. */
export function messageOf(facts: MessageFacts): Message {
  const { financed, refunded, service, total, call } = facts
  const owed = facts.owed ?? 0
  const own = codeOf(facts)
  const code = facts.isHeldByOther && goodsOf(own, facts) === "ship" ? "held-by-other" : own
  return {
    code,
    goods: goodsOf(code, facts),
    amount: financed,
    left: financed - refunded,
    refunded,
    service,
    total,
    difference: Math.abs(differenceOf(facts)),
    // A recorded refund has lowered what Medusa counts as due for the shipped goods.
    due: code === "shipped-unpaid" ? owed + facts.comingBack || financed : owed,
    sum: call?.cents ?? financed,
    again_at: call?.again_at ?? null,
  }
}

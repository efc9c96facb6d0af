import { balance, type Parts, takeOff, worth } from "../domain/balanced-parts"
import { cents, type Cents, inWords, subtract, sum, toDollars, ZERO_CENTS } from "../domain/money"
import type { OrderLine, OrderParts } from "../domain/order-snapshot"
import type { PartialRefundBody } from "../financing-api"
import { shortLine } from "../domain/clean-text"
import { toServiceItems } from "./requests"
import { userError } from "./user-error"

type RefundRequest = {
  order: OrderParts
  /** The financed and settled amount, rounded once. */
  captured: Cents
  /** The sum of Medusa's earlier refunds, rounded once. */
  refundedBefore: Cents
  /** This refund's share: round(Σ refunds with it) − refundedBefore. */
  refund: Cents
}

/** A body with `items`; the module knows which name the service accepts. */
export type RemainingBody = PartialRefundBody & Required<Pick<PartialRefundBody, "items">>

export type RefundFacts =
  /** The amount does not change: no call. */
  | { kind: "nothing" }
  /** Nothing is left to pay: Refund (endpoint 12), never a partial refund to zero. */
  | { kind: "full" }
  /** Partial refund (endpoint 13); `loanAmount` is absolute. */
  | { kind: "partial"; body: RemainingBody; loanAmount: Cents }

/**
 * What a refund asks of the service. The target is absolute and cumulative:
 * captured − Σ refunds. The body is the cart that the customer keeps, with
 * Σ(price × quantity) + shipping + taxes − discount = loanAmount, to the cent:
 * - what came back leaves the cart with its quantity;
 * - refunded more than that: `discount`; more than the kept items are worth: the items go to zero,
 *   then shipping, then taxes;
 * - refunded less than came back: a line "Retained charge".
 * Throws MedusaError INVALID_DATA for a refund below zero or beyond what was captured.
 */
export function toPartialRefundRequest(asked: RefundRequest): RefundFacts {
  const { captured, refundedBefore, refund } = asked
  const loanAmount = subtract(captured, sum([refundedBefore, refund]))
  if (refund < 0 || loanAmount < 0) {
    const left = inWords(cents(Math.max(0, captured - refundedBefore)))
    throw userError(`This refund is not possible: between $0.00 and ${left} can be refunded.`)
  }
  if (refund === 0) {
    return { kind: "nothing" }
  }
  if (loanAmount === 0) {
    return { kind: "full" }
  }
  return { kind: "partial", loanAmount, body: toBody(remainingCart(asked, loanAmount), loanAmount) }
}

type RemainingCart = {
  /** Lines of which the customer keeps something; `parts.nets` has their amounts. */
  lines: OrderLine[]
  parts: Parts
  discount: Cents
  retained: Cents
}

function remainingCart(asked: RefundRequest, loanAmount: Cents): RemainingCart {
  const { order, refundedBefore, refund } = asked
  const { lines, parts } = keptCart(asked)
  const as = (change: Partial<RemainingCart>): RemainingCart => {
    return { lines, parts, discount: ZERO_CENTS, retained: ZERO_CENTS, ...change }
  }
  const gap = loanAmount - worth(parts)
  const isWorthOfReturns =
    order.returnedValue > 0 && order.returnedValue === refundedBefore + refund
  // Nets and taxes are rounded separately, the whole once.
  const rounding = 1 + order.items.length
  if (isWorthOfReturns && Math.abs(gap) <= rounding) {
    return as({ parts: balance(parts, loanAmount) })
  }
  if (gap >= 0) {
    return as({ retained: cents(gap) })
  }
  const excess = cents(-gap)
  return excess <= sum(parts.nets)
    ? as({ discount: excess })
    : as({ parts: takeOff(parts, excess) })
}

/** The financed cart without returned goods. */
function keptCart({ order, captured }: RefundRequest): { lines: OrderLine[]; parts: Parts } {
  const total = cents(Math.min(captured, order.gross))
  const financed = balance(
    { nets: order.items.map((line) => line.net), shipping: order.shipping, taxes: order.taxes },
    total,
    subtract(order.gross, total)
  )
  const kept = order.items.map((line, index) => ({
    line,
    net: share(financed.nets[index] ?? ZERO_CENTS, line),
  }))
  const taxesOfReturns = order.items.map((line) => subtract(line.tax, share(line.tax, line)))
  const taxes = Math.max(0, financed.taxes - sum(taxesOfReturns))
  const staying = kept.filter(({ line }) => line.kept > 0)
  return {
    lines: staying.map(({ line }) => line),
    parts: {
      nets: staying.map(({ net }) => net),
      shipping: financed.shipping,
      taxes: cents(taxes),
    },
  }
}

/** The part of a line's amount for the units that the customer keeps. */
function share(amount: Cents, line: OrderLine): Cents {
  return line.kept === line.quantity
    ? amount
    : cents(Math.round((amount * line.kept) / line.quantity))
}

function toBody(cart: RemainingCart, loanAmount: Cents): RemainingBody {
  const items = toServiceItems(
    cart.lines.map((line, index) => ({
      ...line,
      quantity: line.kept,
      net: cart.parts.nets[index] ?? ZERO_CENTS,
    }))
  )
  if (cart.retained > 0) {
    items.push({ description: "Retained charge", quantity: 1, price: toDollars(cart.retained) })
  }
  if (items.length === 0) {
    // The required list may count as missing when empty, so one free item represents it.
    items.push({ description: "All items were returned", quantity: 1, price: 0 })
  }
  return {
    loanAmount: toDollars(loanAmount),
    shipping: toDollars(cart.parts.shipping),
    taxes: toDollars(cart.parts.taxes),
    discount: toDollars(cart.discount),
    items,
  }
}

/** Medusa's data about a refund: the merchant's note and the chosen reason. */
type RefundRecord = {
  note?: string | null
  refund_reason?: { label?: string | null } | null
}

const LONGEST_REASON = 250
const DEFAULT_REASON = "Refunded by the merchant."

/**
 * Returns the `reason` of Refund (endpoint 12): the merchant's note, else the label of the refund reason, else a
 * default. One line of 1 to 250 characters; Medusa stores the whole note.
 */
export function toRefundReason(refund: RefundRecord | null | undefined): string {
  return (
    shortLine(refund?.note, LONGEST_REASON) ||
    shortLine(refund?.refund_reason?.label, LONGEST_REASON) ||
    DEFAULT_REASON
  )
}

const KEY = "financing_operation"

/** Metadata of a refund row for a confirmed operation, which sends nothing. */
export function markRefund(operationId: string): Record<string, unknown> {
  return { [KEY]: operationId }
}

/** Returns the operation of a marked refund row, or null for a merchant's request. */
export function readRefundMark(metadata: unknown): string | null {
  const marked: unknown =
    typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, KEY) : null
  return typeof marked === "string" ? marked : null
}

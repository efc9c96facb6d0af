import { MathBN } from "@medusajs/framework/utils"
import { cleanLine } from "../domain/clean-text"
import type { Cents } from "../domain/money"
import type { LineProgress } from "../domain/settle-when"
import { type Decimal, toCents, toDecimal } from "./amount"
import { type OtherPayments, type PaidSide, readOtherPayments } from "./payment-amounts"
import {
  compact,
  type LineRecord,
  type MedusaNumber,
  pendingOf,
  type Rows,
  type SummaryRow,
} from "./medusa-rows"

/** Maximum length within a sentence. */
const LONGEST_TITLE = 60

type LineSide = Pick<
  LineRecord,
  "id" | "quantity" | "title" | "product_title" | "requires_shipping"
> & { detail?: Record<string, MedusaNumber> | null }

type FulfillmentSide = {
  canceled_at?: Date | string | null
  shipped_at?: Date | string | null
  delivered_at?: Date | string | null
  items?: Rows<{ line_item_id?: string | null; quantity: MedusaNumber }>
}

export type OrderProgressRecord = {
  created_at: Date | string
  summary?: SummaryRow | null
  items?: Rows<LineSide>
  fulfillments?: Rows<FulfillmentSide>
} & PaidSide

export type OrderProgress = {
  /** The order's current total after edits and returns, in cents. */
  total: Cents
  /**
   * The customer's outstanding amount after captures and refunds; negative for a credit. Goods on their way back are
   * not due, and are no credit before they arrive.
   */
  owed: Cents
  /** Payments outside the application. */
  others: OtherPayments
  /** The unpaid rest of the total without goods on their way back. */
  leftAfterReturns: Cents
  lines: LineProgress[]
  /** When its last goods left; if none had to leave, when it was placed. */
  goodsLeftAt: string
}

/**
 * Reads an order's progress from its own records, and from fulfillments that Medusa changes without updating the
 * order. Throws MedusaError INVALID_DATA for unreadable numbers.
 */
export function readOrderProgress(
  order: OrderProgressRecord,
  sessionIds: readonly string[]
): OrderProgress {
  const live = compact(order.fulfillments).filter(({ canceled_at }) => !canceled_at)
  const total = toDecimal(order.total, "The order's total")
  const pending = toDecimal(pendingOf(order.summary) ?? total)
  // Medusa deducts requested returns from what is pending, not from the total.
  const uncaptured = total.minus(capturedOf(order.summary) ?? total.minus(pending))
  const afterReturns = total.minus(uncaptured).plus(pending)
  return {
    total: toCents(total),
    owed: toCents(pending.isNegative() ? MathBN.min(0, uncaptured) : pending),
    others: readOtherPayments(order, sessionIds),
    leftAfterReturns: readOtherPayments({ ...order, total: afterReturns }, sessionIds).left,
    lines: compact(order.items).map((line) => readLine(line, live)),
    goodsLeftAt: readGoodsLeftAt(order, live),
  }
}

/** The sum of captures after refunds; null if Medusa stores none. */
function capturedOf(summary: SummaryRow | null | undefined): Decimal | null {
  const captured = summary?.raw_transaction_total ?? summary?.transaction_total
  return captured == null ? null : toDecimal(captured)
}

function readGoodsLeftAt(
  { created_at }: OrderProgressRecord,
  live: readonly FulfillmentSide[]
): string {
  const left = live.flatMap(({ shipped_at, delivered_at }) => compact([shipped_at, delivered_at]))
  const times = [created_at, ...left].map((one) => new Date(one).getTime())
  return new Date(Math.max(...times)).toISOString()
}

function readLine(line: LineSide, live: readonly FulfillmentSide[]): LineProgress {
  const units = (key: string) => readUnits(line.detail?.[`raw_${key}`] ?? line.detail?.[key] ?? 0)
  const holding = live.filter((fulfillment) => packedUnits(fulfillment, line.id) > 0)
  // A kit has several pieces per unit, never fewer.
  const packed = holding.reduce((sum, fulfillment) => sum + packedUnits(fulfillment, line.id), 0)
  const fulfilled = Math.min(units("fulfilled_quantity"), packed)
  const ifAll = (happened: (fulfillment: FulfillmentSide) => unknown) =>
    holding.length > 0 && holding.every(happened) ? fulfilled : 0
  return {
    title: cleanLine(line.title || line.product_title, LONGEST_TITLE) || "Item",
    quantity: readUnits(line.quantity),
    fulfilled,
    shipped: Math.max(
      units("shipped_quantity"),
      ifAll(({ shipped_at }) => shipped_at)
    ),
    delivered: Math.max(
      units("delivered_quantity"),
      ifAll(({ delivered_at }) => delivered_at)
    ),
    requiresShipping: line.requires_shipping ?? true,
  }
}

function packedUnits({ items }: FulfillmentSide, lineId: string): number {
  return compact(items)
    .filter(({ line_item_id }) => line_item_id === lineId)
    .reduce((sum, { quantity }) => sum + readUnits(quantity), 0)
}

function readUnits(quantity: MedusaNumber): number {
  return toDecimal(quantity, "A quantity").toNumber()
}

import { decorateCartTotals, MathBN } from "@medusajs/framework/utils"
import { cleanLine } from "../domain/clean-text"
import { identityOf } from "../domain/snapshot-hash"
import { balance } from "../domain/balanced-parts"
import { type Cents, ZERO_CENTS } from "../domain/money"
import type { OrderSnapshot, SnapshotItem } from "../domain/order-snapshot"
import { type Decimal, toCents, toDecimal } from "./amount"
import { compact, type LineRecord, type ShippingMethodRecord } from "./medusa-rows"

/** A line's exact amounts in dollars, for all its units. */
export type ExactLine = {
  record: LineRecord
  quantity: Decimal
  /** Before promotions and taxes. */
  list: Decimal
  /** After promotions, before taxes. */
  net: Decimal
  tax: Decimal
}

type ExactParts = {
  lines: ExactLine[]
  /** All shipping methods, after promotions, before taxes. */
  shipping: Decimal
  /** On items and shipping. */
  taxes: Decimal
  /** The sum, before gift cards and credit lines. */
  gross: Decimal
}

export type PricedRecord = {
  items?: readonly (LineRecord | null)[] | null
  shipping_methods?: readonly (ShippingMethodRecord | null)[] | null
}

/**
 * Computes the exact, unrounded parts of a cart or an order as placed, with Medusa's own `decorateCartTotals` from
 * prices, quantities, promotions and tax lines. Skips lines that an order edit reduced to quantity 0. Throws
 * MedusaError INVALID_DATA for unreadable numbers.
 */
export function readExactParts(record: PricedRecord): ExactParts {
  const lines = compact(record.items)
    .filter((line) => !quantityOf(line).isZero())
    .map(readExactLine)
    .sort(byContent)
  const decorated = decorateCartTotals({
    shipping_methods: compact(record.shipping_methods).map((method) => ({
      ...charges(method),
      amount: number(method, "amount"),
    })),
  })
  const shippingTax = toDecimal(decorated.shipping_tax_total)
  const shipping = toDecimal(decorated.shipping_total).minus(shippingTax)
  const taxes = MathBN.sum(shippingTax, ...lines.map((line) => line.tax))
  const gross = MathBN.sum(shipping, taxes, ...lines.map((line) => line.net))
  return { lines, shipping, taxes, gross }
}

/**
 * Sorts by content, not by id: `query.graph` guarantees no order, and an odd cent must fall on the same line for the
 * cart and its order.
 */
function byContent(one: ExactLine, other: ExactLine): number {
  const [a, b] = [contentOf(one), contentOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

function contentOf({ record, quantity, list, net }: ExactLine): string {
  return JSON.stringify([identityOf(readIdentity(record)), quantity, list, net])
}

/** A line's variant and its name: one line of any length, never empty. */
function readIdentity({ variant_id, title, product_title }: LineRecord) {
  return { variantId: variant_id || null, title: cleanLine(title || product_title) || "Item" }
}

function readExactLine(line: LineRecord): ExactLine {
  const quantity = quantityOf(line)
  // Without `detail`, which would make Medusa subtract returned units.
  const unit_price = number(line, "unit_price")
  const item = { ...charges(line), unit_price, quantity: quantity.toFixed() }
  const decorated = decorateCartTotals({ items: [item] })
  const tax = toDecimal(decorated.item_tax_total)
  const net = toDecimal(decorated.item_total).minus(tax)
  return { record: line, quantity, list: toDecimal(decorated.item_subtotal), net, tax }
}

/** The common fields of lines and shipping methods. */
function charges(source: LineRecord | ShippingMethodRecord) {
  return {
    id: source.id,
    is_tax_inclusive: source.is_tax_inclusive ?? false,
    adjustments: compact(source.adjustments).map((adjustment) => ({
      amount: number(adjustment, "amount"),
      is_tax_inclusive: adjustment.is_tax_inclusive ?? false,
    })),
    tax_lines: compact(source.tax_lines).map((line) => ({ rate: number(line, "rate") })),
  }
}

function quantityOf(line: LineRecord): Decimal {
  return toDecimal(line.raw_quantity ?? line.quantity, "A quantity")
}

/** Prefers the exact `raw_` text to the float. */
function number(source: object, key: string): string {
  const raw: unknown = Reflect.get(source, `raw_${key}`)
  return toDecimal(raw ?? Reflect.get(source, key)).toFixed()
}

type SnapshotParts = Pick<OrderSnapshot, "items" | "shipping" | "taxes" | "total">

/**
 * Computes the parts of a cart or a placed order that costs `total` cents: Σ item.net + shipping + taxes = total,
 * nothing below zero, net of promotions, before taxes. Gift cards and credit lines paid the difference to the full
 * parts.
 * Throws MedusaError INVALID_DATA for unreadable numbers.
 */
export function readSnapshotParts(record: PricedRecord, total: Cents): SnapshotParts {
  const exact = readExactParts(record)
  const rounded = {
    nets: exact.lines.map((line) => notBelowZero(line.net)),
    shipping: notBelowZero(exact.shipping),
    taxes: notBelowZero(exact.taxes),
  }
  const credit = notBelowZero(exact.gross.minus(total / 100))
  const { nets, shipping, taxes } = balance(rounded, total, credit)
  const items = exact.lines.map((line, index) => readItem(line, nets[index] ?? ZERO_CENTS))
  return { items, shipping, taxes, total }
}

export function readItem({ record, quantity, list }: ExactLine, net: Cents): SnapshotItem {
  return {
    lineItemId: record.id,
    ...readIdentity(record),
    sku: cleanLine(record.variant_sku) || null,
    quantity: quantity.toNumber(),
    net,
    listPrice: notBelowZero(list.dividedBy(quantity)),
  }
}

/** A promotion above its line's price makes the line free, not negative. */
export function notBelowZero(amount: Decimal): Cents {
  return amount.isNegative() ? ZERO_CENTS : toCents(amount)
}

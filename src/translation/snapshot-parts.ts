import { balance } from "../domain/balanced-parts"
import { cleanLine } from "../domain/clean-text"
import { ZERO_CENTS } from "../domain/money"
import type { Cents } from "../domain/money"
import type { OrderSnapshot, SnapshotItem } from "../domain/order-snapshot"
import { toCents } from "./amount"
import type { Decimal } from "./amount"
import { readExactParts, readIdentity } from "./exact-parts"
import type { ExactLine, ExactParts, PricedRecord } from "./exact-parts"

export type SnapshotParts = Pick<OrderSnapshot, "items" | "shipping" | "taxes" | "total">

/**
 * The parts of a cart or a placed order that cost `total` cents. Σ item.net + shipping + taxes =
 * total, with nothing below zero: net of promotions, before taxes. What `total` is less
 * than the parts was paid by gift cards and credit lines.
 * Throws MedusaError INVALID_DATA for unreadable numbers.
 */
export function readSnapshotParts(record: PricedRecord, total: Cents): SnapshotParts {
  const exact = readExactParts(record)
  const { nets, shipping, taxes } = balance(rounded(exact), total, creditOf(exact, total))
  const items = exact.lines.map((line, index) => readItem(line, nets[index] ?? ZERO_CENTS))
  return { items, shipping, taxes, total }
}

function rounded({ lines, shipping, taxes }: ExactParts) {
  const nets = lines.map((line) => notBelowZero(line.net))
  return { nets, shipping: notBelowZero(shipping), taxes: notBelowZero(taxes) }
}

function creditOf(exact: ExactParts, total: Cents): Cents {
  return notBelowZero(exact.gross.minus(total / 100))
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

/** A promotion that is worth more than its line makes it free, not a debt of the shop. */
export function notBelowZero(amount: Decimal): Cents {
  return amount.isNegative() ? ZERO_CENTS : toCents(amount)
}

import { MathBN } from "@medusajs/framework/utils"
import type { OrderLine, OrderParts } from "../domain/order-snapshot"
import { sumToCents, toDecimal } from "./amount"
import { type CartReading, type CartRecord, readCart } from "./cart-to-snapshot"
import type { MedusaNumber } from "./medusa-rows"
import {
  type ExactLine,
  notBelowZero,
  type PricedRecord,
  readExactParts,
  readItem,
} from "./snapshot-parts"

/**
 * Reads the parts of an order as placed, with its returns, for a partial refund. Ignores addresses and credit lines:
 * Medusa adds one for each refund. Throws MedusaError INVALID_DATA for unreadable numbers.
 */
export function readOrder(order: PricedRecord): OrderParts {
  const exact = readExactParts(order)
  return {
    items: exact.lines.map(readOrderLine),
    shipping: notBelowZero(exact.shipping),
    taxes: notBelowZero(exact.taxes),
    gross: notBelowZero(exact.gross),
    returnedValue: sumToCents(
      exact.lines.map((line) =>
        line.net.plus(line.tax).times(returnedQuantity(line)).dividedBy(line.quantity)
      )
    ),
  }
}

/**
 * Converts a placed order into the snapshot of its financing, to compare hashes and for endpoint 15 (F11).
 * `financed_cents` replaces the order's own total, which shrinks with each return.
 */
export function readOrderSnapshot(
  order: CartRecord,
  { financed_cents, kind }: { financed_cents: number; kind: string }
): CartReading {
  return readCart({ ...order, total: financed_cents / 100 }, kind)
}

function readOrderLine(line: ExactLine): OrderLine {
  return {
    ...readItem(line, notBelowZero(line.net)),
    tax: notBelowZero(line.tax),
    kept: line.quantity.minus(returnedQuantity(line)).toNumber(),
  }
}

/** Limited to the ordered quantity. */
function returnedQuantity({ record, quantity }: ExactLine) {
  const detail = record.detail ?? {}
  const units = (raw: MedusaNumber, float: MedusaNumber) => toDecimal(raw ?? float ?? 0)
  const received = units(detail.raw_return_received_quantity, detail.return_received_quantity)
  const damaged = units(detail.raw_return_dismissed_quantity, detail.return_dismissed_quantity)
  return MathBN.min(received.plus(damaged), quantity)
}

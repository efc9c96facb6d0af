import type { Cents } from "./money"
import type { SnapshotItem } from "./order-snapshot"

/** A line of a placed order: quantity and amounts as ordered. */
export type OrderLine = SnapshotItem & {
  /** On all its units. */
  tax: Cents
  /** Units that the customer keeps: all except received returns. */
  kept: number
}

/** The order's data for a partial refund. */
export type OrderParts = {
  items: OrderLine[]
  shipping: Cents
  /** On items and shipping. */
  taxes: Cents
  /** Items, shipping and taxes, rounded once: before gift cards and credit lines. */
  gross: Cents
  /** The price of the returned units, taxes included, rounded once. */
  returnedValue: Cents
}

import type { Cents } from "./money"
import type { SnapshotItem } from "./order-snapshot"

/** A line of a placed order: quantity and amounts as ordered. */
export type OrderLine = SnapshotItem & {
  /** On all its units. */
  tax: Cents
  /** Units that the customer keeps: all but those that the shop received back. */
  kept: number
}

/** What a partial refund has to know of the order. */
export type OrderParts = {
  items: OrderLine[]
  shipping: Cents
  /** On items and shipping. */
  taxes: Cents
  /** Items, shipping and taxes together, rounded once: before gift cards and credit lines. */
  gross: Cents
  /** What the returned units cost, taxes included, rounded once. */
  returnedValue: Cents
}

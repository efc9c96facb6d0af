import type { Cents } from "./money"

/** One financed line. `net` is for all its units, after promotions, before taxes. */
export type SnapshotItem = {
  /** Medusa's line item id, which links a returned item to its line. */
  lineItemId: string
  /** Null for a line that staff wrote. */
  variantId: string | null
  title: string
  sku: string | null
  quantity: number
  net: Cents
  /** Price of one unit before promotions and taxes, if Medusa has it. */
  listPrice: Cents | null
}

/** The applicant's name and address. A virtual cart may lack any part (endpoint 3). */
export type SnapshotAddress = {
  firstName: string
  lastName: string
  /** Both address lines, joined by a space. */
  street: string
  city: string
  /** Two capital letters. */
  state: string
  /** Five digits. */
  zip: string
}

/**
 * The purchase to finance: the cart, read on the server at one moment.
 * Σ item.net + shipping + taxes = total, to the cent.
 */
export type OrderSnapshot = {
  /** The cart's id; for a virtual cart the order's. */
  cartId: string
  email: string
  /** Ten digits, or null if the service accepts none of the numbers. */
  cellPhone: string | null
  address: SnapshotAddress
  /** A virtual cart's shipping address, normalized, if it is not the customer's own. */
  deliveryPlace?: string
  items: SnapshotItem[]
  shipping: Cents
  taxes: Cents
  total: Cents
}

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

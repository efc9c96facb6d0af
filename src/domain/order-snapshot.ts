import type { Cents } from "./money"

/** One line of what is financed. `net` is for all its units, after promotions, before taxes. */
export type SnapshotItem = {
  /** Medusa's line item id: ties a returned item to its line. */
  lineItemId: string
  /** Null for a line that staff wrote. */
  variantId: string | null
  title: string
  sku: string | null
  quantity: number
  net: Cents
  /** Price of one unit before promotions and taxes, when Medusa knows it. */
  listPrice: Cents | null
}

/** Who applies, and where they live. Any part of a virtual cart's place may be empty (endpoint 3). */
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
 * What a shopper asks the service to finance: the cart, read on the server at one moment.
 * Σ item.net + shipping + taxes = total, to the cent.
 */
export type OrderSnapshot = {
  /** The cart's id; of a virtual cart the order's. */
  cartId: string
  email: string
  /** Ten digits, or null when the shop has none that the service would accept. */
  cellPhone: string | null
  address: SnapshotAddress
  /** Where a virtual cart's goods go, folded, if not to the customer's own address. */
  deliveryPlace?: string
  items: SnapshotItem[]
  shipping: Cents
  taxes: Cents
  total: Cents
}

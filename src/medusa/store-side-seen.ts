import type { PurchaseSeen } from "../translation/purchase-state"

/** What in Medusa stands on an application, and on which rows. */
export type StoreSideSeen = PurchaseSeen & {
  cartId: string | null
  orderId: string | null
  /** The order that its cart had become: core took it back, and the cart is open again. */
  takenBackId: string | null
  /** Seconds since the order was placed; null without one. */
  orderAge: number | null
  /** The order is still being made of its cart, and core may yet take it back. */
  isBeingCompleted: boolean
  /** What is due on the order that staff asked to be financed (cents); null where they asked for none. */
  request: { due: number | null; isPaidElsewhere: boolean } | null
}

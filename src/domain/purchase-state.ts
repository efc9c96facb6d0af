/** What stands in Medusa on the strength of one application. */
export const PURCHASE_STATES = [
  /** No session, payment or order depends on it (any more). */
  "nothing",
  /** A live session of an open cart, and the cart is still what the customer applied for. */
  "open-cart",
  /** A live session, but the cart was changed after the customer applied. */
  "changed-cart",
  /** Staff asked the customer to finance a draft or what an order still costs, and it still does. */
  "open-request",
  /** The draft or order was changed, or paid in part, since the customer was asked. */
  "changed-request",
  /** An order without a payment: placed while the application was under review. */
  "unpaid-order",
  /** The order has a live payment by another method. */
  "order-paid-otherwise",
  "authorized-order",
  "captured-order",
  "cancelled-order",
  /** An order that is left with a cancelled payment only. */
  "order-without-live-payment",
] as const

export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** What depends on one application in Medusa. */
export const PURCHASE_STATES = [
  /** No session, payment or order. */
  "nothing",
  /** A live session of an open cart that still matches the application. */
  "open-cart",
  /** A live session, but the cart was changed after the customer applied. */
  "changed-cart",
  /** Staff asked the customer to finance a draft or an order's rest, and it is unchanged. */
  "open-request",
  /** The draft or order was changed, or paid in part, since the request. */
  "changed-request",
  /** An order without a payment: placed while the application was under review. */
  "unpaid-order",
  /** The order has a live payment by another method. */
  "order-paid-otherwise",
  "authorized-order",
  "captured-order",
  "cancelled-order",
  /** An order whose only payment is cancelled. */
  "order-without-live-payment",
] as const

export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** A cart or a request, without an order that counts. */
export const BEFORE_ORDER: readonly PurchaseState[] = [
  "open-cart",
  "changed-cart",
  "open-request",
  "changed-request",
]

/** An order that no captured payment pays for. */
export const UNCAPTURED: readonly PurchaseState[] = [
  "unpaid-order",
  "authorized-order",
  "order-without-live-payment",
]

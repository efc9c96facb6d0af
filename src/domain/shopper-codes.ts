/** Why a signed cart could not become an order. The shopper can correct each of these. */
export const ORDER_REFUSAL_CODES = [
  "promotion-used-up",
  "out-of-stock",
  "shipping-unavailable",
  "choose-payment-again",
  "order-refused",
] as const

export type OrderRefusalCode = (typeof ORDER_REFUSAL_CODES)[number]

/** Codes of the messages to shoppers, for storefronts with their own texts. */
export const SHOPPER_CODES = [
  "not-financed",
  "not-begun",
  "verifying",
  "choose-offer",
  "sign",
  "sign-again",
  "link-sent",
  "under-review",
  "approved",
  "cart-changed",
  "being-closed",
  ...ORDER_REFUSAL_CODES,
  "on-hold",
  "order-on-hold",
  "declined",
  "order-declined",
  "not-approved",
  "details-differ",
  "cancelled",
  "expired",
  "order-ended",
  "refunded",
  "pre-approval-above-amount",
  "pre-approval-expired",
  "pre-approval-not-accepted",
] as const

export type ShopperCode = (typeof SHOPPER_CODES)[number]

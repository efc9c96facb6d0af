/** What a shopper is told about an application, for storefronts that say it in words of their own. */
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
  "on-hold",
  "order-on-hold",
  "declined",
  "details-differ",
  "cancelled",
  "expired",
  "refunded",
  "pre-approval-above-amount",
  "pre-approval-expired",
  "pre-approval-not-accepted",
] as const

export type ShopperCode = (typeof SHOPPER_CODES)[number]

/** Why the shop does not finance a purchase; the service has its own rules. */
export const INELIGIBILITIES = [
  "not-set-up",
  "service-unavailable",
  "currency",
  "below-minimum",
  "above-maximum",
  "excluded-product",
  "excluded-gift-card",
  "excluded-customer-group",
  "excluded-state",
  "excluded-sales-channel",
  "abroad",
  "nothing-due",
] as const
export type Ineligibility = (typeof INELIGIBILITIES)[number]

/** One obstacle to financing a cart, described so that the shopper can correct it. */
export type Problem = {
  /** The field's path in the cart: `shipping_address.postal_code`. */
  field: string
  /** What to change, for the shopper. Contains neither a code nor input. */
  sentence: string
  /** Set where no other step of the checkout can help. */
  reason?: Ineligibility
}

/** One obstacle to financing a cart, described so that the shopper can correct it. */
export type Problem = {
  /** The field's path in the cart: `shipping_address.postal_code`. */
  field: string
  /** What to change, for the shopper. Contains neither a code nor input. */
  sentence: string
}

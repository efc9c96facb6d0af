/** One thing that keeps a cart from being financed, told so that the shopper can put it right. */
export type Problem = {
  /** Where it stands in the cart: `shipping_address.postal_code`. */
  field: string
  /** What to change, in words for the shopper. Carries no code and nothing the shopper typed. */
  sentence: string
}

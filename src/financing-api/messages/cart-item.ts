import { z } from "@medusajs/framework/zod"
import { dollars, requiredText, text } from "./fields"

/**
 * One item of a cart (section "Cart item"). `price` is the price of one piece in dollars.
 * `category` and `total` are not in the table but appear on items in the samples.
 */
export const cartItem = z.strictObject({
  description: requiredText,
  quantity: z.number().positive("must be more than zero"),
  price: dollars,
  brand: text.optional(),
  model: text.optional(),
  sku: text.optional(),
  category: text.optional(),
  coupon: dollars.optional(),
  discount: dollars.optional(),
  sale_price: dollars.optional(),
  extended_list_price: dollars.optional(),
  extended_sale_price: dollars.optional(),
  list_price: dollars.optional(),
  total: dollars.optional(),
})

export type CartItem = z.input<typeof cartItem>

import { z } from "@medusajs/framework/zod"
import { cartItem } from "./cart-item"
import { dollars, email, requiredText, state, usPhone, webUrl, zip } from "./fields"

/** Body of endpoint 2, "Create order". Amounts in dollars. */
export const createOrderBody = z.strictObject({
  orderId: requiredText,
  firstName: requiredText,
  lastName: requiredText,
  street: requiredText,
  city: requiredText,
  zip,
  state,
  email,
  returnUrl: webUrl.optional(),
  cancelUrl: webUrl.optional(),
  notifyUrl: webUrl.optional(),
  cellPhone: usPhone.optional(),
  loanAmount: dollars,
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  applicationItems: z.array(cartItem),
})

export type CreateOrderBody = z.input<typeof createOrderBody>

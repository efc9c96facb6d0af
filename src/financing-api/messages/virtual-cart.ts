import { z } from "@medusajs/framework/zod"
import { cartItem } from "./cart-item"
import { dollars, email, requiredText, state, text, usPhone, webUrl, zip } from "./fields"

/** Body of endpoint 3, "Create virtual cart". Its names differ from Create order's (F12). */
export const virtualCartBody = z.strictObject({
  orderId: requiredText,
  personalFirstName: requiredText,
  personalLastName: requiredText,
  personalEmail: email,
  personalCellPhone: usPhone.optional(),
  residenceStreetName: text.optional(),
  residenceCity: text.optional(),
  residenceState: state.optional(),
  residenceZip: zip.optional(),
  redirectUrl: webUrl.optional(),
  cancelUrl: webUrl.optional(),
  notifyUrl: webUrl.optional(),
  loanAmount: dollars,
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  items: z.array(cartItem),
})

export type VirtualCartBody = z.input<typeof virtualCartBody>

import { z } from "@medusajs/framework/zod"
import { okay, optionalAmount, optionalFlag, optionalText, optionalToken } from "./answer-fields"
import { cartItem } from "./cart-item"
import { applicationToken, dollars, requiredText } from "./fields"

/** Cart of endpoint 7, "Update cart and send". Which fields are required is not shown. */
export const updateCartBody = z.strictObject({
  orderId: requiredText.optional(),
  loanAmount: dollars.optional(),
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  discount: dollars.optional(),
  items: z.array(cartItem).optional(),
})

export const updateCartInput = z.strictObject({ applicationToken, body: updateCartBody })

/** Answer of endpoint 7; `status` is `ok` or the answer is not understood. */
export const updateCartAnswer = z
  .object({
    status: okay,
    message: optionalText,
    token: optionalToken,
    loanAmount: optionalAmount,
    taxExempt: optionalFlag,
  })
  .transform(({ status: _ok, ...rest }) => rest)

export type UpdateCartBody = z.input<typeof updateCartBody>
export type UpdateCartInput = z.input<typeof updateCartInput>
export type UpdatedCart = z.output<typeof updateCartAnswer>

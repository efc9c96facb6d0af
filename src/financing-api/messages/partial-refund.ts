import { z } from "@medusajs/framework/zod"
import { optionalText, optionalToken } from "./answer-fields"
import { cartItem } from "./cart-item"
import { applicationToken, dollars } from "./fields"

/**
 * Cart of endpoint 13, "Partial refund", as it shall look after the refund. The interface names its list
 * `items` in one place and `applicationItems` in another: either will do, or both.
 */
export const partialRefundBody = z
  .strictObject({
    loanAmount: dollars,
    shipping: dollars.optional(),
    taxes: dollars.optional(),
    discount: dollars.optional(),
    items: z.array(cartItem).optional(),
    applicationItems: z.array(cartItem).optional(),
  })
  .refine(({ items, applicationItems }) => items !== undefined || applicationItems !== undefined, {
    message: "needs items or applicationItems",
    path: ["items"],
  })

export const partialRefundInput = z.strictObject({ applicationToken, body: partialRefundBody })

/**
 * Answer of endpoint 13: the new application's status code and token. What they mean together
 * (`B`, no token, the same token, an old `ok`) is judged by the caller (A9).
 */
export const partialRefundAnswer = z.object({
  status: optionalText,
  token: optionalToken,
  message: optionalText,
})

export type PartialRefundBody = z.input<typeof partialRefundBody>
export type PartialRefundInput = z.input<typeof partialRefundInput>
export type PartialRefundAnswer = z.output<typeof partialRefundAnswer>

import { z } from "@medusajs/framework/zod"
import { okay, optionalText, optionalToken } from "./answer-fields"
import { applicationToken, cartItem, dollars, requiredText } from "./fields"

/** Input of endpoints 10 and 11. `postback: false` skips the postback of this change. */
export const settleOrCancelInput = z.strictObject({
  applicationToken,
  postback: z.boolean().optional(),
})

/** Input of endpoint 12, "Refund application": the full amount. */
export const refundInput = z.strictObject({ applicationToken, reason: requiredText })

/** Input of endpoint 14, "Update order id". */
export const orderIdInput = z.strictObject({ applicationToken, id: requiredText })

/**
 * Answer of endpoints 10, 11, 12 and 14. Only a `status` of `ok` is a success; `message` varies and is for people.
 */
export const confirmation = z
  .object({ status: okay, message: optionalText })
  .transform(({ message }) => ({ message }))

export type Confirmation = z.output<typeof confirmation>

/**
 * Cart of endpoint 13, "Partial refund", after the refund. The interface names its list `items` in one place and
 * `applicationItems` in another: accepts either, or both.
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
 * Answer of endpoint 13: the new application's status code and token. The caller judges their combination (`B`, no
 * token, the same token, an old `ok`) (A9).
 */
export const partialRefundAnswer = z.object({
  status: optionalText,
  token: optionalToken,
  message: optionalText,
})

export type PartialRefundBody = z.input<typeof partialRefundBody>
export type PartialRefundAnswer = z.output<typeof partialRefundAnswer>

import { z } from "@medusajs/framework/zod"
import { okay, optionalText } from "./answer-fields"
import { applicationToken, requiredText } from "./fields"

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
 * Answer of endpoints 10, 11, 12 and 14. Only a `status` of `ok` is a success; `message` varies
 * and is for people, never to be matched on.
 */
export const confirmation = z
  .object({ status: okay, message: optionalText })
  .transform(({ message }) => ({ message }))

export type SettleInput = z.input<typeof settleOrCancelInput>
export type CancelInput = z.input<typeof settleOrCancelInput>
export type RefundInput = z.input<typeof refundInput>
export type OrderIdInput = z.input<typeof orderIdInput>
export type Confirmation = z.output<typeof confirmation>

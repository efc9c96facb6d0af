import { z } from "@medusajs/framework/zod"

const id = z.string().min(1, "has to be an id").max(100, "has to be an id")

export const requestInput = z.strictObject({
  order_id: id.meta({ description: "A draft order, or an order on which something is due." }),
  apply_again: z.boolean().optional().meta({
    description: "`true` asks although the service has just declined the same.",
  }),
})

export const requestsQuery = z.strictObject({
  order_id: id.meta({ description: "Whose requests to list, the newest first." }),
})

export const sendInput = z.strictObject({
  channel: z.enum(["email", "sms"]).meta({
    description: "To the order's e-mail address, or to the phone number of its address.",
  }),
})

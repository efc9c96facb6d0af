import { z } from "@medusajs/framework/zod"
import { APPLICATION_STATES } from "../../../domain/application-state"
import { CUSTOMER_CHANNELS } from "../../../medusa/read-store"
import type { RequestView } from "../../../workflows/financing-requests"

export const shownRequest = z.object({
  id: z.string(),
  order_id: z.string(),
  state: z.enum(APPLICATION_STATES),
  progress: z.string().nullable().meta({
    description: "What the financing service says, in words; null before anybody looked.",
  }),
  amount: z.number().meta({ description: "The amount to finance, in dollars." }),
  currency_code: z.literal("usd"),
  is_outdated: z.boolean().meta({
    description: "The order was changed since: this request is ended, and a new one can be made.",
  }),
  is_open: z.boolean().meta({
    description: "It can be sent and withdrawn. False once it is over, or the order is paid for.",
  }),
  has_link: z.boolean().meta({
    description: "The customer can go on, and their link can be handed out.",
  }),
  sent: z.array(z.object({ channel: z.string(), at: z.iso.datetime() })),
  review_reason: z.string().nullable().meta({
    description: "What staff have to look at, in a sentence.",
  }),
  created_at: z.iso.datetime(),
})

/** The answer to its creation, with the customer's link. */
const madeRequest = shownRequest.extend({
  url: z.string().nullable().meta({
    description:
      "Where the customer continues, to copy. It opens their application: give it to the customer only.",
  }),
})

export const madeAnswer = z.object({ financing_request: madeRequest })
export const requestAnswer = z.object({ financing_request: shownRequest })
export const requestsAnswer = z.object({
  financing_requests: z.array(shownRequest),
  channels: z.array(z.enum(CUSTOMER_CHANNELS)).meta({
    description: "Ways to write to a customer that the shop has a notification provider for.",
  }),
})

export type ShownRequest = z.output<typeof shownRequest>
export type MadeRequest = z.output<typeof madeRequest>

/** Leaves the customer's link out. */
export function showRequest({ url: _, ...request }: RequestView): ShownRequest {
  return request
}

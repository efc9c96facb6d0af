import { z } from "@medusajs/framework/zod"
import { APPLICATION_STATES } from "../../src/domain/application-state"
import { SHOPPER_CODES } from "../../src/domain/shopper-codes"
import type { RouteDocument } from "./route-document"

const answer = z.object({
  financing: z.object({
    application_id: z.string().nullable(),
    status: z.enum(APPLICATION_STATES).nullable().meta({
      description: "Where the application stands; null where the cart has none.",
    }),
    message: z.string().nullable().meta({ description: "A sentence for the shopper." }),
    message_code: z.enum(SHOPPER_CODES).nullable().meta({
      description: "What the sentence says, for words of your own.",
    }),
    url: z.string().nullable().meta({
      description:
        "Where the shopper goes on at the service; null while there is nothing to do there. It opens their application: do not log or store it.",
    }),
    order_id: z.string().nullable().meta({
      description: "The order that the cart became, whatever pays for it.",
    }),
  }),
})

/** What a shopper who came back has to know. */
export const STATUS_ROUTES: readonly RouteDocument[] = [
  {
    method: "get",
    path: "/store/consumer-financing/carts/{id}/status",
    summary: "How a cart's financing stands",
    description:
      "For whoever holds the cart's id, whatever else is turned on. Asking completes no cart and changes nothing: it answers from the shop's own records, and lets the plugin look at an open application again, every ten seconds at most. Ask again to read what that found.",
    parameters: { id: "The cart's id." },
    answer: {
      schema: answer,
      example: {
        financing: {
          application_id: "finapp_01",
          status: "declined",
          message:
            "The financing was not approved. Nothing was charged; please choose another payment method.",
          message_code: "declined",
          url: null,
          order_id: null,
        },
      },
    },
    refusals: { 404: "There is no such cart." },
  },
]

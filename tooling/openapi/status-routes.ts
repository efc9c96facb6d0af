import { z } from "@medusajs/framework/zod"
import { APPLICATION_STATES } from "../../src/domain/application-state"
import { SHOPPER_CODES } from "../../src/domain/shopper-codes"
import type { RouteDocument } from "./route-document"

const financing = z.object({
  application_id: z.string().nullable(),
  status: z.enum(APPLICATION_STATES).nullable().meta({
    description: "The application's state; null where the cart has none.",
  }),
  message: z.string().nullable().meta({ description: "A sentence for the shopper." }),
  message_code: z.enum(SHOPPER_CODES).nullable().meta({
    description: "What the sentence says, for words of your own.",
  }),
  url: z.string().nullable().meta({
    description:
      "Where the shopper continues at the service; null while there is nothing to do there. It opens their application: do not log or store it.",
  }),
  order_id: z.string().nullable().meta({
    description: "The order that the cart became, whatever pays for it.",
  }),
  order_url: z.string().nullable().meta({
    description: "The order's page in the storefront, by `storefrontPaths.placed`.",
  }),
})

const answer = z.object({ financing: financing })
const listAnswer = z.object({
  applications: z.array(
    financing.extend({
      cart_id: z.string(),
      amount: z.number().meta({ description: "What was applied for, in dollars." }),
    })
  ),
})

/** The routes that report the status of a shopper's applications. */
export const STATUS_ROUTES: readonly RouteDocument[] = [
  {
    method: "get",
    path: "/store/consumer-financing/carts/{id}/status",
    summary: "The status of a cart's financing",
    description:
      "Needs the cart's id only, whatever else is turned on. Reading completes no cart and changes nothing: it answers from the shop's own records, and lets the plugin look at an open application again, every ten seconds at most. Ask again to read what that found.",
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
          order_url: null,
        },
      },
    },
    refusals: { 404: "There is no such cart." },
  },
  {
    method: "get",
    path: "/store/consumer-financing/customers/me/applications",
    summary: "What the customer can go on with",
    description:
      "The open applications of the customer who is logged in, on whichever device they began them: of carts that are no orders yet, in the storefront's sales channels. The newest first, ten at most.",
    parameters: {},
    answer: {
      schema: listAnswer,
      example: {
        applications: [
          {
            application_id: "finapp_01",
            status: "awaiting-customer",
            message: "Please go on at the financing service and sign your contract there.",
            message_code: "sign",
            url: "https://financing.example/apply?app=…",
            order_id: null,
            order_url: null,
            cart_id: "cart_01",
            amount: 1467.64,
          },
        ],
      },
    },
    refusals: { 401: "The login is missing." },
  },
]

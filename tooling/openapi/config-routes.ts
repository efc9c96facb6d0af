import { z } from "@medusajs/framework/zod"
import type { RouteDocument } from "./route-document"

const limit = z.number().nullable()

export const configAnswer = z.object({
  config: z.object({
    is_available: z.boolean().meta({
      description:
        "Set up, offered in a sales channel of the publishable key, and the service can be used.",
    }),
    title: z.string().meta({ description: "What to call the method." }),
    description: z.string(),
    minimum_amount: limit.meta({
      description: "Dollars: the smallest total that is financed; null for no limit of the shop's.",
    }),
    maximum_amount: limit.meta({ description: "Dollars: the largest; null likewise." }),
    currency_code: z.literal("usd"),
    environment: z.literal("staging").nullable().meta({
      description: "`staging` while nothing is real, for a badge; null in production.",
    }),
    flows: z.object({
      hosted: z.boolean().meta({ description: "On the service's page." }),
      own_form: z.boolean().meta({ description: "In the shop's own application form." }),
      pre_approval: z.boolean().meta({ description: "Before there is a cart." }),
    }),
  }),
})

/** The storefront's configuration route, which needs no cart. */
export const CONFIG_ROUTES: readonly RouteDocument[] = [
  {
    method: "get",
    path: "/store/consumer-financing/config",
    summary: "What is offered",
    description:
      "Title, limits and open flows, for the storefront of the publishable key. Cache it for up to a minute; a cart's eligibility has a route of its own.",
    parameters: {},
    answer: {
      schema: configAnswer,
      example: {
        config: {
          is_available: true,
          title: "Pay over time",
          description: "Apply for financing and pay for your order month by month.",
          minimum_amount: 300,
          maximum_amount: 5000,
          currency_code: "usd",
          environment: null,
          flows: { hosted: true, own_form: false, pre_approval: true },
        },
      },
    },
  },
]

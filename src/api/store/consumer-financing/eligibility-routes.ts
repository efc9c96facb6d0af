import { z } from "@medusajs/framework/zod"
import { INELIGIBILITIES } from "../../../domain/eligibility"
import type { RouteDocument } from "../../openapi/route-document"

const answer = z.object({
  eligibility: z.object({
    is_available: z.boolean(),
    title: z.string().meta({ description: "What to call the method." }),
    description: z.string(),
    provider_id: z.string().nullable().meta({
      description: "To make the payment session with; null where the region does not offer it.",
    }),
    reason: z.enum(INELIGIBILITIES).nullable(),
    sentence: z.string().nullable().meta({ description: "Why not, for the shopper." }),
  }),
})

/** Whether to show the payment method at all. */
export const ELIGIBILITY_ROUTES: readonly RouteDocument[] = [
  {
    method: "get",
    path: "/store/consumer-financing/carts/{id}/eligibility",
    summary: "Whether a cart can be financed",
    description:
      "By the merchant's settings alone: limits of the total, excluded products, categories and customer groups. Nobody is asked; whether the service agrees shows when the payment session is made.",
    parameters: { id: "The cart's id." },
    answer: {
      schema: answer,
      example: {
        eligibility: {
          is_available: false,
          title: "Pay over time",
          description: "Apply for financing and pay for your order month by month.",
          provider_id: "pp_consumer-financing_default",
          reason: "below-minimum",
          sentence:
            "Financing is available for purchases of $300.00 or more. Please choose another payment method.",
        },
      },
    },
    refusals: { 404: "There is no such cart for whoever asks." },
  },
]

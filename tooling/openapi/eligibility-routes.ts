import { z } from "@medusajs/framework/zod"
import { INELIGIBILITIES } from "../../src/domain/problem"
import { CHECKOUT_STEPS } from "../../src/domain/judge-purchase"
import type { RouteDocument } from "./route-document"

export const eligibilityAnswer = z.object({
  eligibility: z.object({
    is_available: z.boolean().meta({
      description: "False only for what the shopper cannot change by going on in the checkout.",
    }),
    is_ready: z.boolean().meta({ description: "The payment session can be made now." }),
    missing: z.array(z.enum(CHECKOUT_STEPS)).meta({
      description: "What the checkout still has to ask for, or to have corrected.",
    }),
    title: z.string().meta({ description: "What to call the method." }),
    description: z.string(),
    provider_id: z.string().nullable().meta({
      description: "To make the payment session with; null where the region does not offer it.",
    }),
    reason: z.enum(INELIGIBILITIES).nullable(),
    sentence: z.string().nullable().meta({
      description: "Why not, or what to do first, for the shopper.",
    }),
  }),
})

/** The route that tells whether a cart can be financed. */
export const ELIGIBILITY_ROUTES: readonly RouteDocument[] = [
  {
    method: "get",
    path: "/store/consumer-financing/carts/{id}/eligibility",
    summary: "Whether a cart can be financed",
    description:
      "By the rules that hold when the payment session is made: the merchant's settings (limits of the total, excluded products, categories, customer groups, states and gift cards), the address, and the shipping method. While something is missing that can raise the total, one below the minimum is told in `reason` and still available. Nobody is asked; whether the service agrees shows when the payment session is made.",
    parameters: { id: "The cart's id." },
    answer: {
      schema: eligibilityAnswer,
      example: {
        eligibility: {
          is_available: true,
          is_ready: false,
          missing: ["shipping_method"],
          title: "Pay over time",
          description: "Apply for financing and pay for your order month by month.",
          provider_id: "pp_consumer-financing_default",
          reason: null,
          sentence: "Choose a shipping method first.",
        },
      },
    },
    refusals: { 404: "There is no such cart." },
  },
]

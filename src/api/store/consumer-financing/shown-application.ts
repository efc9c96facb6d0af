import { z } from "@medusajs/framework/zod"

/** What a shopper has to know, in the order in which it may come. */
export const SHOWN_STATUSES = [
  "verifying",
  "choose_offer",
  "sign",
  "under_review",
  "approved",
  "declined",
  "not_available",
  "cart_changed",
  "on_hold",
] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

const dollars = z.number().nullable()
const months = z.int().nullable()

const shownOffer = z.object({
  id: z.int().meta({ description: "Choose the offer by it." }),
  type: z.string().nullable().meta({ description: "The service's word, e.g. `LEASELOAN`." }),
  term_months: months.meta({ description: "Lease and loan together." }),
  lease_months: months,
  loan_months: months,
  lease_payment: dollars.meta({ description: "Dollars a month while the lease runs." }),
  loan_payment: dollars.meta({ description: "Dollars a month while the loan runs." }),
  residual: dollars.meta({
    description: "What the goods are worth when the lease ends, in dollars.",
  }),
  residual_percent: z.number().nullable(),
  loan_rate: z.number().nullable().meta({
    description:
      "Percent: 9.9 is 9.9 %. Null unless the setting `loanRateUnit` names the service's unit.",
  }),
  money_factor: z.number().nullable(),
})

/** An application as a storefront shows it. */
export const shownApplication = z.object({
  id: z.string(),
  cart_id: z.string(),
  kind: z.string().meta({ description: "`full` for one of the shop's own form." }),
  status: z.enum(SHOWN_STATUSES),
  message: z.string().meta({ description: "A sentence for the shopper." }),
  amount: z.number().meta({ description: "What was applied for, in dollars." }),
  currency_code: z.literal("usd"),
  offers: z.array(shownOffer),
  selected_offer_id: z.int().nullable(),
  contract_url: z.string().nullable().meta({
    description:
      "Where the shopper signs, by redirect or in an iframe. It opens their application: do not log or store it.",
  }),
  explanation_url: z.string().nullable().meta({
    description: "With `not_available`: the service's page that says why, where it named one.",
  }),
})

export const applicationAnswer = z.object({ application: shownApplication })
export const currentApplicationAnswer = z.object({ application: shownApplication.nullable() })

export type ShownApplication = z.output<typeof shownApplication>

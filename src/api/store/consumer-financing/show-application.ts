import { z } from "@medusajs/framework/zod"
import { cents, toDollars } from "../../../domain/money"
import { type LoanRateUnit, toPercent } from "../../../domain/offer"
import type { ApplicationState } from "../../../domain/application-state"
import type { ApplicationRecord } from "../../../modules/consumer-financing/records"
import { type FinancingOffer, readStoredOffers } from "../../../translation/offers"
import { messageForShopper, SHOPPER_MESSAGES } from "../../../translation/shopper-message"
import type { CurrentApplication } from "../../../workflows/cart-status"

/** The statuses for a shopper, in their usual order. */
const shownStatus = z.enum([
  "verifying",
  "choose_offer",
  "sign",
  "under_review",
  "approved",
  "declined",
  "not_available",
  "cart_changed",
  "on_hold",
])
type ShownStatus = z.output<typeof shownStatus>

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

export const shownApplication = z.object({
  id: z.string(),
  cart_id: z.string(),
  kind: z.string().meta({ description: "`full` for one of the shop's own form." }),
  status: shownStatus,
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

/** The shopper's status for each state; `awaiting-customer` depends on the next step. */
const STATUS: Record<ApplicationState, ShownStatus | "open"> = {
  created: "verifying",
  "awaiting-customer": "open",
  "under-review": "under_review",
  "ready-to-settle": "approved",
  settling: "approved",
  funded: "approved",
  "partly-refunded": "approved",
  refunded: "approved",
  declined: "declined",
  cancelled: "not_available",
  expired: "not_available",
  "needs-attention": "on_hold",
}

const CART_CHANGED =
  "Your cart was changed since you applied. Please apply again for what is in it now."

/**
 * Formats an application for the store API: neither personal data nor a token, and the contract's address only while
 * the shopper can sign.
 */
export function showApplication(
  { application, isUnchanged }: CurrentApplication,
  { loanRateUnit }: { loanRateUnit: LoanRateUnit }
): ShownApplication {
  const status = statusOf(application, isUnchanged)
  const offers = readStoredOffers(application.offers)
  const mayChoose = status === "choose_offer" || status === "sign"
  return {
    id: application.id,
    cart_id: application.cart_id ?? "",
    kind: application.kind,
    status,
    message: messageOf(application, status),
    amount: toDollars(cents(application.financed_cents)),
    currency_code: "usd",
    offers: mayChoose ? offers.map((offer) => showOffer(offer, loanRateUnit)) : [],
    selected_offer_id: mayChoose ? application.selected_offer_id : null,
    contract_url: status === "sign" ? application.customer_url : null,
    explanation_url: status === "not_available" ? application.explanation_url : null,
  }
}

function messageOf(application: ApplicationRecord, status: ShownStatus): string {
  if (status === "cart_changed") return CART_CHANGED
  // Other failed creations are answered as errors.
  const isOutOfRange = status === "not_available" && application.code === null
  return isOutOfRange ? SHOPPER_MESSAGES["not-financed"] : messageForShopper(application)
}

function statusOf(application: ApplicationRecord, isUnchanged: boolean): ShownStatus {
  const status = STATUS[application.state]
  if (status !== "open") return status
  if (!isUnchanged) return "cart_changed"
  // The service sends a pre-approved customer a link, even one unknown here.
  if (application.customer_url !== null || application.kind === "pre-approval") return "sign"
  // Offers without a readable status count only after a status check.
  if (application.code !== "A") return "verifying"
  // Approved without offers to choose: they were over another amount, unreadable, or missing.
  return readStoredOffers(application.offers).length > 0 ? "choose_offer" : "on_hold"
}

function showOffer(offer: FinancingOffer, unit: LoanRateUnit): ShownApplication["offers"][number] {
  return {
    id: offer.id,
    type: offer.type,
    term_months: offer.termMonths,
    lease_months: offer.leaseMonths,
    loan_months: offer.loanMonths,
    lease_payment: inDollars(offer.leasePayment),
    loan_payment: inDollars(offer.loanPayment),
    residual: inDollars(offer.residual),
    residual_percent: offer.residualPercent,
    loan_rate: toPercent(offer.loanRate, unit),
    money_factor: offer.moneyFactor,
  }
}

export const inDollars = (amount: number | null): number | null =>
  amount === null ? null : toDollars(cents(amount))

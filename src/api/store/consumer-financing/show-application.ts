import { cents, toDollars, type Cents } from "../../../domain/money"
import { type FinancingOffer, type LoanRateUnit, toPercent } from "../../../domain/offer"
import type { ApplicationState } from "../../../domain/application-state"
import type { ApplicationRecord } from "../../../modules/consumer-financing/records"
import { readStoredOffers } from "../../../translation/offers"
import { messageForShopper, NOT_FINANCED } from "../../../translation/shopper-message"
import type { CurrentApplication } from "../../../workflows/cart-status"
import type { ShownApplication, ShownStatus } from "./shown-application"

/** What every state is to a shopper; `awaiting-customer` depends on what there is to do. */
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
 * An application as the store API answers it: nothing personal, no token, and the address of the
 * contract only while there is something to sign there.
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
  // Whatever else keeps it from being made is answered as an error.
  const isOutOfRange = status === "not_available" && application.code === null
  return isOutOfRange ? NOT_FINANCED : messageForShopper(application)
}

function statusOf(application: ApplicationRecord, isUnchanged: boolean): ShownStatus {
  const status = STATUS[application.state]
  if (status !== "open") return status
  if (!isUnchanged) return "cart_changed"
  // The service has sent a link to a pre-approved customer, whether or not it is known here.
  if (application.customer_url !== null || application.kind === "pre-approval") return "sign"
  // Offers without a status that could be read are none before a status check says so.
  if (application.code !== "A") return "verifying"
  // Approved, and nothing to choose: the offers came for another amount, unreadable, or not at all.
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

function inDollars(amount: Cents | null): number | null {
  return amount === null ? null : toDollars(amount)
}

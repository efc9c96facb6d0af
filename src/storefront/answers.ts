import type { ShopperCode } from "../domain/shopper-codes"

/** What is offered before there is a cart. Amounts are dollars. */
export type FinancingConfig = {
  is_available: boolean
  title: string
  description: string
  /** Null for no limit of the shop's. */
  minimum_amount: number | null
  maximum_amount: number | null
  currency_code: "usd"
  /** While nothing is real; null in production. */
  environment: "staging" | null
  flows: { hosted: boolean; own_form: boolean; pre_approval: boolean }
}

export type CheckoutStep =
  "items" | "email" | "shipping_address" | "billing_address" | "shipping_method"

/** Whether a cart can be financed. */
export type FinancingEligibility = {
  /** False only for what the shopper cannot change by going on in the checkout. */
  is_available: boolean
  /** The payment session can be made now. */
  is_ready: boolean
  /** What the checkout still has to ask for. */
  missing: CheckoutStep[]
  title: string
  description: string
  provider_id: string | null
  reason: string | null
  /** For the shopper: why not, or what to do first. */
  sentence: string | null
}

export type FinancingState =
  | "created"
  | "awaiting-customer"
  | "under-review"
  | "ready-to-settle"
  | "settling"
  | "funded"
  | "partly-refunded"
  | "refunded"
  | "declined"
  | "cancelled"
  | "expired"
  | "needs-attention"

/** How a cart's financing stands. */
export type CartFinancing = {
  application_id: string | null
  /** Null where the cart has no application. */
  status: FinancingState | null
  /** For the shopper. */
  message: string | null
  /** Says the same in any language. */
  message_code: ShopperCode | null
  /** Where the shopper goes on; null while there is nothing to do. Never store it. */
  url: string | null
  /** The order that the cart became, whatever pays for it. */
  order_id: string | null
  /** The order's page, by the plugin's `storefrontPaths`; null while there is no order. */
  order_url: string | null
}

/** What a customer can go on with. */
export type OpenApplication = CartFinancing & {
  cart_id: string
  /** Dollars. */
  amount: number
}

/** What choosing the method answered: the payment session's `data`. */
export type StartedFinancing = {
  /** Where to send the shopper; null where there is nothing to do. Never store it. */
  url: string | null
  status: FinancingState | null
  /** For the shopper. */
  message: string | null
}

/** Amounts are dollars, rates percent a year, terms months; null is what the service did not say. */
export type FinancingOffer = {
  id: number
  type: string | null
  term_months: number | null
  lease_months: number | null
  loan_months: number | null
  lease_payment: number | null
  loan_payment: number | null
  residual: number | null
  residual_percent: number | null
  /** Percent; null where the shop has not named the service's unit. */
  loan_rate: number | null
  money_factor: number | null
}

export type FinancingApplication = {
  id: string
  cart_id: string
  kind: string
  status:
    | "verifying"
    | "choose_offer"
    | "sign"
    | "under_review"
    | "approved"
    | "declined"
    | "not_available"
    | "cart_changed"
    | "on_hold"
  message: string
  /** Dollars. */
  amount: number
  currency_code: "usd"
  offers: FinancingOffer[]
  selected_offer_id: number | null
  /** Where the shopper signs. Never store it. */
  contract_url: string | null
  explanation_url: string | null
}

export type PreApproval = {
  id: string
  status:
    | "unconfirmed"
    | "apply"
    | "under_review"
    | "approved"
    | "used"
    | "declined"
    | "expired"
    | "not_available"
    | "on_hold"
  message: string
  /** Dollars, once it is approved. */
  approved_up_to: number | null
  currency_code: "usd"
  expires_at: string | null
  /** Where the customer applies. Never store it. */
  application_url: string | null
  explanation_url: string | null
}

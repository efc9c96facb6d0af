import type { ShopperCode } from "../domain/shopper-codes"

/** What the shop offers, independent of a cart. Amounts are in dollars. */
export type FinancingConfig = {
  is_available: boolean
  title: string
  description: string
  /** Null where the shop sets no limit. */
  minimum_amount: number | null
  maximum_amount: number | null
  currency_code: "usd"
  /** `staging` while the shop uses the test environment; null in production. */
  environment: "staging" | null
  flows: { hosted: boolean; own_form: boolean; pre_approval: boolean }
}

export type CheckoutStep =
  "items" | "email" | "shipping_address" | "billing_address" | "shipping_method"

/** Whether a cart can be financed. */
export type FinancingEligibility = {
  /** False only for reasons that the remaining checkout steps cannot change. */
  is_available: boolean
  /** Whether a payment session can be created now. */
  is_ready: boolean
  /** The checkout steps that are still incomplete. */
  missing: CheckoutStep[]
  title: string
  description: string
  provider_id: string | null
  reason: string | null
  /** A message for the shopper: why the cart cannot be financed, or what to do first. */
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

/** The status of a cart's financing. */
export type CartFinancing = {
  application_id: string | null
  /** Null where the cart has no application. */
  status: FinancingState | null
  /** A message for the shopper. */
  message: string | null
  /** Identifies the message, for translations. */
  message_code: ShopperCode | null
  /** The URL at which the shopper continues; null while there is nothing to do. Never store it. */
  url: string | null
  /** The order that the cart became, with any payment method. */
  order_id: string | null
  /** The order's page, built from the plugin's `storefrontPaths`; null while there is no order. */
  order_url: string | null
}

/** An application that a customer can continue. */
export type OpenApplication = CartFinancing & {
  cart_id: string
  /** Dollars. */
  amount: number
}

/** The payment session's `data` after financing was chosen. */
export type StartedFinancing = {
  /** The URL to send the shopper to; null where there is nothing to do. Never store it. */
  url: string | null
  status: FinancingState | null
  /** A message for the shopper. */
  message: string | null
}

/** Amounts are in dollars, rates in percent a year, terms in months; null where the service sent no value. */
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
  /** Percent; null where the shop has not configured the service's unit. */
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
  /** The URL at which the shopper signs. Never store it. */
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
  /** Dollars; null until it is approved. */
  approved_up_to: number | null
  currency_code: "usd"
  expires_at: string | null
  /** The URL at which the customer applies. Never store it. */
  application_url: string | null
  explanation_url: string | null
}

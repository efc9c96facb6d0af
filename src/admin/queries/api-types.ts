import type { ApplicationState } from "../../domain/application-state"
import type { MoneyState } from "../../domain/money-state"
import type { MerchantErrorKind } from "../../domain/merchant-errors"
import type { Message } from "../../domain/order-message"

// Responses of the admin API (docs/api.md): amounts in cents, times in ISO 8601, null before the first check.

export type Application = {
  id: string
  environment: "staging" | "production"
  kind: string
  state: ApplicationState
  code: string | null
  code_meaning: string | null
  code_message: string | null
  lender: string | null
  cart_id: string | null
  order_id: string | null
  order_display_id: string | null
  customer_id: string | null
  customer_name: string | null
  customer_email: string | null
  has_shipped: boolean
  financed_cents: number
  service_cents: number | null
  refunded_cents: number
  message: Message
  money: MoneyState
  review_reason: string | null
  ready_at: string | null
  created_at: string
}

export type TimelineEntry = {
  id: string
  what: string
  actor: string
  actor_name: string | null
  details: Record<string, unknown> | null
  created_at: string
}

export type Token = { token: string; position: number; created_at: string }

export type ApplicationDetails = Application & {
  expires_at: string | null
  storefront_url: string
  channels: ("email" | "sms")[]
  purchase_state: string | null
  payment_id: string | null
  tax_exempt: boolean | null
  confirmed_order_id: string | null
  last_check_at: string | null
  next_check_at: string | null
  has_customer_link: boolean
  portal_url: string | null
  tokens: Token[]
  operations: {
    kind: string
    outcome: string
    target_cents: number | null
    error_code: string | null
    resolved_by: string | null
  }[]
  timeline: TimelineEntry[]
  review_cases: ReviewCase[]
}

export type ReviewCase = {
  id: string
  cause: string
  reason: string
  since: string
  seen_at: string
  acknowledged: { by: string; by_name: string | null; at: string; note: string | null } | null
  application_id: string
  environment: "staging" | "production"
  cart_id: string | null
  order_id: string | null
  order_display_id: string | null
  customer_id: string | null
  customer_name: string | null
  customer_email: string | null
  medusa: {
    purchase_state: string | null
    financed_cents: number
    captured_cents: number | null
    refunded_cents: number | null
  }
  service: {
    code: string | null
    meaning: string | null
    cents: number | null
    tax_exempt: boolean | null
  }
  operation: {
    id: string
    kind: string
    target_cents: number | null
    amount_cents: number | null
    since: string
    again_at: string | null
  } | null
  message: Message
  actions: string[]
  /** Actions that the signed-in user's role does not allow. */
  forbidden_actions: string[]
}

export type Postback = {
  id: string
  application_id: string
  received_at: string
  content_type: string | null
  bytes: number
  fields: Record<string, unknown> | null
  outcome: "waiting" | "processed" | "put-aside"
  validation: string | null
  attempts: number
  processed_at: string | null
}

type Page = { count: number; limit: number; offset: number }
export type ApplicationPage = Page & { applications: Application[] }
export type ReviewCasePage = Page & { review_cases: ReviewCase[] }
export type PostbackPage = Page & { postbacks: Postback[] }

export type FinancingRequest = {
  id: string
  order_id: string
  state: ApplicationState
  progress: string | null
  /** In dollars. */
  amount: number
  is_outdated: boolean
  is_open: boolean
  has_link: boolean
  sent: { channel: string; at: string }[]
  review_reason: string | null
  created_at: string
}

/** `failure` is null if the service returned the status. */
export type StatusCheckResponse = { failure: MerchantErrorKind | null }

export type AddressStatusResponse = {
  address_status: {
    code: string
    meaning: string
    address_matches: false | null
    message: string | null
  }
}

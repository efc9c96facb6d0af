// Examples of the dashboard's routes, for docs/reference.md and the OpenAPI file.

const NOW = "2026-11-20T12:00:00.000Z"

const buildAmount = (cents: number) => ({ cents, at: NOW, is_known: true })

export const SHOWN_APPLICATION = {
  id: "finapp_01",
  environment: "production",
  kind: "hosted",
  state: "funded",
  code: "C",
  code_meaning: "funded",
  code_message: null,
  lender: "Example Lending",
  cart_id: "cart_01",
  order_id: "order_01",
  order_display_id: "42",
  customer_id: "cus_01",
  customer_name: "Sam Doe",
  customer_email: "sam@example.com",
  has_shipped: true,
  financed_cents: 146_764,
  service_cents: 146_764,
  refunded_cents: 0,
  message: {
    code: "paid-out",
    goods: "none",
    amount: 146_764,
    left: 146_764,
    refunded: 0,
    service: 146_764,
    total: 146_764,
    difference: 0,
    due: 0,
    sum: 146_764,
    again_at: null,
  },
  money: {
    applied: { medusa: buildAmount(146_764), service: null },
    approved: { medusa: null, service: buildAmount(200_000) },
    captured: { medusa: buildAmount(146_764), service: null },
    requested: { medusa: null, service: buildAmount(146_764) },
    paid_out: { medusa: null, service: buildAmount(146_764) },
    refunded: { medusa: buildAmount(0), service: buildAmount(0) },
    financed: { medusa: buildAmount(146_764), service: buildAmount(146_764) },
  },
  review_reason: null,
  ready_at: NOW,
  created_at: NOW,
}

export const APPLICATION_FILE = {
  ...SHOWN_APPLICATION,
  expires_at: null,
  channels: ["email"],
  storefront_url: "https://shop.example",
  portal_url: "https://portal.financing.example/applications/8a2f64c1",
  purchase_state: "captured-order",
  payment_id: "pay_01",
  tax_exempt: false,
  confirmed_order_id: "42",
  last_check_at: NOW,
  next_check_at: null,
  has_customer_link: false,
  tokens: [{ token: "8a2f64c1", position: 1, created_at: NOW }],
  operations: [
    {
      id: "finop_01",
      kind: "settle",
      outcome: "confirmed",
      target_cents: 146_764,
      attempts: 1,
      error_code: null,
      resolved_by: null,
      resolution_note: null,
      created_at: NOW,
      finished_at: NOW,
    },
  ],
  timeline: [
    {
      id: "fintl_01",
      what: "settled",
      actor: "plugin",
      actor_name: null,
      details: null,
      created_at: NOW,
    },
  ],
  review_cases: [],
}

export const OPEN_REVIEW_CASE = {
  id: "fincase_01",
  cause: "unneeded-loan",
  reason: "The service funded it, but its order was cancelled.",
  since: NOW,
  seen_at: NOW,
  acknowledged: null,
  application_id: "finapp_01",
  environment: "staging" as const,
  cart_id: "cart_01",
  order_id: "order_01",
  order_display_id: "42",
  customer_id: "cus_01",
  customer_name: "Sam Doe",
  customer_email: "sam@example.com",
  medusa: {
    purchase_state: "cancelled-order",
    financed_cents: 146_764,
    captured_cents: 0,
    refunded_cents: 0,
  },
  service: { code: "C", meaning: "funded", cents: 146_764, tax_exempt: false },
  operation: null,
  message: {
    code: "case-unneeded-loan",
    goods: "none",
    amount: 146_764,
    left: 146_764,
    refunded: 0,
    service: 146_764,
    total: 146_764,
    difference: 0,
    due: 0,
    sum: 146_764,
    again_at: null,
  },
  actions: ["refund", "check-again", "acknowledge"],
  forbidden_actions: [],
}

export const POSTBACK = {
  id: "finpb_01",
  application_id: "finapp_01",
  received_at: NOW,
  content_type: "application/x-www-form-urlencoded",
  bytes: 214,
  fields: { payment_status: "completed", pt_app_status: "S" },
  outcome: "processed",
  validation: "valid",
  attempts: 1,
  processed_at: NOW,
}

export const OUTAGE = {
  environment: "production",
  is_in_use: true,
  is_locked: false,
  cause: "refused-credentials",
  since: NOW,
  shoppers: 3,
  cents: 440_292,
}

const NONE = { count: 0, oldest_seconds: 0 }

export const OWN_HOME = {
  state: "ours",
  is_locked: false,
  address: "https://api.shop.example",
  since: NOW,
  is_declared_copy: false,
  backend_url: "https://api.shop.example",
}

export const HEALTH = {
  status: "ok",
  environments: {
    staging: {
      is_in_use: false,
      service: "not-ready",
      is_locked: false,
      problems: [],
      checks_due: NONE,
      inbox: NONE,
      in_doubt: NONE,
      review_cases: NONE,
      access_token: { renewals: 0, failures: 0, renewed_at: null },
    },
    production: {
      is_in_use: true,
      service: "available",
      is_locked: false,
      problems: [],
      checks_due: { count: 2, oldest_seconds: 3 },
      inbox: NONE,
      in_doubt: NONE,
      review_cases: { count: 1, oldest_seconds: 5400 },
      access_token: { renewals: 3, failures: 0, renewed_at: NOW },
    },
  },
  home: OWN_HOME,
  budget: { calls_per_minute: 120, at_once: 20, left: 18 },
}

/** A shop whose address changed without `movedFrom`. */
export const MOVED_HOME = {
  ...OWN_HOME,
  state: "possible-copy",
  is_locked: true,
  backend_url: "https://new.shop.example",
}

/** A user without the permission to capture, refund or configure. */
export const CLERK_RIGHTS = {
  see: true,
  change: true,
  settle: false,
  refund: false,
  see_payouts: false,
  see_settings: true,
  change_settings: false,
}

export const PAYOUTS = {
  events: [
    {
      id: "finop_01JQ",
      event: "requested",
      day: "2026-11-20",
      at: NOW,
      cents: 146764,
      application_id: "finapp_01JQ",
      order_id: "order_01JQ",
      order_display_id: "1042",
      customer_name: "Dana Shopper",
    },
  ],
  days: [{ day: "2026-11-20", requested_cents: 146764, paid_out_cents: 0, refunded_cents: 0 }],
  total: { requested_cents: 146764, paid_out_cents: 0, refunded_cents: 0, captured_cents: 146764 },
  open_cases: 0,
  environment: "production",
  time_zone: "America/New_York",
}

export const OVERVIEW = {
  to_do: {
    ship: {
      count: 3,
      cents: 440292,
      oldest_at: NOW,
    },
    request_payment: {
      count: 0,
      cents: 0,
      oldest_at: null,
    },
    balance: {
      count: 0,
      cents: 0,
      oldest_at: null,
    },
    decide: {
      count: 1,
      cents: 146764,
      oldest_at: NOW,
    },
    sign_again: {
      count: 0,
      cents: 0,
      oldest_at: null,
    },
    in_review: {
      count: 1,
      cents: 99900,
      oldest_at: NOW,
    },
    expiring: {
      count: 0,
      cents: 0,
      oldest_at: null,
    },
  },
  money: {
    requested: {
      count: 1,
      cents: 146764,
      oldest_at: NOW,
    },
    paid_out: {
      count: 8,
      cents: 1174112,
      oldest_at: NOW,
    },
    refunded: {
      count: 1,
      cents: 10000,
      oldest_at: NOW,
    },
    ageing: {
      "0-1": {
        count: 2,
        cents: 293528,
        oldest_at: NOW,
      },
      "2-3": {
        count: 1,
        cents: 146764,
        oldest_at: NOW,
      },
      "4-7": {
        count: 0,
        cents: 0,
        oldest_at: null,
      },
      ">7": {
        count: 0,
        cents: 0,
        oldest_at: null,
      },
    },
    seconds_to_payout: 172_800,
  },
  funnel: {
    chosen: 40,
    applied: 31,
    approved: 22,
    signed: 17,
    shipped: 14,
    declined: 6,
    walked_away: 9,
    not_offered: 2,
    seconds_to_sign: 540,
  },
  paid_out: [
    {
      day: "2026-11-20",
      count: 2,
      cents: 293528,
    },
  ],
  orders: { orders: 120, financed: 38, average_cents: 120400 },
  last_postback_at: NOW,
  time_zone: "America/New_York",
  environment: "production",
  open_in_production: 0,
  declines: [{ reason: "declined", count: 6 }],
  health: { status: "ok", problems: [] },
}

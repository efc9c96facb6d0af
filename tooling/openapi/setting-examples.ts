import { OWN_HOME } from "./overview-examples"
import { DEFAULT_SCHEDULE } from "../../src/domain/check-schedule"
import type { SettingKey } from "../../src/modules/consumer-financing/settings/setting-keys"

// Examples of the settings routes, for docs/reference.md and the OpenAPI file.

const NOW = "2026-11-20T12:00:00.000Z"
const API = "https://api.shop.example"

const DEFAULTS = {
  environment: "staging",
  checkout_title: "Pay over time",
  checkout_description: "Apply for financing and pay for your order month by month.",
  minimum_amount: null,
  maximum_amount: null,
  excluded_product_ids: [],
  excluded_category_ids: [],
  excluded_customer_group_ids: [],
  excluded_states: [],
  exclude_gift_cards: false,
  settle: "on-full-shipment",
  on_decline: "cancel",
  on_late_approval: "hold",
  unsigned_hours: 48,
  unused_hours: 168,
  declined_hours: 24,
  return_hours: 24,
  unfulfilled_hours: 48,
  order_id_prefix: "",
  polling_schedule: DEFAULT_SCHEDULE.map(({ everySeconds, forSeconds }) => ({
    every_seconds: everySeconds,
    for_seconds: forSeconds,
  })),
  polling_at_once: 4,
  polling_calls_per_minute: 120,
  own_postbacks: true,
  partial_refund_items: "items",
  loan_rate_unit: "hidden",
  full_application_enabled: false,
  pre_approval_enabled: false,
  pre_approval_valid_days: 30,
  pre_approval_suppress_notification: false,
  portal_url: null,
  template_request: "consumer-financing-request",
  template_link: "consumer-financing-link",
  template_staff: "consumer-financing-staff",
  staff_channel: "email",
  staff_to: null,
  time_zone: null,
  staff_language: "en",
  message_ready_to_ship: true,
  message_decision_needed: true,
  message_service_unavailable: true,
  message_daily_digest: true,
} satisfies Record<SettingKey, unknown>

export const CHANGES = { environment: "production", minimum_amount: 300, checkout_title: null }

export const SETTINGS = {
  values: { ...DEFAULTS, environment: "production", minimum_amount: 300 },
  defaults: DEFAULTS,
  locked: ["settle"],
  credentials: {
    staging: {
      source: "config",
      base_url: "https://staging.financing.example/api/v1",
      api_username: "••••hant",
      api_password: "••••81c2",
      api_signature: "••••dXJl",
      changed_at: null,
      changed_by: null,
    },
    production: {
      source: "dashboard",
      base_url: "https://financing.example/api/v1",
      api_username: "••••hant",
      api_password: "••••0b7e",
      api_signature: "••••cmUx",
      changed_at: NOW,
      changed_by: "user_01",
    },
  },
  is_ready: true,
  changed_at: NOW,
  changed_by: "user_01",
  changes: [
    {
      id: "finsetch_01",
      what: ["environment", "minimum_amount"],
      by: "user_01",
      at: NOW,
      before: { environment: "staging", minimum_amount: null },
      after: { environment: "production", minimum_amount: 300 },
    },
  ],
}

export const CREDENTIALS = {
  environment: "production",
  base_url: "https://financing.example/api/v1",
  api_username: "as issued",
  api_password: "as issued",
  api_signature: "YXMgaXNzdWVk",
}

export const CONNECTION = {
  outcome: "wrong-credentials",
  step: "token",
  milliseconds: 214,
  http_status: 401,
  tested_at: NOW,
}

export const DELIVERIES = [
  { channel: "feed", outcome: "sent" },
  { channel: "email", outcome: "no-provider" },
]

export const SELF_CHECK = {
  checks: [
    {
      name: "public-address",
      outcome: "good",
      details: { backend_url: API, storefront_url: "https://shop.example" },
    },
    {
      name: "reachable",
      outcome: "bad",
      details: {
        url: `${API}/consumer-financing/here/…`,
        http_status: 302,
        problem: "redirected",
      },
    },
    { name: "home", outcome: "good", details: OWN_HOME },
    {
      name: "provider-regions",
      outcome: "good",
      details: {
        regions: [
          { id: "reg_01", name: "United States", currency_code: "usd", is_enabled: true },
          { id: "reg_02", name: "Europe", currency_code: "eur", is_enabled: false },
        ],
      },
    },
    { name: "currency", outcome: "good", details: { regions: [] } },
    {
      name: "locking",
      outcome: "warning",
      details: { provider_id: "in-memory", is_distributed: false, worker_mode: "server" },
    },
    {
      name: "secret",
      outcome: "good",
      details: { since: NOW, previous_is_set: false, encrypted_with_previous: 0 },
    },
    {
      name: "credentials",
      outcome: "good",
      details: {
        environment: "production",
        is_set: true,
        is_readable: true,
        connection: "connected",
        http_status: 404,
      },
    },
    {
      name: "other-environment",
      outcome: "warning",
      details: {
        environment: "production",
        staging: { open: 2, signed: 1, with_order: 1 },
        production: { open: 14, signed: 5, with_order: 6 },
      },
    },
    { name: "postbacks", outcome: "good", details: { last_at: NOW } },
    { name: "message-channels", outcome: "warning", details: { missing: ["feed"] } },
    { name: "messages", outcome: "good", details: { pending: 0, failed: 0 } },
  ],
  postback_address: `${API}/hooks/consumer-financing/<environment>/…`,
  pre_approval_addresses: {
    staging: `${API}/hooks/consumer-financing/pre-approvals/staging/…`,
    production: `${API}/hooks/consumer-financing/pre-approvals/production/…`,
  },
  last_postback_at: NOW,
}

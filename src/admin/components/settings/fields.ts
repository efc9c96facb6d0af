import { LOAN_RATE_UNITS } from "../../../domain/offer"
import { SETTLE_WHEN } from "../../../domain/settle-when"
import { STAFF_LANGUAGES } from "../../../domain/staff-message"
import type { Resource } from "../../queries/picker-options"

/** Amounts are in dollars. */
export type FieldKind =
  | { kind: "text" | "long-text" | "dollars" | "number" | "list" | "switch" | "schedule" }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "picker"; resource: Resource }

export type SettingField = { key: string } & FieldKind

export const SECTIONS = {
  checkout: [
    { key: "checkout_title", kind: "text" },
    { key: "checkout_description", kind: "long-text" },
    { key: "minimum_amount", kind: "dollars" },
    { key: "maximum_amount", kind: "dollars" },
    { key: "excluded_product_ids", kind: "picker", resource: "products" },
    { key: "excluded_category_ids", kind: "picker", resource: "categories" },
    { key: "excluded_customer_group_ids", kind: "picker", resource: "customer-groups" },
    { key: "excluded_states", kind: "list" },
    { key: "exclude_gift_cards", kind: "switch" },
    { key: "full_application_enabled", kind: "switch" },
    { key: "loan_rate_unit", kind: "choice", choices: LOAN_RATE_UNITS },
    { key: "pre_approval_enabled", kind: "switch" },
    { key: "pre_approval_valid_days", kind: "number" },
    { key: "pre_approval_suppress_notification", kind: "switch" },
  ],
  orders: [
    { key: "settle", kind: "choice", choices: SETTLE_WHEN },
    { key: "on_decline", kind: "choice", choices: ["cancel", "flag"] },
    { key: "on_late_approval", kind: "choice", choices: ["hold", "cancel"] },
    { key: "unsigned_hours", kind: "number" },
    { key: "unused_hours", kind: "number" },
    { key: "declined_hours", kind: "number" },
    { key: "return_hours", kind: "number" },
    { key: "unfulfilled_hours", kind: "number" },
  ],
  notifications: [
    { key: "staff_to", kind: "text" },
    { key: "staff_channel", kind: "text" },
    { key: "staff_language", kind: "choice", choices: STAFF_LANGUAGES },
    { key: "message_ready_to_ship", kind: "switch" },
    { key: "message_decision_needed", kind: "switch" },
    { key: "message_service_unavailable", kind: "switch" },
    { key: "message_daily_digest", kind: "switch" },
    { key: "template_staff", kind: "text" },
    { key: "template_request", kind: "text" },
    { key: "template_link", kind: "text" },
  ],
  expert: [
    { key: "order_id_prefix", kind: "text" },
    { key: "portal_url", kind: "text" },
    { key: "time_zone", kind: "text" },
    { key: "own_postbacks", kind: "switch" },
    {
      key: "partial_refund_items",
      kind: "choice",
      choices: ["items", "applicationItems", "both"],
    },
    { key: "polling_at_once", kind: "number" },
    { key: "polling_calls_per_minute", kind: "number" },
    { key: "polling_schedule", kind: "schedule" },
  ],
} as const satisfies Record<string, readonly SettingField[]>

export type Section = keyof typeof SECTIONS

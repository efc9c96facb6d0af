import { z } from "@medusajs/framework/zod"
import { LOAN_RATE_UNITS } from "../../../domain/offer"
import { SETTLE_WHEN } from "../../../domain/settle-when"
import { STAFF_LANGUAGES } from "../../../domain/staff-message"
import type { SettingKey } from "../../../modules/consumer-financing/settings/setting-keys"
import { ITEM_LIST_NAMES } from "../../../options/options"

// Input of staff. Checks types only; the options' rules (src/options/options.ts) validate every setting, from any
// source.

const environment = z.enum(["staging", "production"])
const ids = z.array(z.string())
const step = z.strictObject({ every_seconds: z.number(), for_seconds: z.number() })

export const settingValues = z.strictObject({
  environment: environment.meta({ description: "Where new applications are created." }),
  checkout_title: z.string(),
  checkout_description: z.string(),
  minimum_amount: z.number().nullable().meta({ description: "US dollars, of the cart's total." }),
  maximum_amount: z.number().nullable(),
  excluded_product_ids: ids,
  excluded_category_ids: ids.meta({ description: "With the categories below them." }),
  excluded_customer_group_ids: ids,
  excluded_states: ids.meta({ description: "Two letters each, such as `CA`." }),
  exclude_gift_cards: z.boolean(),
  settle: z.enum(SETTLE_WHEN),
  on_decline: z.enum(["cancel", "flag"]),
  on_late_approval: z.enum(["hold", "cancel"]),
  unsigned_hours: z.number(),
  unused_hours: z.number(),
  declined_hours: z.number(),
  return_hours: z.number(),
  unfulfilled_hours: z.number(),
  order_id_prefix: z.string(),
  polling_schedule: z.array(step),
  polling_at_once: z.number(),
  polling_calls_per_minute: z.number(),
  own_postbacks: z.boolean(),
  partial_refund_items: z.enum(ITEM_LIST_NAMES),
  loan_rate_unit: z.enum(LOAN_RATE_UNITS),
  full_application_enabled: z.boolean(),
  pre_approval_enabled: z.boolean(),
  pre_approval_valid_days: z.number(),
  pre_approval_suppress_notification: z.boolean(),
  portal_url: z.string().nullable().meta({
    description: "The service's page about one application; `{token}` is filled in.",
  }),
  template_request: z.string(),
  template_link: z.string(),
  template_staff: z.string(),
  staff_channel: z.string(),
  staff_to: z.string().nullable().meta({
    description: "Who gets the messages to staff, besides the dashboard's bell.",
  }),
  time_zone: z.string().nullable().meta({
    description: "In which staff's days begin. Null: the server's.",
  }),
  staff_language: z.enum(STAFF_LANGUAGES),
  message_ready_to_ship: z.boolean(),
  message_decision_needed: z.boolean(),
  message_service_unavailable: z.boolean(),
  message_daily_digest: z.boolean(),
} satisfies Record<SettingKey, z.ZodType>)

type Shape = typeof settingValues.shape
type Changeable = { [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>> }

/** Any of them; null resets one to its default. */
export const settingsInput = z.strictObject(
  Object.fromEntries(
    Object.entries(settingValues.shape).map(([key, schema]) => [key, schema.nullable().optional()])
  ) as Changeable
)

const credential = z.string().min(1, "is empty").max(2_000, "is too large").optional()

/** Credentials of an environment; omitted ones are kept. */
export const credentialsInput = z.strictObject({
  environment,
  base_url: credential.meta({ description: "With its API path prefix." }),
  api_username: credential,
  api_password: credential,
  api_signature: credential.meta({
    description: "Client id and secret, base64 encoded, as issued.",
  }),
})

export const environmentName = z.strictObject({ environment })

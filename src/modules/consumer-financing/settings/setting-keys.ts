import { camelToSnakeCase, toCamelCase } from "@medusajs/framework/utils"

/**
 * Settings of the dashboard and their paths in the options. All others are set in medusa-config only. A new one also
 * needs its schema in `options/options.ts` or `option-values.ts`, a field in `admin/components/settings/fields.ts`,
 * and its texts in `admin/texts/en-setting-fields.ts` and `es-setting-fields.ts`; a choice also needs its words in
 * `en-settings.ts` and `es-settings.ts`. The compiler finds the rest: `api/admin/consumer-financing/setting-inputs.ts`,
 * and the example in `tooling/openapi/setting-examples.ts`.
 */
export const SETTING_PATHS = {
  environment: "environment",
  checkout_title: "checkout.title",
  checkout_description: "checkout.description",
  minimum_amount: "checkout.minimumAmount",
  maximum_amount: "checkout.maximumAmount",
  excluded_product_ids: "checkout.excludedProductIds",
  excluded_category_ids: "checkout.excludedCategoryIds",
  excluded_customer_group_ids: "checkout.excludedCustomerGroupIds",
  excluded_states: "checkout.excludedStates",
  exclude_gift_cards: "checkout.excludeGiftCards",
  settle: "settle",
  on_decline: "onDecline",
  on_late_approval: "onLateApproval",
  unsigned_hours: "timeLimits.unsignedHours",
  unused_hours: "timeLimits.unusedHours",
  declined_hours: "timeLimits.declinedHours",
  return_hours: "timeLimits.returnHours",
  unfulfilled_hours: "timeLimits.unfulfilledHours",
  order_id_prefix: "orderIdPrefix",
  polling_schedule: "polling.schedule",
  polling_at_once: "polling.atOnce",
  polling_calls_per_minute: "polling.callsPerMinute",
  own_postbacks: "ownPostbacks",
  partial_refund_items: "partialRefundItems",
  loan_rate_unit: "loanRateUnit",
  full_application_enabled: "fullApplication.enabled",
  pre_approval_enabled: "preApproval.enabled",
  pre_approval_valid_days: "preApproval.validDays",
  pre_approval_suppress_notification: "preApproval.suppressNotification",
  portal_url: "portalUrl",
  template_request: "notifications.templates.request",
  template_link: "notifications.templates.link",
  template_staff: "notifications.templates.staff",
  staff_channel: "notifications.staffChannel",
  staff_to: "notifications.staffTo",
  time_zone: "timeZone",
  staff_language: "notifications.language",
  message_ready_to_ship: "notifications.messages.readyToShip",
  message_decision_needed: "notifications.messages.decisionNeeded",
  message_service_unavailable: "notifications.messages.serviceUnavailable",
  message_daily_digest: "notifications.messages.dailyDigest",
} as const

export type SettingKey = keyof typeof SETTING_PATHS
export const SETTING_KEYS = Object.keys(SETTING_PATHS) as SettingKey[]

/** Settings in the dashboard's form, as stored; unset ones are absent. */
export type SettingValues = Partial<Record<SettingKey, unknown>>

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the value at a setting's path; undefined where there is none. */
export function getOption(options: Tree, key: SettingKey): unknown {
  return SETTING_PATHS[key]
    .split(".")
    .reduce<unknown>((at, name) => (isTree(at) ? at[name] : undefined), options)
}

/** Sets the value at a setting's path. The caller owns the options, nested objects included. */
export function setOption(options: Tree, key: SettingKey, value: unknown): void {
  const names = SETTING_PATHS[key].split(".")
  const last = names.pop() ?? ""
  const group = names.reduce<Tree>((at, name) => {
    const inner = at[name]
    const next = isTree(inner) ? inner : {}
    at[name] = next
    return next
  }, options)
  group[last] = value
}

/** Returns the setting at a path of the options, or above it. */
export function findSettingKey(path: readonly PropertyKey[]): SettingKey | undefined {
  const name = path.map(String).join(".")
  return SETTING_KEYS.find((key) => {
    const own = SETTING_PATHS[key]
    return name === own || name.startsWith(`${own}.`)
  })
}

/** Returns the name of a path for staff: a setting, or a place within it. */
export function formatSettingPath(key: SettingKey, path: readonly PropertyKey[]): string {
  const inner = path.map(String).slice(SETTING_PATHS[key].split(".").length)
  return [key, ...inner.map<string>(camelToSnakeCase)].join(".")
}

/** Renames the fields of a schedule's steps, the only setting with fields of its own. */
const renameFields = (step: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(step).map(([name, one]) => [rename(name), one]))

export function fromOption(key: SettingKey, value: unknown): unknown {
  if (key !== "polling_schedule") return value
  return (value as object[]).map((step) => renameFields(step, camelToSnakeCase))
}

/** Converts back; an invalid schedule stays unchanged, so that the schema rejects it. */
export function toOption(key: SettingKey, value: unknown): unknown {
  if (key !== "polling_schedule" || !Array.isArray(value)) return value
  return value.map((step: unknown) => (isTree(step) ? renameFields(step, toCamelCase) : step))
}

import { model } from "@medusajs/framework/utils"

/** What the merchant set in the dashboard: one row. Credentials are encrypted, see ../settings/credentials. */
export const FinancingSetting = model.define("financing_setting", {
  id: model.text().primaryKey(),
  /** Moves with every change: servers take over what they do not have yet. */
  version: model.number(),
  values: model.json(),
  credentials: model.json(),
  /** Tells whether `secret` is still the same, and nothing of it. */
  secret_fingerprint: model.text(),
  secret_since: model.dateTime(),
  changed_at: model.dateTime().nullable(),
  changed_by: model.text().nullable(),
})

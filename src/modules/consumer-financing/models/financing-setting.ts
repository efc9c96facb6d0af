import { model } from "@medusajs/framework/utils"

/** The settings from the dashboard: one row. Credentials are encrypted, see ../settings/credentials. */
export const FinancingSetting = model.define("financing_setting", {
  id: model.text().primaryKey(),
  /** Grows with every change; servers reload when it differs from theirs. */
  version: model.number(),
  values: model.json(),
  credentials: model.json(),
  /** Identifies `secret` without revealing it. */
  secret_fingerprint: model.text(),
  secret_since: model.dateTime(),
  changed_at: model.dateTime().nullable(),
  changed_by: model.text().nullable(),
})

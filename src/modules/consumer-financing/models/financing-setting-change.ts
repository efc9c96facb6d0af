import { model } from "@medusajs/framework/utils"

/** A change of settings: who made it, and the old and new values. Never contains a credential. */
export const FinancingSettingChange = model
  .define("financing_setting_change", {
    id: model.id({ prefix: "finsetch" }).primaryKey(),
    /** Settings' keys, or `credentials.<environment>`. */
    what: model.array(),
    /** The admin user's id. */
    by: model.text(),
    before: model.json().nullable(),
    after: model.json().nullable(),
  })
  .indexes([{ on: ["created_at"] }])

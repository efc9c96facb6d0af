import { model } from "@medusajs/framework/utils"
import { ATTENTION_CAUSES } from "../../../domain/attention"
import { STANDINGS } from "../../../domain/action-table"
import { FinancingApplication } from "./financing-application"

/**
 * What a person has to look at: one row per cause, gone once it is settled. Beside the sentence stands
 * what both sides said when it was raised or last confirmed; null where nobody had looked yet.
 */
export const FinancingAttention = model
  .define("financing_attention", {
    id: model.id({ prefix: "finatt" }).primaryKey(),
    cause: model.enum([...ATTENTION_CAUSES]),
    reason: model.text(),
    /** Medusa's side. */
    standing: model.enum([...STANDINGS]).nullable(),
    financed_cents: model.number(),
    captured_cents: model.number().nullable(),
    refunded_cents: model.number().nullable(),
    /** The service's side. */
    code: model.text().nullable(),
    service_cents: model.number().nullable(),
    /** When it was raised or last confirmed. */
    seen_at: model.dateTime(),
    /** A person knows it: quiet until what it says changes. */
    acknowledged_at: model.dateTime().nullable(),
    acknowledged_by: model.text().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "attentions" }),
  })
  .indexes([{ on: ["application_id", "cause"], unique: true }])

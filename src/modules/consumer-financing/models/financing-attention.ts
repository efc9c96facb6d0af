import { model } from "@medusajs/framework/utils"
import { ATTENTION_CAUSES } from "../../../domain/attention"
import { FinancingApplication } from "./financing-application"

/** What a person has to look at: one row per cause, gone once it is settled. */
export const FinancingAttention = model
  .define("financing_attention", {
    id: model.id({ prefix: "finatt" }).primaryKey(),
    cause: model.enum([...ATTENTION_CAUSES]),
    reason: model.text(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "attentions" }),
  })
  .indexes([{ on: ["application_id", "cause"], unique: true }])

import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** A payment session that depends or depended on an application. The row outlives Medusa's session. */
export const FinancingSession = model.define("financing_session", {
  id: model.id({ prefix: "finses" }).primaryKey(),
  payment_session_id: model.text().unique(),
  application: model.belongsTo(() => FinancingApplication, { mappedBy: "sessions" }),
})

import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** A payment session of Medusa that rests (or rested) on an application. Outlives the session. */
export const FinancingSession = model.define("financing_session", {
  id: model.id({ prefix: "finses" }).primaryKey(),
  payment_session_id: model.text().unique(),
  application: model.belongsTo(() => FinancingApplication, { mappedBy: "sessions" }),
})

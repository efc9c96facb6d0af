import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** One token of an application's chain. The one with the highest position is current. Tokens are never deleted. */
export const FinancingToken = model
  .define("financing_token", {
    id: model.id({ prefix: "fintok" }).primaryKey(),
    token: model.text(),
    environment: model.text(),
    position: model.number(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "tokens" }),
  })
  .indexes([
    { on: ["environment", "token"], unique: true },
    { on: ["application_id", "position"], unique: true },
  ])

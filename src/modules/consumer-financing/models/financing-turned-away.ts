import { model } from "@medusajs/framework/utils"

/** A purchase that could not be financed while the service could not be used; gone with the outage. */
export const FinancingTurnedAway = model
  .define("financing_turned_away", {
    id: model.id({ prefix: "finaway" }).primaryKey(),
    environment: model.text(),
    purchase_id: model.text(),
    amount_cents: model.number(),
  })
  .indexes([{ on: ["environment", "purchase_id"], unique: true }])

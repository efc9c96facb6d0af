import { model } from "@medusajs/framework/utils"

/** A server of the shop that runs, for the self-check to know how many there are. See ../presence. */
export const FinancingServer = model.define("financing_server", {
  id: model.text().primaryKey(),
  seen_at: model.dateTime(),
})

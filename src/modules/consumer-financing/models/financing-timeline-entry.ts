import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** What happened to an application, in the order it happened. Nothing personal, no secrets. */
export const FinancingTimelineEntry = model
  .define("financing_timeline_entry", {
    id: model.id({ prefix: "fintl" }).primaryKey(),
    what: model.text(),
    actor: model.text().default("plugin"),
    details: model.json().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "timeline" }),
  })
  // The overview: what was refunded lately.
  .indexes([{ on: ["what", "created_at"] }])

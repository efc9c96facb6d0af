import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** An event of an application, in order of time. Contains neither personal data nor secrets. */
export const FinancingTimelineEntry = model
  .define("financing_timeline_entry", {
    id: model.id({ prefix: "fintl" }).primaryKey(),
    what: model.text(),
    actor: model.text().default("plugin"),
    details: model.json().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "timeline" }),
  })
  // Serves the overview of recent refunds.
  .indexes([{ on: ["what", "created_at"] }])

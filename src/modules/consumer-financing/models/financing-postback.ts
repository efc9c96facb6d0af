import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** The inbox of an application's postback address. Postbacks decide nothing. */
export const FinancingPostback = model
  .define("financing_postback", {
    id: model.id({ prefix: "finpb" }).primaryKey(),
    content_type: model.text().nullable(),
    bytes: model.number().default(0),
    /** The received body; removed after processing, which keeps `fields`. */
    body: model.text().nullable(),
    fields: model.json().nullable(),
    /** Endpoint 15's verdict; recorded, never trusted. */
    validation: model.text().nullable(),
    attempts: model.number().default(0),
    processed_at: model.dateTime().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "postbacks" }),
  })
  .indexes([{ on: ["processed_at"] }, { on: ["created_at"] }])

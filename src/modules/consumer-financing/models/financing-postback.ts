import { model } from "@medusajs/framework/utils"
import { FinancingApplication } from "./financing-application"

/** The inbox: what arrived at an application's own postback address. It decides nothing. */
export const FinancingPostback = model
  .define("financing_postback", {
    id: model.id({ prefix: "finpb" }).primaryKey(),
    content_type: model.text().nullable(),
    bytes: model.number().default(0),
    /** The body as it came, until it is processed; afterwards only `fields` remain. */
    body: model.text().nullable(),
    fields: model.json().nullable(),
    /** Endpoint 15's word about it; recorded, never believed. */
    validation: model.text().nullable(),
    attempts: model.number().default(0),
    processed_at: model.dateTime().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "postbacks" }),
  })
  .indexes([{ on: ["processed_at"] }, { on: ["created_at"] }])

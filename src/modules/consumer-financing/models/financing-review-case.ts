import { model } from "@medusajs/framework/utils"
import { REVIEW_CAUSES } from "../../../domain/review-causes"
import { PURCHASE_STATES } from "../../../domain/purchase-state"
import { FinancingApplication } from "./financing-application"

/**
 * What a person has to look at: one row per cause, gone once it is settled. Beside the sentence stands
 * what both sides said when it was raised or last confirmed; null where nobody had looked yet.
 */
export const FinancingReviewCase = model
  .define("financing_review_case", {
    id: model.id({ prefix: "fincase" }).primaryKey(),
    cause: model.enum([...REVIEW_CAUSES]),
    reason: model.text(),
    /** Medusa's side. */
    purchase_state: model.enum([...PURCHASE_STATES]).nullable(),
    financed_cents: model.number(),
    captured_cents: model.number().nullable(),
    refunded_cents: model.number().nullable(),
    /** The service's side. */
    code: model.text().nullable(),
    service_cents: model.number().nullable(),
    /** When it was raised or last confirmed. */
    seen_at: model.dateTime(),
    /** A person knows it: quiet until what it says changes. */
    acknowledged_at: model.dateTime().nullable(),
    acknowledged_by: model.text().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "review_cases" }),
  })
  .indexes([{ on: ["application_id", "cause"], unique: true }])

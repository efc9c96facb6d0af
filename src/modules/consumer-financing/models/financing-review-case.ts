import { model } from "@medusajs/framework/utils"
import { REVIEW_CAUSES } from "../../../domain/review-causes"
import { PURCHASE_STATES } from "../../../domain/purchase-state"
import { FinancingApplication } from "./financing-application"

/**
 * A decision that staff must make: one row per cause, deleted once it is resolved. Includes what Medusa and the
 * service said when the case was last confirmed; null means not read yet.
 */
export const FinancingReviewCase = model
  .define("financing_review_case", {
    id: model.id({ prefix: "fincase" }).primaryKey(),
    cause: model.enum([...REVIEW_CAUSES]),
    reason: model.text(),
    /** What Medusa says. */
    purchase_state: model.enum([...PURCHASE_STATES]).nullable(),
    financed_cents: model.number(),
    captured_cents: model.number().nullable(),
    refunded_cents: model.number().nullable(),
    /** What the service says. */
    code: model.text().nullable(),
    service_cents: model.number().nullable(),
    /** When the case was opened or last confirmed. */
    seen_at: model.dateTime(),
    /** Staff acknowledged it: silent until its content changes. */
    acknowledged_at: model.dateTime().nullable(),
    acknowledged_by: model.text().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "review_cases" }),
  })
  .indexes([{ on: ["application_id", "cause"], unique: true }])

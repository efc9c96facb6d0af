import { model } from "@medusajs/framework/utils"
import { OPERATION_KINDS, OPERATION_OUTCOMES } from "../../../domain/operation"
import { FinancingApplication } from "./financing-application"

/** The journal: one row per intent, written and committed before its call. */
export const FinancingOperation = model
  .define("financing_operation", {
    id: model.id({ prefix: "finop" }).primaryKey(),
    kind: model.enum([...OPERATION_KINDS]),
    outcome: model.enum([...OPERATION_OUTCOMES]).default("intended"),
    /** The loan amount, in cents, that stands when the operation has succeeded. */
    target_cents: model.number().nullable(),
    /** The token the call was made with, and the one a partial refund answered. */
    token: model.text().nullable(),
    new_token: model.text().nullable(),
    /** Medusa's capture or refund row, or the order id that is told. */
    reference: model.text().nullable(),
    attempts: model.number().default(1),
    error_code: model.text().nullable(),
    http_status: model.number().nullable(),
    correlation_id: model.text().nullable(),
    /** Who said how it ended, where nobody could find out otherwise, and how they know. */
    resolved_by: model.text().nullable(),
    resolution_note: model.text().nullable(),
    /** When the call that is under way has certainly ended. */
    deadline_at: model.dateTime(),
    finished_at: model.dateTime().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "operations" }),
  })
  .indexes([
    { on: ["application_id", "outcome"] },
    // The few that are not finished.
    { on: ["outcome"], where: "outcome in ('intended', 'in-doubt')" },
  ])

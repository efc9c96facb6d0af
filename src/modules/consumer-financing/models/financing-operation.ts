import { model } from "@medusajs/framework/utils"
import { OPERATION_KINDS, OPERATION_OUTCOMES } from "../../../domain/operation"
import { FinancingApplication } from "./financing-application"

/** The journal: one row per intent, committed before its call. */
export const FinancingOperation = model
  .define("financing_operation", {
    id: model.id({ prefix: "finop" }).primaryKey(),
    kind: model.enum([...OPERATION_KINDS]),
    outcome: model.enum([...OPERATION_OUTCOMES]).default("intended"),
    /** The loan amount in cents after success. */
    target_cents: model.number().nullable(),
    /** The token used for the call, and the one that a partial refund returned. */
    token: model.text().nullable(),
    new_token: model.text().nullable(),
    /** Medusa's capture or refund row, or the order id sent. */
    reference: model.text().nullable(),
    attempts: model.number().default(1),
    error_code: model.text().nullable(),
    http_status: model.number().nullable(),
    correlation_id: model.text().nullable(),
    /** Who resolved an operation in doubt, and on which evidence. */
    resolved_by: model.text().nullable(),
    resolution_note: model.text().nullable(),
    /** When a running call has certainly ended. */
    deadline_at: model.dateTime(),
    finished_at: model.dateTime().nullable(),
    application: model.belongsTo(() => FinancingApplication, { mappedBy: "operations" }),
  })
  .indexes([
    { on: ["application_id", "outcome"] },
    // Serves the payout report.
    { on: ["kind", "finished_at"] },
    // Serves the few unfinished operations.
    { on: ["outcome"], where: "outcome in ('intended', 'in-doubt')" },
  ])

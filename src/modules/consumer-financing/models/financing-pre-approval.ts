import { model } from "@medusajs/framework/utils"
import { PRE_APPROVAL_STATES } from "../../../domain/pre-approval"

/**
 * One pre-approval at the service, and the journal of its request: written before the call. Contains no personal
 * data: a customer's id or the hash of a guest's claim identifies its owner.
 */
export const FinancingPreApproval = model
  .define("financing_pre_approval", {
    id: model.id({ prefix: "finpre" }).primaryKey(),
    environment: model.enum(["staging", "production"]),
    state: model.enum([...PRE_APPROVAL_STATES]).default("requested"),
    /** The service's last status code. */
    code: model.text().nullable(),
    token: model.text().nullable(),
    /** Where the customer applies; cleared once it is useless. */
    customer_url: model.text().nullable(),
    /** The service's page that explains a refusal. */
    explanation_url: model.text().nullable(),
    /** The approved maximum in cents. */
    max_approval_cents: model.number().nullable(),
    /** The owner, if they have an account. */
    customer_id: model.text().index().nullable(),
    /** SHA-256 of a guest's claim; the claim itself is returned once and stored nowhere. */
    claim_hash: model.text().unique().nullable(),
    /** The cart to which the claim's holder attached it. */
    cart_id: model.text().index().nullable(),
    attached_at: model.dateTime().nullable(),
    /** The one application that used it. */
    application_id: model.text().unique().nullable(),
    /** `shopper`, or the id of the staff member. */
    requested_by: model.text().default("shopper"),
    /** The service does not write to the customer; the shop hands over the address. */
    suppressed: model.boolean().default(false),
    /** The error of a call that failed. */
    error_code: model.text().nullable(),
    http_status: model.number().nullable(),
    correlation_id: model.text().nullable(),
    /** When the call has certainly ended. */
    deadline_at: model.dateTime(),
    approved_at: model.dateTime().nullable(),
    expires_at: model.dateTime(),
    /** Endpoint 15's last verdict: a label that decides nothing. */
    validation: model.text().nullable(),
    checks_done: model.number().default(0),
    last_check_at: model.dateTime().nullable(),
    next_check_at: model.dateTime().index().nullable(),
  })
  .indexes([{ on: ["environment", "token"], unique: true }])

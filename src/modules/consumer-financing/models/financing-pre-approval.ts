import { model } from "@medusajs/framework/utils"
import { PRE_APPROVAL_STATES } from "../../../domain/pre-approval"

/**
 * One pre-approval at the service, and the journal of the call that asked for it: written before the
 * call. Nothing personal: whose it is tells a customer's id, or the hash of a guest's claim.
 */
export const FinancingPreApproval = model
  .define("financing_pre_approval", {
    id: model.id({ prefix: "finpre" }).primaryKey(),
    environment: model.enum(["staging", "production"]),
    state: model.enum([...PRE_APPROVAL_STATES]).default("requested"),
    /** The service's status code, as last read. */
    code: model.text().nullable(),
    token: model.text().nullable(),
    /** Where the customer applies; cleared once it is of no more use. */
    customer_url: model.text().nullable(),
    /** The service's page that says why it took none. */
    explanation_url: model.text().nullable(),
    /** Up to which amount it is approved, in cents. */
    max_approval_cents: model.number().nullable(),
    /** The customer with an account whose it is. */
    customer_id: model.text().index().nullable(),
    /** SHA-256 of a guest's claim; the claim itself is told once and kept nowhere. */
    claim_hash: model.text().unique().nullable(),
    /** The cart that the claim's holder brought it to. */
    cart_id: model.text().index().nullable(),
    attached_at: model.dateTime().nullable(),
    /** The one application that used it. */
    application_id: model.text().unique().nullable(),
    /** `shopper`, or the id of the staff member. */
    requested_by: model.text().default("shopper"),
    /** The service was asked not to write to the customer: the shop hands over the address. */
    suppressed: model.boolean().default(false),
    /** How the call ended, where it did not succeed. */
    error_code: model.text().nullable(),
    http_status: model.number().nullable(),
    correlation_id: model.text().nullable(),
    /** When the call has certainly ended. */
    deadline_at: model.dateTime(),
    approved_at: model.dateTime().nullable(),
    expires_at: model.dateTime(),
    /** Endpoint 15's word when the service last wrote about it. A label, it decides nothing. */
    validation: model.text().nullable(),
    checks_done: model.number().default(0),
    last_check_at: model.dateTime().nullable(),
    next_check_at: model.dateTime().index().nullable(),
  })
  .indexes([{ on: ["environment", "token"], unique: true }])

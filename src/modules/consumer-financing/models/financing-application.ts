import { model } from "@medusajs/framework/utils"
import { APPLICATION_STATES } from "../../../domain/application-state"
import { PURCHASE_STATES } from "../../../domain/purchase-state"
import { PRE_APPROVAL_OBSTACLES } from "../../../domain/pre-approval"
import { FinancingReviewCase } from "./financing-review-case"
import { FinancingOperation } from "./financing-operation"
import { FinancingPostback } from "./financing-postback"
import { FinancingSession } from "./financing-session"
import { FinancingTimelineEntry } from "./financing-timeline-entry"
import { FinancingToken } from "./financing-token"

/** Matches signed applications and those with an order, which are checked first. A partial index serves it. */
export const IS_BOUGHT = `(order_id is not null or ready_at is not null
  or state not in ('created', 'awaiting-customer', 'declined', 'cancelled', 'expired'))`

/** Matches applications whose shopper returned, which are checked next. */
export const HAS_RETURNED = "shopper_returned"

/**
 * One application at the service. Contains no personal data: only a keyed hash and the amount of the purchase.
 * Amounts are integer cents.
 */
export const FinancingApplication = model
  .define("financing_application", {
    id: model.id({ prefix: "finapp" }).primaryKey(),
    /** The environment of its creation; it never changes. */
    environment: model.enum(["staging", "production"]),
    /** `lost`: a signed address names an application that the restored database lacks. */
    kind: model.enum(["hosted", "virtual-cart", "full", "pre-approval", "lost"]).default("hosted"),
    state: model.enum([...APPLICATION_STATES]).default("created"),
    /** The service's last status code and text. */
    code: model.text().nullable(),
    code_message: model.text().nullable(),
    lender: model.text().nullable(),
    tax_exempt: model.boolean().nullable(),
    cart_id: model.text().index().nullable(),
    /** The order that it pays for. */
    order_id: model.text().index().nullable(),
    /** For virtual carts, the draft or order that the customer was asked to finance. */
    requested_order_id: model.text().index().nullable(),
    /** Number of the application within its cart or requested order, from 1. */
    attempt: model.number().default(1),
    /** The order id sent at creation: `<cart or order id>-<attempt>`. */
    service_order_id: model.text().unique(),
    /** `<environment>:<cart or order id>` for the live application, else null. */
    live_key: model.text().unique().nullable(),
    financed_cents: model.number(),
    service_cents: model.number().nullable(),
    max_approval_cents: model.number().nullable(),
    refunded_cents: model.number().default(0),
    /** The service confirmed the settle or read funded, and has not revoked it since. */
    settled: model.boolean().default(false),
    /** Medusa's last known purchase state and payment totals. */
    seen_purchase_state: model.enum([...PURCHASE_STATES]).nullable(),
    seen_captured_cents: model.number().nullable(),
    seen_refunded_cents: model.number().nullable(),
    snapshot_hash: model.text(),
    /** Keyed hash of names, email and phone; null for applications of older versions. */
    contact_hash: model.text().nullable(),
    /** The customer who was logged in at creation; null for guests and staff. */
    customer_id: model.text().index().nullable(),
    /** Where the customer finishes the application; cleared once it is useless. */
    customer_url: model.text().nullable(),
    /** The service's page that explains why it created none. */
    explanation_url: model.text().nullable(),
    /** Offers of a full application, for a storefront that re-renders; cleared like `customer_url`. */
    offers: model.json().nullable(),
    selected_offer_id: model.number().nullable(),
    /** Why the shopper's pre-approval was not used, where one existed. */
    pre_approval_obstacle: model.enum([...PRE_APPROVAL_OBSTACLES]).nullable(),
    /** When the service first read S for the financed amount. */
    ready_at: model.dateTime().nullable(),
    /** When the service first read approved, and first read funded. */
    approved_at: model.dateTime().nullable(),
    paid_out_at: model.dateTime().index().nullable(),
    /** The amount that it first read as funded; null for payouts seen by older versions. */
    paid_out_cents: model.number().nullable(),
    /** When the service declined it, or refused to create it. */
    declined_at: model.dateTime().nullable(),
    /** The shopper returned from the service's page. */
    shopper_returned: model.boolean().default(false),
    /** Reason of a requested cancellation, which runs once nothing depends on the application. */
    end_reason: model.text().nullable(),
    /** A cancellation is running or in doubt, so no purchase may depend on the application. */
    cancelling: model.boolean().default(false),
    /** Cancelled because the customer did not sign in time. */
    expired: model.boolean().default(false),
    /** The sentence of its newest review case. */
    review_reason: model.text().nullable(),
    /** The order id that endpoint 14 confirmed, and the token for which it did. */
    confirmed_order_id: model.text().nullable(),
    confirmed_order_id_token: model.text().nullable(),
    checks_done: model.number().default(0),
    last_check_at: model.dateTime().nullable(),
    next_check_at: model.dateTime().index().nullable(),
    review_cases: model.hasMany(() => FinancingReviewCase, { mappedBy: "application" }),
    tokens: model.hasMany(() => FinancingToken, { mappedBy: "application" }),
    sessions: model.hasMany(() => FinancingSession, { mappedBy: "application" }),
    operations: model.hasMany(() => FinancingOperation, { mappedBy: "application" }),
    postbacks: model.hasMany(() => FinancingPostback, { mappedBy: "application" }),
    timeline: model.hasMany(() => FinancingTimelineEntry, { mappedBy: "application" }),
  })
  // Serves the dashboard's list: the newest first, of all states or of one.
  .indexes([
    { on: ["created_at"] },
    { on: ["state", "created_at"] },
    // Serves the checks that come first, whatever the number of others (see `IS_BOUGHT`).
    { name: "IDX_financing_application_bought_check", on: ["next_check_at"], where: IS_BOUGHT },
    {
      name: "IDX_financing_application_returned_check",
      on: ["next_check_at"],
      where: HAS_RETURNED,
    },
  ])
  .cascades({
    delete: ["review_cases", "tokens", "sessions", "operations", "postbacks", "timeline"],
  })

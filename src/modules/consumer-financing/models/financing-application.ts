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

/** What somebody signed, or Medusa has an order for: its status check comes first. An index of its own finds it. */
export const IS_BOUGHT = `(order_id is not null or ready_at is not null
  or state not in ('created', 'awaiting-customer', 'declined', 'cancelled', 'expired'))`

/** Whose shopper came back: their checks come next. */
export const HAS_RETURNED = "shopper_returned"

/**
 * One application at the service. Holds nothing personal: of what the customer applied for only a
 * keyed hash and the amount are kept. Amounts are integer cents.
 */
export const FinancingApplication = model
  .define("financing_application", {
    id: model.id({ prefix: "finapp" }).primaryKey(),
    /** The environment it was created in; it is served there for ever. */
    environment: model.enum(["staging", "production"]),
    /** `lost`: a signed address names it, and the database that was restored from a backup did not. */
    kind: model.enum(["hosted", "virtual-cart", "full", "pre-approval", "lost"]).default("hosted"),
    state: model.enum([...APPLICATION_STATES]).default("created"),
    /** The service's status code and text, as last read. */
    code: model.text().nullable(),
    code_message: model.text().nullable(),
    lender: model.text().nullable(),
    tax_exempt: model.boolean().nullable(),
    cart_id: model.text().index().nullable(),
    /** The order that it pays for. */
    order_id: model.text().index().nullable(),
    /** Virtual carts: the draft or order that staff asked the customer to finance. */
    requested_order_id: model.text().index().nullable(),
    /** Counts the applications of one cart, or of one order that is asked for, from 1. */
    attempt: model.number().default(1),
    /** The order id that the service was given at creation: `<cart or order id>-<attempt>`. */
    service_order_id: model.text().unique(),
    /** `<environment>:<cart or order id>` while this is its live application, else null. */
    live_key: model.text().unique().nullable(),
    financed_cents: model.number(),
    service_cents: model.number().nullable(),
    max_approval_cents: model.number().nullable(),
    refunded_cents: model.number().default(0),
    /** The service confirmed our settle, or read funded, and nothing that it said since takes that back. */
    settled: model.boolean().default(false),
    /** What was last seen in Medusa: what stands on it, and what its payment's rows add up to. */
    seen_purchase_state: model.enum([...PURCHASE_STATES]).nullable(),
    seen_captured_cents: model.number().nullable(),
    seen_refunded_cents: model.number().nullable(),
    snapshot_hash: model.text(),
    /** Keyed hash of the names, email and phone; null for applications of older versions. */
    contact_hash: model.text().nullable(),
    /** The customer who was logged in when the application began; null for a guest and for staff. */
    customer_id: model.text().index().nullable(),
    /** Where the customer finishes the application; cleared once it is of no more use. */
    customer_url: model.text().nullable(),
    /** The service's page that says why it created none. */
    explanation_url: model.text().nullable(),
    /** What a full application was offered, for a storefront that re-renders; cleared likewise. */
    offers: model.json().nullable(),
    selected_offer_id: model.number().nullable(),
    /** Why the shopper's pre-approval did not pay for it, where there was one. */
    pre_approval_obstacle: model.enum([...PRE_APPROVAL_OBSTACLES]).nullable(),
    /** When the service was first seen to read S for the financed amount. */
    ready_at: model.dateTime().nullable(),
    /** When it was first seen to be approved, and to be paid out. */
    approved_at: model.dateTime().nullable(),
    paid_out_at: model.dateTime().index().nullable(),
    /** When the service declined it, or refused to create it. */
    declined_at: model.dateTime().nullable(),
    /** The shopper came back from the service's page. */
    shopper_returned: model.boolean().default(false),
    /** Why its cancellation was requested; carried out when nothing depends on it any more. */
    end_reason: model.text().nullable(),
    /** It is being cancelled right now, or nobody knows whether it was: nothing may rest on it. */
    cancelling: model.boolean().default(false),
    /** Ended by us because nobody signed in time. */
    expired: model.boolean().default(false),
    /** What a person has to look at, in a sentence: the newest of its review cases. */
    review_reason: model.text().nullable(),
    /** The order id that endpoint 14 confirmed, and for which token of the chain. */
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
  // The dashboard's list: the newest first, of all or of one state.
  .indexes([
    { on: ["created_at"] },
    { on: ["state", "created_at"] },
    // What is checked first, found beside however many that wait (see `IS_BOUGHT`).
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

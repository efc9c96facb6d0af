import { PAYOUT_EVENTS } from "../../../domain/payout-event"
import { z } from "@medusajs/framework/zod"
import type { PostbackRecord } from "../../../modules/consumer-financing/records"
import { pickFields } from "../../pick-fields"
import { APPLICATION_STATES } from "../../../domain/application-state"
import { REVIEW_CAUSES } from "../../../domain/review-causes"
import { REVIEW_ACTIONS } from "../../../domain/review-actions"
import { HEALTH_PROBLEMS, HEALTH_STATUSES, OUTAGE_CAUSES } from "../../../domain/health"
import { HOME_DECISIONS, HOME_STATES } from "../../../domain/home"
import { MONEY_STEPS } from "../../../domain/money-state"
import { GOODS, MESSAGE_CODES, type MessageCode } from "../../../domain/order-message-codes"
import { PURCHASE_STATES } from "../../../domain/purchase-state"
import { CUSTOMER_CHANNELS } from "../../../medusa/read-store"
import { OPERATION_KINDS, OPERATION_OUTCOMES } from "../../../domain/operation"

// Answers of the admin API. Amounts are integer cents; null where not read yet.

export const cents = z.int().nullable()
/** A Date in the code, a string over HTTP. */
export const moment = z
  .custom<Date | string>((value) => !Number.isNaN(new Date(value as string).getTime()))
  .meta({ type: "string", format: "date-time" })
const text = z.string().nullable()

/** In the words of docs/api.md; amounts in cents. */
const shownMessage = z
  .object({
    code: z.enum(MESSAGE_CODES as [MessageCode, ...MessageCode[]]),
    goods: z.enum(GOODS).meta({ description: "Whether goods may leave; `hold-rest`: some have." }),
    amount: z.int(),
    left: z.int(),
    refunded: z.int(),
    service: cents,
    total: cents.meta({ description: "What the order costs now." }),
    difference: z.int().meta({ description: "What an edited order lacks, or costs less." }),
    due: z.int().meta({ description: "What the customer has not paid; negative for a credit." }),
    sum: z.int().meta({ description: "What the call without an answer moves." }),
    again_at: moment.nullable().meta({ description: "When that call is sent again." }),
  })
  .meta({ description: "Whether to ship, who pays, how much." })

const moneyCell = z
  .object({
    cents,
    at: moment.nullable(),
    is_known: z.boolean(),
    is_recorded: z.literal(true).optional(),
  })
  .nullable()
  .meta({ description: "`cents` is null before the step; `is_known` is false while in doubt." })

export const shownApplication = z.object({
  id: z.string(),
  environment: z.enum(["staging", "production"]),
  kind: z.string(),
  state: z.enum(APPLICATION_STATES),
  code: text,
  code_meaning: text,
  code_message: text,
  lender: text,
  cart_id: text,
  order_id: text,
  order_display_id: z.string().nullable().meta({
    description: "As the shop shows it: its own number, or Medusa's.",
  }),
  customer_id: text,
  customer_name: text.meta({ description: "Of the order's or the cart's address." }),
  customer_email: text,
  has_shipped: z.boolean().meta({ description: "All goods of its order have left." }),
  financed_cents: z.int(),
  service_cents: cents,
  refunded_cents: z.int(),
  message: shownMessage,
  money: z.record(z.enum(MONEY_STEPS), z.object({ medusa: moneyCell, service: moneyCell })).meta({
    description:
      "What happened to the money on each side. `paid_out` is dated when a status check first saw it.",
  }),
  review_reason: text,
  ready_at: moment.nullable(),
  created_at: moment,
})
export type ShownApplication = z.input<typeof shownApplication>

export const shownReviewCase = z.object({
  id: z.string(),
  cause: z.enum(REVIEW_CAUSES),
  reason: z.string(),
  since: moment,
  seen_at: moment,
  acknowledged: z
    .object({ by: z.string(), by_name: text, at: moment, note: text })
    .nullable()
    .meta({ description: "Who knows of it already, since when, and why they left it so." }),
  application_id: z.string(),
  environment: z.enum(["staging", "production"]),
  cart_id: text,
  order_id: text,
  order_display_id: text,
  customer_id: text,
  customer_name: text,
  customer_email: text,
  medusa: z.object({
    purchase_state: z.enum(PURCHASE_STATES).nullable(),
    financed_cents: z.int(),
    captured_cents: cents,
    refunded_cents: cents,
  }),
  service: z.object({ code: text, meaning: text, cents, tax_exempt: z.boolean().nullable() }),
  operation: z
    .object({
      id: z.string(),
      kind: z.enum(OPERATION_KINDS),
      target_cents: cents,
      amount_cents: cents.meta({ description: "What the call moves, in cents." }),
      since: moment,
      again_at: moment.nullable().meta({ description: "When it is sent again, if ever." }),
    })
    .nullable(),
  message: shownMessage,
  actions: z.array(z.enum(REVIEW_ACTIONS)),
  forbidden_actions: z.array(z.enum(REVIEW_ACTIONS)).meta({
    description: "Further actions that could resolve it, which the requester's roles do not allow.",
  }),
})

export type ShownReviewCase = z.input<typeof shownReviewCase>

export const shownOperation = z.object({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  outcome: z.enum(OPERATION_OUTCOMES),
  target_cents: cents,
  attempts: z.int(),
  error_code: text,
  resolved_by: text,
  resolution_note: text,
  created_at: moment,
  finished_at: moment.nullable(),
})

export const shownEntry = z.object({
  id: z.string(),
  what: z.string(),
  actor: z.string().meta({ description: "`plugin`, or the id of who did it." }),
  actor_name: text.meta({ description: "A staff member's name or e-mail address, a key's title." }),
  details: z.record(z.string(), z.unknown()).nullable(),
  created_at: moment,
})

export const shownFile = shownApplication.extend({
  expires_at: moment.nullable().meta({
    description: "When it is ended, should the customer not sign or no order be placed.",
  }),
  channels: z.array(z.enum(CUSTOMER_CHANNELS)).meta({
    description: "Ways to write to a customer that the shop has a notification provider for.",
  }),
  storefront_url: z
    .string()
    .meta({ description: "Where Medusa's payment links of the shop lead." }),
  portal_url: text.meta({
    description: "The service's own page about it, where the settings say how to get there.",
  }),
  purchase_state: z.enum(PURCHASE_STATES).nullable(),
  payment_id: text.meta({
    description: "Medusa's payment that rests on it and was not cancelled.",
  }),
  tax_exempt: z.boolean().nullable(),
  confirmed_order_id: text,
  last_check_at: moment.nullable(),
  next_check_at: moment.nullable(),
  has_customer_link: z.boolean().meta({
    description:
      "The customer has something to do at the service, and their link can be handed out.",
  }),
  tokens: z.array(z.object({ token: z.string(), position: z.int(), created_at: moment })),
  operations: z.array(shownOperation),
  timeline: z.array(shownEntry),
  review_cases: z.array(shownReviewCase),
})
export type ShownFile = z.input<typeof shownFile>

export const shownOutage = z.object({
  environment: z.enum(["staging", "production"]),
  is_in_use: z.boolean().meta({ description: "New applications would be made there." }),
  is_locked: z.boolean().meta({ description: "medusa-config sets its credentials." }),
  cause: z.enum(OUTAGE_CAUSES),
  since: moment,
  shoppers: z
    .int()
    .meta({ description: "How many could not finance their purchase during the outage." }),
  cents: z.int().meta({ description: "And what their purchases came to." }),
})
export type ShownOutage = z.input<typeof shownOutage>

const backlog = z.object({
  count: z.int(),
  oldest_seconds: z.int().meta({ description: "How long the oldest of them has waited." }),
})

export const shownHome = z.object({
  state: z.enum(HOME_STATES).meta({
    description:
      "`not-checked`: production is not in use. `ours`: the database is the shop's own. `alias`: it is, but `backendUrl` is not its home. `unverified`: the home gives no proof. `possible-copy`, `copy`: production is locked.",
  }),
  is_locked: z.boolean().meta({
    description: "Nothing is changed at the service, authorized, placed, repaired or e-mailed.",
  }),
  address: text.meta({ description: "Where the database is at home; null before production." }),
  since: moment.nullable(),
  is_declared_copy: z.boolean().meta({ description: "Staff decided that it is a copy." }),
  backend_url: z.string(),
})
export type ShownHome = z.input<typeof shownHome>

export const homeInput = z.strictObject({
  decision: z.enum(HOME_DECISIONS).meta({
    description:
      "`moved`: this server's `backendUrl` is the shop's home from now on. `copy`: production stays locked for this database.",
  }),
})

const environmentHealth = z.object({
  is_in_use: z.boolean().meta({ description: "New applications are made there." }),
  service: z.enum(["available", "not-ready", ...OUTAGE_CAUSES]).meta({
    description: "Whether the service can be used. `not-ready`: the settings do not allow it.",
  }),
  is_locked: z.boolean().meta({ description: "The database may be a copy: nothing is changed." }),
  problems: z.array(z.enum(HEALTH_PROBLEMS)).meta({ description: "Why it is not `ok`." }),
  checks_due: backlog.meta({ description: "Status checks that are due." }),
  inbox: backlog.meta({ description: "Postbacks that wait to be processed." }),
  in_doubt: backlog.meta({
    description: "Calls whose outcome is unknown.",
  }),
  review_cases: backlog.meta({ description: "Unacknowledged review cases." }),
  access_token: z
    .object({ renewals: z.int(), failures: z.int(), renewed_at: moment.nullable() })
    .meta({ description: "Of the server that answers, since it started." }),
})

export const shownHealth = z.object({
  status: z.enum(HEALTH_STATUSES).meta({
    description:
      "`down` (with HTTP 503): shoppers are offered no financing. `degraded`: there is a problem, and financing continues.",
  }),
  environments: z.object({ staging: environmentHealth, production: environmentHealth }),
  home: shownHome.meta({ description: "By the last challenge of the server that answers." }),
  budget: z.object({
    calls_per_minute: z.int().meta({ description: "The setting `polling.callsPerMinute`." }),
    at_once: z.int(),
    left: z.int().meta({ description: "How many of `at_once` may be made now." }),
  }),
})
export type ShownHealth = z.input<typeof shownHealth>

const payoutSums = z.object({
  requested_cents: z.int().meta({
    description: "Payments requested minus refunds: what Medusa captured minus what it refunded.",
  }),
  paid_out_cents: z.int().meta({
    description: "What the service was first seen to pay out, minus refunds.",
  }),
  refunded_cents: z.int().meta({
    description: "Negative: refunds, and those that were taken back.",
  }),
})

export const shownPayouts = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      event: z.enum(PAYOUT_EVENTS),
      day: z.string(),
      at: moment.meta({ description: "`paid-out`: when a status check first saw it." }),
      cents: z.int().meta({ description: "Negative for a refund." }),
      application_id: z.string(),
      order_id: text,
      order_display_id: text,
      customer_name: text,
    })
  ),
  days: z.array(payoutSums.extend({ day: z.string() })),
  total: payoutSums.extend({
    captured_cents: z.int().meta({ description: "Medusa's captures minus its refunds." }),
  }),
  environment: z.enum(["staging", "production"]),
  open_cases: z.int().meta({ description: "Review cases, which may change these sums." }),
  time_zone: z.string().meta({ description: "In which the days begin." }),
  count: z.int(),
  limit: z.int(),
  offset: z.int(),
})
export type ShownPayouts = z.input<typeof shownPayouts>

export const shownPostback = z.object({
  id: z.string(),
  application_id: z.string(),
  received_at: moment,
  content_type: text,
  bytes: z.int(),
  fields: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "What was readable of it; never the body itself." }),
  outcome: z.enum(["waiting", "processed", "put-aside"]),
  validation: text.meta({ description: "Endpoint 15's word about it." }),
  attempts: z.int(),
  processed_at: moment.nullable(),
})
export type ShownPostback = z.input<typeof shownPostback>

/** Formats a postback for staff: its readable fields, never the body. */
export function showPostback(postback: PostbackRecord): ShownPostback {
  return pickFields(shownPostback, {
    ...postback,
    received_at: postback.created_at,
    outcome: outcomeOf(postback),
  })
}

function outcomeOf({ processed_at, validation }: PostbackRecord): ShownPostback["outcome"] {
  if (processed_at === null) return "waiting"
  return validation === "unreadable" ? "put-aside" : "processed"
}

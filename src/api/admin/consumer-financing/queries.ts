import { z } from "@medusajs/framework/zod"
import { isTimeZone } from "../../../domain/time-zone"
import { APPLICATION_STATES } from "../../../domain/application-state"
import { PRE_APPROVAL_STATES } from "../../../domain/pre-approval"
import { REVIEW_CAUSES } from "../../../domain/review-causes"
import { TASK_NAMES } from "../../../modules/consumer-financing/operations/read-overview"
import { PAYOUT_EVENTS } from "../../../domain/payout-event"
import { LANGUAGES } from "./export-words"
import { SORT_ORDERS } from "../../../modules/consumer-financing/operations/list-review-cases"

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
}

/** One value, or several. */
const oneOrMore = <Word extends z.ZodType>(word: Word) =>
  z.union([z.array(word), word.transform((one) => [one])])

const ORDER = {
  description: "By age or by the money that is financed; a minus for the newest or most first.",
}

const instant = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso))

const narrowing = {
  q: z.string().trim().min(1).max(512).optional().meta({
    description:
      "An order's number or id, a cart's or application's id, a part of a customer's name or e-mail address, an amount such as 1467.64, or any token.",
  }),
  state: oneOrMore(z.enum(APPLICATION_STATES)).optional(),
  task: z.enum(TASK_NAMES).optional().meta({
    description: "Those that the overview counts for this task.",
  }),
  created_from: instant.optional(),
  created_to: instant.optional(),
}

const timeZone = z
  .string()
  .refine(isTimeZone, "has to be a time zone, such as America/New_York")
  .optional()
  .meta({ description: "In which days begin; the setting `time_zone` where it is left out." })

export const overviewQuery = z.strictObject({
  time_zone: timeZone,
  days: z.enum(["7", "30"]).default("30"),
})
export type OverviewQuery = z.output<typeof overviewQuery>

export const exportQuery = z.strictObject({
  ...narrowing,
  time_zone: timeZone,
  language: z.enum(LANGUAGES).default("en"),
})
export type ExportQuery = z.output<typeof exportQuery>
export const applicationsQuery = z.strictObject({
  ...narrowing,
  order: z.enum(SORT_ORDERS).optional().meta(ORDER),
  ...page,
})
export type Narrowing = Omit<ExportQuery, "time_zone" | "language">
export type ApplicationsQuery = z.output<typeof applicationsQuery>

export const reviewCasesQuery = z.strictObject({
  id: z.string().optional(),
  cause: oneOrMore(z.enum(REVIEW_CAUSES)).optional(),
  order_id: z.string().optional(),
  application_id: z.string().optional(),
  acknowledged: z
    .enum(["true", "false"])
    .transform((word) => word === "true")
    .optional(),
  order: z.enum(SORT_ORDERS).optional().meta(ORDER),
  ...page,
})
export type ReviewCasesQuery = z.output<typeof reviewCasesQuery>

const day = z.iso.date().meta({ description: "A day, such as 2026-11-01." })
const payouts = {
  from: day,
  to: day,
  event: oneOrMore(z.enum(PAYOUT_EVENTS)).optional(),
  time_zone: timeZone,
}
export const payoutsQuery = z.strictObject({ ...payouts, ...page })
export type PayoutsQuery = z.output<typeof payoutsQuery>

export const payoutsExportQuery = z.strictObject({
  ...payouts,
  language: z.enum(LANGUAGES).default("en"),
})
export type PayoutsExportQuery = z.output<typeof payoutsExportQuery>

export const postbacksQuery = z.strictObject({
  application_id: z.string().optional(),
  outcome: z.enum(["waiting", "processed", "put-aside"]).optional(),
  ...page,
})
export type PostbacksQuery = z.output<typeof postbacksQuery>

export const preApprovalsQuery = z.strictObject({
  ...page,
  state: z.enum(PRE_APPROVAL_STATES).optional().meta({ description: "Only those in this state." }),
  customer_id: z.string().optional().meta({ description: "Only those of this customer." }),
})

/** A staff decision about a review case. */
export const decision = z
  .strictObject({
    action: z.string().min(1).max(40),
    note: z.string().trim().max(500).default("").meta({
      description: "The reason, for the timeline. Only `check-again` needs none.",
    }),
    cents: z.int().nonnegative().optional().meta({
      description:
        "For `refund`: how much, in cents; else everything that is left. `record-refund` needs it: 0, with a `token`, where a new application for the same amount took the known one's place.",
    }),
    left_cents: z.int().nonnegative().optional().meta({
      description:
        "For `refund` of a part: how much was left of what Medusa captured when it was decided, in cents. Refused when it is something else by now, so that no part goes twice.",
    }),
    token: z.string().trim().min(1).max(512).optional().meta({
      description:
        "For `confirm-it-happened` and `record-refund`, where a new application was made: its token.",
    }),
  })
  // Checking again has no consequences.
  .refine(({ action, note }) => note !== "" || action === "check-again", {
    path: ["note"],
    message: "note: give a reason, for the timeline",
  })
export type Decision = z.output<typeof decision>

/** What is said about a recorded refund that is taken back. */
export const takingBack = z.strictObject({
  note: z.string().trim().min(1).max(500).meta({ description: "Why, for the timeline." }),
  cents: z.int().nonnegative().optional().meta({
    description: "With `token`: how much the portal shows as refunded, in cents.",
  }),
  token: z.string().trim().min(1).max(512).optional().meta({
    description: "The new application that the portal shows. `cents` of it are recorded then.",
  }),
})
export type TakingBack = z.output<typeof takingBack>

const orderId = z.string().min(1, "has to be an id").max(100, "has to be an id")

export const requestInput = z.strictObject({
  order_id: orderId.meta({ description: "A draft order, or an order on which something is due." }),
  apply_again: z.boolean().optional().meta({
    description: "`true` asks although the service has just declined the same.",
  }),
})

export const requestsQuery = z.strictObject({
  order_id: orderId.meta({ description: "Whose requests to list, the newest first." }),
})

export const sendInput = z.strictObject({
  channel: z.enum(["email", "sms"]).meta({
    description: "To the order's e-mail address, or to the phone number of its address.",
  }),
})

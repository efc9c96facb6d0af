import { z } from "@medusajs/framework/zod"
import { MERCHANT_ERRORS } from "../../src/domain/merchant-errors"
import type { RouteDocument } from "./route-document"
import {
  OPEN_REVIEW_CASE,
  APPLICATION_FILE,
  HEALTH,
  MOVED_HOME,
  OUTAGE,
  OVERVIEW,
  PAYOUTS,
  POSTBACK,
  CLERK_RIGHTS,
  SHOWN_APPLICATION,
} from "./overview-examples"
import {
  applicationsQuery,
  reviewCasesQuery,
  decision,
  exportQuery,
  overviewQuery,
  payoutsExportQuery,
  payoutsQuery,
  postbacksQuery,
  takingBack,
} from "../../src/api/admin/consumer-financing/queries"
import { RIGHT_NAMES } from "../../src/api/admin/consumer-financing/staff-rights"
import {
  shownApplication,
  shownReviewCase,
  shownFile,
  homeInput,
  shownHealth,
  shownHome,
  shownOutage,
  shownPayouts,
  shownPostback,
} from "../../src/api/admin/consumer-financing/shown"
import { shownOverview } from "../../src/api/admin/consumer-financing/shown-overview"

const ROOT = "/admin/consumer-financing"
const APPLICATION = { id: "The application's id." }

const paged = { count: z.int(), limit: z.int(), offset: z.int() }
const PAGE = { count: 1, limit: 20, offset: 0 }

const NO_APPLICATION = "There is no such application."
const WRONG_QUERY = "The query names something that is not known here."

const outages: RouteDocument = {
  method: "get",
  path: `${ROOT}/outages`,
  summary: "Say whether the service can be used",
  description:
    "The alarms there are now: the service refuses the shop's credentials, or cannot be reached. None while all is well.",
  parameters: {},
  answer: { schema: z.object({ outages: z.array(shownOutage) }), example: { outages: [OUTAGE] } },
}

const home: RouteDocument = {
  method: "get",
  path: `${ROOT}/home`,
  summary: "Say whether the database is the shop's own",
  description:
    "By the last challenge of the server that answers. A server whose database may be a copy of the shop's changes nothing at the service.",
  parameters: {},
  answer: { schema: z.object({ home: shownHome }), example: { home: MOVED_HOME } },
}

const decideHome: RouteDocument = {
  method: "post",
  path: `${ROOT}/home`,
  summary: "Decide whether the shop has moved",
  description:
    "Records that the shop has moved to this server's `backendUrl`, or that its database is a copy. Every server follows within seconds.",
  parameters: {},
  body: { schema: homeInput, example: { decision: "moved" } },
  answer: { schema: z.object({ home: shownHome }), example: { home: MOVED_HOME } },
  refusals: {
    400: "There is no such decision, production was never used, or another database answers at this server's address.",
  },
}

const health: RouteDocument = {
  method: "get",
  path: `${ROOT}/health`,
  summary: "Say whether all works",
  description:
    "For staff and monitors: what is late, in doubt or open, in each environment of the service, and whether the service can be used. 200 while financing is offered, else 503.",
  parameters: {},
  answer: { schema: z.object({ health: shownHealth }), example: { health: HEALTH } },
  furtherSuccesses: { 503: "`status` is `down`: shoppers are offered no financing." },
}

const rights: RouteDocument = {
  method: "get",
  path: `${ROOT}/rights`,
  summary: "Say what one may do",
  description:
    "What the requester's roles allow here; everything where the store uses no roles. Any signed-in user may ask.",
  parameters: {},
  answer: {
    schema: z.object({ rights: z.record(z.enum(RIGHT_NAMES), z.boolean()) }),
    example: { rights: CLERK_RIGHTS },
  },
}

const overview: RouteDocument = {
  method: "get",
  path: `${ROOT}/overview`,
  summary: "Read the overview",
  description:
    "What is to be done, where the money is, and how the last thirty days went, in cents. Days begin as they do in the zone.",
  parameters: {},
  query: overviewQuery,
  answer: { schema: z.object({ overview: shownOverview }), example: { overview: OVERVIEW } },
  refusals: { 400: WRONG_QUERY },
}

const listApplications: RouteDocument = {
  method: "get",
  path: `${ROOT}/applications`,
  summary: "List applications",
  description: "The newest first, with both sides' amounts in cents and the order's number.",
  parameters: {},
  query: applicationsQuery,
  answer: {
    schema: z.object({ applications: z.array(shownApplication), ...paged }),
    example: { applications: [SHOWN_APPLICATION], ...PAGE },
  },
  refusals: { 400: WRONG_QUERY },
}

const exportApplications: RouteDocument = {
  method: "get",
  path: `${ROOT}/applications/export`,
  summary: "Export applications",
  description:
    "Everything that the same query lists, as CSV for a bookkeeper: amounts in dollars, days as they begin in the zone, words in the language.",
  parameters: {},
  query: exportQuery,
  answer: {
    schema: z.string(),
    example: "Order,Customer,E-mail,State,Applied on (America/New_York),…",
  },
  answerType: "text/csv",
  refusals: { 400: WRONG_QUERY },
}

const payouts: RouteDocument = {
  method: "get",
  path: `${ROOT}/payouts`,
  summary: "Read the payout report",
  description:
    "One line per movement of money, oldest first, with the sums of each day. Needs the policy `financing_payout:read` where roles are on.",
  parameters: {},
  query: payoutsQuery,
  answer: { schema: shownPayouts, example: { ...PAYOUTS, ...PAGE } },
  refusals: { 400: WRONG_QUERY },
}

const payoutsCsv: RouteDocument = {
  method: "get",
  path: `${ROOT}/payouts/export`,
  summary: "Export the payout report",
  description:
    "The same lines as CSV: amounts in dollars, days as they begin in the zone. The service names no deposit date, fee or reference: these columns are empty.",
  parameters: {},
  query: payoutsExportQuery,
  answer: { schema: z.string(), example: "Date (America/New_York),Event,Order,Customer,…" },
  answerType: "text/csv",
  refusals: { 400: WRONG_QUERY },
}

const application: RouteDocument = {
  method: "get",
  path: `${ROOT}/applications/{id}`,
  summary: "Read an application",
  description: "Everything that is remembered of it: tokens, journal, timeline, review_cases.",
  parameters: APPLICATION,
  answer: {
    schema: z.object({ application: shownFile }),
    example: { application: APPLICATION_FILE },
  },
  refusals: { 404: NO_APPLICATION },
}

const reconcile: RouteDocument = {
  method: "post",
  path: `${ROOT}/applications/{id}/reconcile`,
  summary: "Compare both sides now",
  description:
    "Looks at the service and at Medusa, brings together what it may, and answers the rest.",
  parameters: APPLICATION,
  answer: {
    schema: z.object({
      application: shownFile,
      answered: z.boolean().meta({ description: "Whether the service gave its status." }),
      failure: z
        .enum(Object.keys(MERCHANT_ERRORS))
        .nullable()
        .meta({ description: "Why it did not; null when it did." }),
    }),
    example: { application: APPLICATION_FILE, answered: true, failure: null },
  },
  refusals: { 404: NO_APPLICATION },
}

const takeBackRefund: RouteDocument = {
  method: "post",
  path: `${ROOT}/applications/{id}/take-back-refund`,
  summary: "Take back a recorded refund",
  description:
    "Takes the last refund that staff recorded out of Medusa, while the service says something else; with a token, what the portal shows is recorded instead. Nothing is sent. Answers how it stands afterwards.",
  parameters: APPLICATION,
  body: {
    schema: takingBack,
    example: { note: "The portal refunded a part only.", cents: 10000, token: "9b20…" },
  },
  answer: {
    schema: z.object({ application: shownFile }),
    example: { application: APPLICATION_FILE },
  },
  refusals: {
    400: "A sentence: no person recorded the last refund, or the service says what was recorded.",
    404: NO_APPLICATION,
  },
}

const orderApplication: RouteDocument = {
  method: "get",
  path: `${ROOT}/orders/{id}`,
  summary: "Read an order's application",
  description:
    "`application` is null when the order is paid in another way. `others` are further open applications: an order that became more expensive may have one for the rest.",
  parameters: { id: "The order's id." },
  answer: {
    schema: z.object({
      application: shownFile.nullable(),
      others: z.array(shownApplication),
    }),
    example: { application: APPLICATION_FILE, others: [] },
  },
}

const reviewCases: RouteDocument = {
  method: "get",
  path: `${ROOT}/review-cases`,
  summary: "List what needs a person",
  description: "The oldest first by default, each with the actions that can resolve it now.",
  parameters: {},
  query: reviewCasesQuery,
  answer: {
    schema: z.object({ review_cases: z.array(shownReviewCase), ...paged }),
    example: { review_cases: [OPEN_REVIEW_CASE], ...PAGE },
  },
  refusals: { 400: WRONG_QUERY },
}

const resolveReviewCase: RouteDocument = {
  method: "post",
  path: `${ROOT}/review-cases/{id}/resolve`,
  summary: "Decide a review case",
  description:
    "Carries out one of its actions, after checking both sides again. The timeline records who decided it and why.",
  parameters: { id: "The review case's id." },
  body: {
    schema: decision,
    example: { action: "refund", note: "The customer cancelled by phone." },
  },
  answer: {
    schema: z.object({
      resolution: z.object({
        review_case_id: z.string(),
        application_id: z.string(),
        action: z.string(),
        settled: z.boolean(),
      }),
    }),
    example: {
      resolution: {
        review_case_id: "fincase_01",
        application_id: "finapp_01",
        action: "refund",
        settled: true,
      },
    },
  },
  refusals: {
    400: "A sentence: it is settled already, the action is not possible any more, or it was refused.",
  },
}

const postbacks: RouteDocument = {
  method: "get",
  path: `${ROOT}/postbacks`,
  summary: "List postbacks",
  description: "What the service sent, the newest first: what was readable of it, never the body.",
  parameters: {},
  query: postbacksQuery,
  answer: {
    schema: z.object({ postbacks: z.array(shownPostback), ...paged }),
    example: { postbacks: [POSTBACK], ...PAGE },
  },
  refusals: { 400: WRONG_QUERY },
}

const processPostback: RouteDocument = {
  method: "post",
  path: `${ROOT}/postbacks/{id}/process`,
  summary: "Process a postback again",
  description: "Reads it if it still waits, and compares both sides: all that a postback leads to.",
  parameters: { id: "The postback's id." },
  answer: { schema: z.object({ postback: shownPostback }), example: { postback: POSTBACK } },
  refusals: { 404: "There is no such postback." },
}

/** The routes of the plugin's dashboard pages. */
export const OVERVIEW_ROUTES: readonly RouteDocument[] = [
  overview,
  listApplications,
  exportApplications,
  payouts,
  payoutsCsv,
  application,
  reconcile,
  takeBackRefund,
  orderApplication,
  reviewCases,
  resolveReviewCase,
  postbacks,
  processPostback,
  rights,
  outages,
  health,
  home,
  decideHome,
]

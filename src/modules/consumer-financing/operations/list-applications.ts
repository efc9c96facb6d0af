import { type ApplicationState, ENDED_STATES } from "../../../domain/application-state"
import type { Context } from "../context"
import type { ApplicationRecord, OperationRecord, TimelineRecord, TokenRecord } from "../records"
import type { Environment } from "../../../options/options"
import { listReviewCases, type ReviewCaseView } from "./list-review-cases"
import { findApplicationsOfTask, type Task } from "./read-overview"

/** Filters of the list; omitted fields match all. */
export type ApplicationFilter = {
  /** `needs-attention` means those with a case that a person has to decide. */
  states?: ApplicationState[] | undefined
  /** Only those that an overview task counts. */
  task?: Task | undefined
  /** Only those created within these dates. */
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** Only those that match one of these ids; an empty list matches none. */
  among?: Among | undefined
}

export type Among = {
  ids: string[]
  orderIds: string[]
  cartIds: string[]
  tokens: string[]
  /** Only those over exactly this amount in cents. */
  cents: number | null
}

/** Sort orders; a minus reverses one. */
export const APPLICATION_ORDERS = [
  "created_at",
  "-created_at",
  "financed_cents",
  "-financed_cents",
] as const
export type ApplicationOrder = (typeof APPLICATION_ORDERS)[number]

export type ApplicationPage = { take: number; skip: number; order?: ApplicationOrder | undefined }

/** Lists matching applications, newest first, with the total count. */
export async function listApplications(
  context: Context,
  filter: ApplicationFilter,
  { take, skip, order = "-created_at" }: ApplicationPage
): Promise<{ applications: ApplicationRecord[]; count: number }> {
  const { states, task, createdFrom, createdTo, among } = filter
  const isAmongStates = states?.includes("needs-attention") ?? false
  const all = [
    ...(isAmongStates
      ? [
          {
            $or: [
              { state: (states ?? []).filter((one) => one !== "needs-attention") },
              { id: await findUndecided(context) },
            ],
          },
        ]
      : []),
    ...(task ? [{ id: await findApplicationsOfTask(context, task) }] : []),
    ...(among ? [{ $or: await findMatches(context, among) }] : []),
  ]
  const filters = {
    ...(states && !isAmongStates ? { state: states } : {}),
    ...(createdFrom || createdTo
      ? {
          created_at: {
            ...(createdFrom ? { $gte: createdFrom } : {}),
            ...(createdTo ? { $lte: createdTo } : {}),
          },
        }
      : {}),
    ...(all.length > 0 ? { $and: all } : {}),
  }
  const [applications, count] = await context.rows.listAndCountFinancingApplications(filters, {
    order: { [order.replace("-", "")]: order.startsWith("-") ? "DESC" : "ASC", id: "DESC" },
    take,
    skip,
  })
  return { applications, count }
}

/** Finds those with an unacknowledged review case, as the dashboard counts them. */
async function findUndecided(context: Context): Promise<string[]> {
  const cases = await context.rows.listFinancingReviewCases(
    { acknowledged_at: null },
    { select: ["id", "application_id"], take: null }
  )
  return [...new Set(cases.map(({ application_id }) => application_id))]
}

/** Both, because the index of tokens begins with the environment. */
const ENVIRONMENTS = ["staging", "production"]

/** Looks tokens up first: a join would not use their index. */
async function findMatches(context: Context, { ids, orderIds, cartIds, tokens, cents }: Among) {
  const rows = await context.rows.listFinancingTokens(
    { environment: ENVIRONMENTS, token: tokens },
    { select: ["id", "application_id"], take: null }
  )
  const found = [...ids, ...rows.map(({ application_id }) => application_id)]
  return [
    { id: found },
    { order_id: orderIds },
    { cart_id: cartIds },
    ...(cents === null ? [] : [{ financed_cents: cents }]),
  ]
}

/** The open applications of one environment. */
export type OpenApplications = {
  /** Neither ended nor paid out. */
  open: number
  /** Those with a signature, and those with an order. */
  signed: number
  with_order: number
}

type Row = { environment: Environment; open: string; signed: string; with_order: string }

const NONE: OpenApplications = { open: 0, signed: 0, with_order: 0 }

/** Counts open applications with one statement, for a switch of environments. */
export async function countOpen(context: Context): Promise<Record<Environment, OpenApplications>> {
  const over = [...ENDED_STATES, "funded", "partly-refunded"]
  const { rows } = await context.knex.raw<{ rows: Row[] }>(
    `select environment, count(*) as open, count(order_id) as with_order,
            count(*) filter (where state in ('ready-to-settle', 'settling')) as signed
     from financing_application
     where deleted_at is null and not state = any(?) group by environment`,
    [over]
  )
  const of = (environment: Environment): OpenApplications => {
    const row = rows.find((one) => one.environment === environment)
    return row ? { open: +row.open, signed: +row.signed, with_order: +row.with_order } : NONE
  }
  return { staging: of("staging"), production: of("production") }
}

/** All records of one application, oldest first within each kind. */
export type ApplicationFile = {
  application: ApplicationRecord
  tokens: TokenRecord[]
  operations: OperationRecord[]
  timeline: TimelineRecord[]
  review_cases: ReviewCaseView[]
}

/** Maximum number of timeline entries; the newest are kept. */
const LINES = 200

/** Reads the records of one application. Throws MedusaError NOT_FOUND. */
export async function readApplication(context: Context, id: string): Promise<ApplicationFile> {
  const application = await context.rows.retrieveFinancingApplication(id)
  const ofApplication = { application_id: id }
  const newest = { order: { created_at: "DESC", id: "DESC" }, take: LINES } as const
  const [tokens, operations, timeline, { review_cases }] = await Promise.all([
    context.rows.listFinancingTokens(ofApplication, { order: { position: "ASC" }, take: null }),
    context.rows.listFinancingOperations(ofApplication, newest),
    context.rows.listFinancingTimelineEntries(ofApplication, newest),
    listReviewCases(context, ofApplication, { take: LINES }),
  ])
  return {
    application,
    tokens,
    operations: operations.reverse(),
    timeline: timeline.reverse(),
    review_cases,
  }
}

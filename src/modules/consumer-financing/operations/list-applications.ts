import { type ApplicationState, ENDED_STATES } from "../../../domain/application-state"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import type { Environment } from "../../../options/options"
import { listReviewCases, type SortOrder } from "./list-review-cases"
import { ENVIRONMENTS } from "../settings/credentials"
import { findApplicationsOfTask, type Task } from "./read-overview"

export type ApplicationFilter = {
  /** `needs-attention` means those with a case that staff have to decide. */
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

export type ApplicationPage = { take: number; skip: number; order?: SortOrder | undefined }

/** Lists matching applications, newest first, with the total count. */
export async function listApplications(
  context: Context,
  filter: ApplicationFilter,
  { take, skip, order = "-created_at" }: ApplicationPage
): Promise<{ applications: ApplicationRecord[]; count: number }> {
  const { states, task, createdFrom, createdTo, among } = filter
  const state = states?.filter((name) => name !== "needs-attention")
  const all = [
    ...(states?.includes("needs-attention")
      ? [{ $or: [{ state }, { id: await findUndecided(context) }] }]
      : []),
    ...(states && !states.includes("needs-attention") ? [{ state }] : []),
    ...(createdFrom ? [{ created_at: { $gte: createdFrom } }] : []),
    ...(createdTo ? [{ created_at: { $lte: createdTo } }] : []),
    ...(task ? [{ id: await findApplicationsOfTask(context, task) }] : []),
    ...(among ? [{ $or: await findMatches(context, among) }] : []),
  ]
  const filters = all.length > 0 ? { $and: all } : {}
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

/** Looks tokens up first: a join would not use their index, which begins with the environment. */
async function findMatches(context: Context, { ids, orderIds, cartIds, tokens, cents }: Among) {
  const rows = await context.rows.listFinancingTokens(
    { environment: [...ENVIRONMENTS], token: tokens },
    { select: ["id", "application_id"], take: null }
  )
  const found = [...ids, ...rows.map(({ application_id }) => application_id)]
  return [
    { id: found },
    { order_id: orderIds },
    { requested_order_id: orderIds },
    { cart_id: cartIds },
    ...(cents === null ? [] : [{ financed_cents: cents }]),
  ]
}

type OpenApplications = { open: number; signed: number; with_order: number }
const NONE: OpenApplications = { open: 0, signed: 0, with_order: 0 }

/** Counts an environment's applications that have neither ended nor been paid out, for a switch of environments. */
export async function countOpen(context: Context): Promise<Record<Environment, OpenApplications>> {
  type Row = OpenApplications & { environment: Environment }
  const over = [...ENDED_STATES, "funded", "partly-refunded"]
  const { rows } = await context.knex.raw<{ rows: Row[] }>(
    `select environment, cast(count(*) as int) as open, cast(count(order_id) as int) as with_order,
            cast(count(*) filter (where state in ('ready-to-settle', 'settling')) as int) as signed
     from financing_application
     where deleted_at is null and not state = any(?) group by environment`,
    [over]
  )
  const of = (environment: Environment): OpenApplications => {
    const { open, signed, with_order } = rows.find((row) => row.environment === environment) ?? NONE
    return { open, signed, with_order }
  }
  return { staging: of("staging"), production: of("production") }
}

export type ApplicationFile = Awaited<ReturnType<typeof readApplication>>

/** Maximum number of timeline entries; the newest are kept. */
const LINES = 200

/** Reads one application with its records, oldest first within each kind. Throws MedusaError NOT_FOUND. */
export async function readApplication(context: Context, id: string) {
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

import type { ApplicationState } from "../../../domain/application-state"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"

/** Which applications; what is left out does not narrow. */
export type ApplicationFilter = {
  states?: ApplicationState[] | undefined
  /** Only those that a person has to look at. */
  needsAttention?: boolean | undefined
  /** Only those that could be settled since then or longer. */
  readyBefore?: Date | undefined
  /** Only those made from then on, until then. */
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** Only those that belong to one of these: an empty one finds nothing. */
  among?: Among | undefined
}

export type Among = {
  ids: string[]
  orderIds: string[]
  cartIds: string[]
  tokens: string[]
  /** Those over just this amount, in cents. */
  cents: number | null
}

/** What a list may be ordered by; a minus turns it round. */
export const APPLICATION_ORDERS = [
  "created_at",
  "-created_at",
  "financed_cents",
  "-financed_cents",
] as const
export type ApplicationOrder = (typeof APPLICATION_ORDERS)[number]

export type ApplicationPage = { take: number; skip: number; order?: ApplicationOrder | undefined }

/** The applications that match, the newest first, and how many there are in all. */
export async function listApplications(
  context: Context,
  filter: ApplicationFilter,
  { take, skip, order = "-created_at" }: ApplicationPage
): Promise<{ applications: ApplicationRecord[]; count: number }> {
  const { states, needsAttention, readyBefore, createdFrom, createdTo, among } = filter
  const filters = {
    ...(states ? { state: states } : {}),
    ...(needsAttention ? { review_reason: { $ne: null } } : {}),
    ...(readyBefore ? { state: "ready-to-settle" as const, ready_at: { $lte: readyBefore } } : {}),
    ...(createdFrom || createdTo
      ? {
          created_at: {
            ...(createdFrom ? { $gte: createdFrom } : {}),
            ...(createdTo ? { $lte: createdTo } : {}),
          },
        }
      : {}),
    ...(among ? { $or: await placesOf(context, among) } : {}),
  }
  const [applications, count] = await context.rows.listAndCountFinancingApplications(filters, {
    order: { [order.replace("-", "")]: order.startsWith("-") ? "DESC" : "ASC", id: "DESC" },
    take,
    skip,
  })
  return { applications, count }
}

/** Both, because the index of tokens begins with it. */
const ENVIRONMENTS = ["staging", "production"]

/** Tokens are looked up first: their index is their own, and a join would not use it. */
async function placesOf(context: Context, { ids, orderIds, cartIds, tokens, cents }: Among) {
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

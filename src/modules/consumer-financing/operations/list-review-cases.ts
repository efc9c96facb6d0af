import type { ReviewCause } from "../../../domain/review-causes"
import { ABSOLUTE_KINDS } from "../../../domain/operation"
import { type ReviewCaseView, toReviewCaseView } from "../review-case-view"
import type { Context } from "../context"
import type { OperationRecord } from "../records"

export type ReviewCaseFilter = {
  id?: string | undefined
  cause?: ReviewCause | ReviewCause[] | undefined
  application_id?: string | string[] | undefined
  cart_id?: string | string[] | undefined
  order_id?: string | string[] | undefined
  /** True: only those that a person knows already; false: only the others. */
  acknowledged?: boolean | undefined
}

/** The oldest or the newest first, or by the money that is financed: a minus turns it round. */
export const REVIEW_CASE_ORDERS = [
  "created_at",
  "-created_at",
  "financed_cents",
  "-financed_cents",
] as const
export type ReviewCaseOrder = (typeof REVIEW_CASE_ORDERS)[number]

export type ReviewCasePage = {
  take?: number | undefined
  skip?: number | undefined
  order?: ReviewCaseOrder | undefined
}

/** As many as one page holds when nobody says how many. */
const PAGE = 20

/**
 * What people have to look at, the oldest first unless another order is asked for, and how many there are in all. The actions are those
 * that are possible by what was last seen; carrying one out looks again first.
 */
export async function listReviewCases(
  context: Context,
  filter: ReviewCaseFilter,
  { take = PAGE, skip = 0, order = "created_at" }: ReviewCasePage
): Promise<{ review_cases: ReviewCaseView[]; count: number }> {
  const { id: ownId, cause, acknowledged, ...whose } = filter
  const { application_id: id, cart_id, order_id } = whose
  const [rows, count] = await context.rows.listAndCountFinancingReviewCases(
    {
      ...given({ id: ownId, cause }),
      ...(acknowledged === undefined
        ? {}
        : { acknowledged_at: acknowledged ? { $ne: null } : null }),
      application: {
        ...given({ id, cart_id }),
        ...(order_id === undefined
          ? {}
          : { $or: [{ order_id }, { requested_order_id: order_id }] }),
      },
    },
    {
      relations: ["application"],
      order: { [order.replace("-", "")]: order.startsWith("-") ? "DESC" : "ASC", id: "ASC" },
      take,
      skip,
    }
  )
  const open = await findUnfinished(
    context,
    rows.map(({ application_id }) => application_id)
  )
  const review_cases = rows.map((reviewCase) =>
    toReviewCaseView(
      {
        reviewCase,
        application: reviewCase.application,
        operation: open.get(reviewCase.application_id) ?? null,
      },
      context.clock.now()
    )
  )
  return { review_cases, count }
}

/** The newest operation of each application that is not finished. */
async function findUnfinished(
  context: Context,
  applicationIds: string[]
): Promise<Map<string, OperationRecord>> {
  const operations = await context.rows.listFinancingOperations(
    {
      application_id: applicationIds,
      kind: { $nin: [...ABSOLUTE_KINDS] },
      outcome: ["intended", "in-doubt"],
    },
    { order: { created_at: "ASC" }, take: null }
  )
  return new Map(operations.map((operation) => [operation.application_id, operation]))
}

function given<Filter extends object>(filter: Filter): Partial<Filter> {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<Filter>
}

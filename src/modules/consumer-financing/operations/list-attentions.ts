import type { AttentionCause } from "../../../domain/attention"
import { ABSOLUTE_KINDS } from "../../../domain/operation"
import { type AttentionView, toAttentionView } from "../attention-view"
import type { Context } from "../context"
import type { OperationRecord } from "../records"

export type AttentionFilter = {
  id?: string | undefined
  cause?: AttentionCause | AttentionCause[] | undefined
  application_id?: string | string[] | undefined
  cart_id?: string | string[] | undefined
  order_id?: string | string[] | undefined
  /** True: only those that a person knows already; false: only the others. */
  acknowledged?: boolean | undefined
}

/** The oldest or the newest first, or by the money that is financed: a minus turns it round. */
export const ATTENTION_ORDERS = [
  "created_at",
  "-created_at",
  "financed_cents",
  "-financed_cents",
] as const
export type AttentionOrder = (typeof ATTENTION_ORDERS)[number]

export type AttentionPage = {
  take?: number | undefined
  skip?: number | undefined
  order?: AttentionOrder | undefined
}

/** As many as one page holds when nobody says how many. */
const PAGE = 20

/**
 * What people have to look at, the oldest first unless another order is asked for, and how many there are in all. The actions are those
 * that are possible by what was last seen; carrying one out looks again first.
 */
export async function listAttentions(
  context: Context,
  filter: AttentionFilter,
  { take = PAGE, skip = 0, order = "created_at" }: AttentionPage
): Promise<{ attentions: AttentionView[]; count: number }> {
  const { id: ownId, cause, acknowledged, ...whose } = filter
  const { application_id: id, cart_id, order_id } = whose
  const [rows, count] = await context.rows.listAndCountFinancingAttentions(
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
  const attentions = rows.map((attention) =>
    toAttentionView(
      {
        attention,
        application: attention.application,
        operation: open.get(attention.application_id) ?? null,
      },
      context.clock.now()
    )
  )
  return { attentions, count }
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

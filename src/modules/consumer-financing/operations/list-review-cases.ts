import type { ReviewCause } from "../../../domain/review-causes"
import { actionsFor, type ReviewAction } from "../../../domain/review-actions"
import type { PurchaseState } from "../../../domain/purchase-state"
import { ABSOLUTE_KINDS, type OperationKind } from "../../../domain/operation"
import { repeatTimeOf } from "../../../domain/doubt"
import { describeCode, readStatusCode } from "../../../domain/status-codes"
import { toOpenOperation } from "../store/aggregate"
import { circumstancesOf } from "../store/review-case-rows"
import type { ApplicationRecord, OperationRecord, ReviewCaseRecord } from "../records"
import type { Context } from "../context"

/**
 * What a person has to look at, with everything that helps to decide. Amounts in integer cents; null
 * where nobody has looked yet. Nothing personal, nothing secret.
 */
export type ReviewCaseView = {
  id: string
  cause: ReviewCause
  /** A sentence for the merchant. */
  reason: string
  /** When it was raised, and when it was last found to be so. */
  since: Date
  seen_at: Date
  /** Who knows of it already (an id), since when. */
  acknowledged: { by: string; at: Date } | null
  application_id: string
  cart_id: string | null
  order_id: string | null
  medusa: {
    /** What stands in Medusa on the application. */
    purchase_state: PurchaseState | null
    /** What the customer applied for. */
    financed_cents: number
    captured_cents: number | null
    refunded_cents: number | null
  }
  service: {
    /** The status code as the service gave it, and what it means. */
    code: string | null
    meaning: string | null
    /** What the service finances. */
    cents: number | null
    tax_exempt: boolean | null
  }
  /** The call to the service that is not finished or in doubt. */
  operation: {
    id: string
    kind: OperationKind
    /** The loan amount that stands if it took effect. */
    target_cents: number | null
    /** What it moves: of a refund how much is given back. */
    amount_cents: number | null
    since: Date
    /** When it is sent again without proof; null: never. */
    again_at: Date | null
  } | null
  /** What can be done about it as things stand now, the likeliest first. */
  actions: ReviewAction[]
}

type Rows = {
  reviewCase: ReviewCaseRecord
  application: ApplicationRecord
  /** The operation of the application that is not finished. */
  operation: OperationRecord | null
}

/** @param now milliseconds */
function toReviewCaseView(
  { reviewCase, application, operation }: Rows,
  now: number
): ReviewCaseView {
  const open = operation && toOpenOperation(operation, now)
  const { code, acknowledged_at: at, acknowledged_by: by } = reviewCase
  return {
    id: reviewCase.id,
    cause: reviewCase.cause,
    reason: reviewCase.reason,
    since: reviewCase.created_at,
    seen_at: reviewCase.seen_at,
    acknowledged: at === null ? null : { by: by ?? "", at },
    application_id: application.id,
    cart_id: application.cart_id,
    order_id: application.order_id ?? application.requested_order_id,
    medusa: {
      purchase_state: reviewCase.purchase_state,
      financed_cents: reviewCase.financed_cents,
      captured_cents: reviewCase.captured_cents,
      refunded_cents: reviewCase.refunded_cents,
    },
    service: {
      code,
      meaning: code === null ? null : describeCode(readStatusCode(code)),
      cents: reviewCase.service_cents,
      tax_exempt: application.tax_exempt,
    },
    operation: operation && {
      id: operation.id,
      kind: operation.kind,
      target_cents: operation.target_cents,
      amount_cents: amountOf(operation, application),
      since: operation.created_at,
      again_at: repeatTimeOf(operation),
    },
    actions: actionsFor(reviewCase.cause, {
      ...circumstancesOf(application, open),
      acknowledged: at !== null,
    }),
  }
}

/** The target of a partial refund is what remains financed. */
function amountOf(
  { kind, target_cents }: OperationRecord,
  { financed_cents, refunded_cents }: ApplicationRecord
): number | null {
  const left = financed_cents - refunded_cents
  if (kind === "partial-refund") return target_cents === null ? null : left - target_cents
  return kind === "refund" || kind === "cancel" ? left : target_cents
}

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

import { removeUndefined } from "@medusajs/framework/utils"
import type { ReviewCause } from "../../../domain/review-causes"
import { actionsFor } from "../../../domain/review-actions"
import { ABSOLUTE_KINDS } from "../../../domain/operation"
import { repeatTimeOf } from "../../../domain/doubt"
import { describeCode, readStatusCode } from "../../../domain/status-codes"
import { toOpenOperation } from "../store/aggregate"
import { UNFINISHED } from "../store/journal"
import { circumstancesOf } from "../store/review-case-sides"
import type { ApplicationRecord, OperationRecord, ReviewCaseRecord } from "../records"
import type { Context } from "../context"

type Rows = {
  reviewCase: ReviewCaseRecord
  application: ApplicationRecord
  /** The application's unfinished operation. */
  operation: OperationRecord | null
}

export type ReviewCaseView = ReturnType<typeof toReviewCaseView>

/**
 * Shows a review case with the data for its decision. Amounts in integer cents; null where not read yet. Contains
 * neither personal data nor secrets.
 * @param now milliseconds
 */
function toReviewCaseView({ reviewCase, application, operation }: Rows, now: number) {
  const open = operation && toOpenOperation(operation, now)
  const { code, acknowledged_at: at, acknowledged_by: by } = reviewCase
  return {
    id: reviewCase.id,
    cause: reviewCase.cause,
    /** A sentence for the merchant. */
    reason: reviewCase.reason,
    /** When it was opened and last confirmed. */
    since: reviewCase.created_at,
    seen_at: reviewCase.seen_at,
    /** The id of the staff member who acknowledged it, and when. */
    acknowledged: at === null ? null : { by: by ?? "", at },
    application_id: application.id,
    environment: application.environment,
    cart_id: application.cart_id,
    order_id: application.order_id ?? application.requested_order_id,
    medusa: {
      purchase_state: reviewCase.purchase_state,
      /** The applied-for amount. */
      financed_cents: reviewCase.financed_cents,
      captured_cents: reviewCase.captured_cents,
      refunded_cents: reviewCase.refunded_cents,
    },
    service: {
      /** The service's raw status code and its meaning. */
      code,
      meaning: code === null ? null : describeCode(readStatusCode(code)),
      /** The amount that the service finances. */
      cents: reviewCase.service_cents,
      tax_exempt: application.tax_exempt,
    },
    /** The operation that is unfinished or in doubt. */
    operation: operation && {
      id: operation.id,
      kind: operation.kind,
      /** The loan amount after success. */
      target_cents: operation.target_cents,
      /** The moved amount; for a refund, the refunded one. */
      amount_cents: amountOf(operation, application),
      since: operation.created_at,
      /** When it is sent again without proof; null: never. */
      again_at: repeatTimeOf(operation),
    },
    /** Available actions, the most likely first. */
    actions: actionsFor(reviewCase.cause, {
      ...circumstancesOf(application, open),
      acknowledged: at !== null,
    }),
  }
}

/** The target of a partial refund is the amount that remains financed. */
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
  /** True: only acknowledged cases; false: only the others. */
  acknowledged?: boolean | undefined
}

/** Sort orders of lists: by age, or by the financed amount. A minus reverses one. */
export const SORT_ORDERS = [
  "created_at",
  "-created_at",
  "financed_cents",
  "-financed_cents",
] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

export type ReviewCasePage = {
  take?: number | undefined
  skip?: number | undefined
  order?: SortOrder | undefined
}

const PAGE = 20

/**
 * Lists review cases, oldest first by default, with the total count. Actions follow from the last known state;
 * executing one checks again.
 */
export async function listReviewCases(
  context: Context,
  filter: ReviewCaseFilter = {},
  { take = PAGE, skip = 0, order = "created_at" }: ReviewCasePage = {}
): Promise<{ review_cases: ReviewCaseView[]; count: number }> {
  const { id: ownId, cause, acknowledged, ...owner } = filter
  const { application_id: id, cart_id, order_id } = owner
  const [rows, count] = await context.rows.listAndCountFinancingReviewCases(
    {
      ...removeUndefined({ id: ownId, cause }),
      ...(acknowledged === undefined
        ? {}
        : { acknowledged_at: acknowledged ? { $ne: null } : null }),
      application: {
        ...removeUndefined({ id, cart_id }),
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
  const open = await findOpenOperations(
    context,
    rows.map(({ application_id }) => application_id)
  )
  const review_cases = rows.map((reviewCase) => {
    const { application, application_id } = reviewCase
    const operation = open.get(application_id) ?? null
    return toReviewCaseView({ reviewCase, application, operation }, context.clock.now())
  })
  return { review_cases, count }
}

/** Finds each application's newest unfinished operation. */
async function findOpenOperations(
  context: Context,
  applicationIds: string[]
): Promise<Map<string, OperationRecord>> {
  const kind = { $nin: [...ABSOLUTE_KINDS] }
  const operations = await context.rows.listFinancingOperations(
    { application_id: applicationIds, kind, outcome: UNFINISHED },
    { order: { created_at: "ASC" }, take: null }
  )
  return new Map(operations.map((operation) => [operation.application_id, operation]))
}

import type { ReviewCause } from "../../domain/review-causes"
import { type ReviewAction, actionsFor } from "../../domain/review-actions"
import type { PurchaseState } from "../../domain/purchase-state"
import { isOverdue, type OperationKind } from "../../domain/operation"
import { describeCode, readStatusCode } from "../../domain/status-codes"
import { circumstancesOf } from "./store/review-case-sides"
import type { ApplicationRecord, ReviewCaseRecord, OperationRecord } from "./records"

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
export function toReviewCaseView(
  { reviewCase, application, operation }: Rows,
  now: number
): ReviewCaseView {
  const open = operation && {
    operation,
    doubtful: operation.outcome === "in-doubt" || isOverdue(operation, now),
  }
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

import { cents, subtract } from "../../../domain/money"
import { describeNewSettle } from "../../../domain/review-causes"
import { isReadyToSettle, type SeenCode } from "../../../domain/status-codes"
import type { Context } from "../context"
import { persist } from "../persist"
import type { ApplicationRecord, OperationRecord } from "../records"
import { followUp } from "./finish-operation"

type Counted = { application: ApplicationRecord; operation: OperationRecord; code: SeenCode }

/** Writes down that a partial refund happened, and what is left to do about it. */
export async function countPartialRefund(
  context: Context,
  { application, operation, code }: Counted
): Promise<ApplicationRecord> {
  const { id, financed_cents, refunded_cents } = application
  const remaining = cents(operation.target_cents ?? financed_cents)
  const refunded = subtract(cents(financed_cents), remaining)
  const details = { cents: refunded - refunded_cents, remaining }
  const happened = { what: "partly-refunded" as const, details }
  const updated = await write(context, { operation, application, refunded, happened })
  if (isReadyToSettle(code)) {
    const reason = describeNewSettle(remaining)
    await followUp(context, () => context.reviewCases.ask(id, "settle-again", reason))
  }
  return updated
}

/** Writes down that everything that was left is refunded. */
export async function countFullRefund(
  context: Context,
  { application, operation }: Omit<Counted, "code">
): Promise<ApplicationRecord> {
  const refunded = cents(application.financed_cents)
  const details = { cents: refunded - application.refunded_cents }
  const happened = { what: "refunded" as const, details }
  return await write(context, { operation, application, refunded, happened })
}

/** Beside it nothing is asked any more that the refund answers. */
async function write(
  context: Context,
  refund: Parameters<Context["outcomes"]["confirmRefund"]>[0]
): Promise<ApplicationRecord> {
  const updated = await persist(() => context.outcomes.confirmRefund(refund))
  if (updated.review_reason !== null) {
    const isOver = updated.state === "refunded"
    const causes = isOver ? (["doubt"] as const) : (["doubt", "sign-again"] as const)
    await followUp(context, () => context.reviewCases.close(updated.id, ...causes))
  }
  return updated
}

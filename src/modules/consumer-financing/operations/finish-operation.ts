import { describeNewSettle, type ReviewCause } from "../../../domain/review-causes"
import { setsAbsoluteValue } from "../../../domain/operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { cents, subtract } from "../../../domain/money"
import { isReadyToSettle, type SeenCode } from "../../../domain/status-codes"
import { persist } from "../store/rows"

type Ending = Partial<
  Pick<OperationRecord, "error_code" | "http_status" | "correlation_id" | "new_token">
> & { outcome: OperationRecord["outcome"] }

/** Writes down how an operation ended; with a money operation's end, what a person was asked about it is over. */
export async function finish(
  context: Context,
  operation: OperationRecord,
  ending: Ending
): Promise<void> {
  const ended = ending.outcome === "confirmed" || ending.outcome === "refused"
  await context.rows.updateFinancingOperations({
    id: operation.id,
    ...ending,
    finished_at: ended ? context.clock.dateIn(0) : null,
  })
  // A number that was told, or a chosen offer, settles nobody's doubt about the money.
  if (ended && !setsAbsoluteValue(operation.kind)) {
    await clearDoubt(context, { operation })
  }
}

/**
 * Writes what follows from an operation that is confirmed. An error there takes nothing of it back: the
 * next reconciliation writes the same.
 */
export async function followUp(context: Context, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    const kind = error instanceof Error ? error.name : "unknown"
    context.log.error(`consumer-financing: a review case was not updated (${kind})`)
  })
}

type Ended = { operation: OperationRecord; application?: Pick<ApplicationRecord, "review_reason"> }

/**
 * What a person was asked about a call that has ended by now is settled with it. Without a question there
 * is none to be found.
 */
export async function clearDoubt(
  context: Context,
  { operation, application }: Ended,
  ...andAlso: ReviewCause[]
): Promise<void> {
  if (application?.review_reason === null) {
    return
  }
  const causes: ReviewCause[] = ["doubt", "sign-again", ...andAlso]
  await context.reviewCases.closeIf(operation.application_id, causes, async (cause) => {
    return cause !== "doubt" || !(await isOtherwiseInDoubt(context, operation))
  })
}

/** An application whose create was never answered may be cancelled: that is told of until it is over. */
async function isOtherwiseInDoubt(
  context: Context,
  { id, application_id }: OperationRecord
): Promise<boolean> {
  const doubts = await context.rows.listFinancingOperations(
    { application_id, outcome: "in-doubt" },
    { select: ["id", "kind"] }
  )
  return doubts.some((one) => one.id !== id && !setsAbsoluteValue(one.kind))
}

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

import { describeDoubt, secondsUntilCancelRepeat } from "../../../domain/doubt"
import { setsAbsoluteValue } from "../../../domain/operation"
import { type CallOptions, type FinancingClient, FinancingError } from "../../../financing-api"
import { NotSent } from "../../../translation/user-error"
import type { Context } from "../context"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Intent } from "../store/journal"
import { describeNewSettle, type ReviewCause } from "../../../domain/review-causes"
import { cents, subtract } from "../../../domain/money"
import { isReadyToSettle, type ReportedCode } from "../../../domain/status-codes"
import type { DoubtfulEnd } from "../store/review-cases"
import { persist } from "../store/rows"

const LEASE_LOST =
  "Somebody else began to work on this financing just now. Nothing was sent: please look at it again."

type Running = {
  application: Pick<ApplicationRecord, "id" | "environment" | "kind">
  intent: Omit<Intent, "applicationId">
  lease: Lease
  /** The operation that this call repeats. */
  repeats?: OperationRecord | null
}

type Call<Answer> = (client: FinancingClient, options: CallOptions) => Promise<Answer>

/**
 * Runs every call that changes something at the service: records the intent, checks the lease, calls, and records a
 * failure. Returns the answer and the row, still `intended`; the caller judges the answer and confirms
 * (`store/outcomes.ts`). Rethrows the call's error after recording it as `refused` (did not happen) or `in-doubt`
 * (see `domain/doubt.ts`). Throws NotSent, with nothing recorded, where the database may be a copy (see `../home`).
 */
export async function runOperation<Answer>(
  context: Context,
  { application, intent: given, lease, repeats }: Running,
  call: Call<Answer>
): Promise<{ operation: OperationRecord; answer: Answer }> {
  await context.home.requireUnlocked(application)
  const intent = { ...given, applicationId: application.id }
  const operation = repeats
    ? await context.journal.writeRepeat(repeats, intent)
    : await context.journal.writeIntent(intent)
  if (intent.happened) {
    await context.timeline.emitEntry(intent.applicationId, intent.happened)
  }
  // The last step before the call.
  if (!(await lease.renew())) {
    await context.journal.revert(operation, repeats)
    throw new NotSent(LEASE_LOST)
  }
  try {
    const client = context.clients.for(application)
    return { operation, answer: await call(client, { correlationId: operation.id }) }
  } catch (error) {
    // A failed repeat says nothing about the first call, unless both set the same value.
    const isJudged = !repeats || setsAbsoluteValue(intent.kind)
    const didNotHappen =
      isJudged && error instanceof FinancingError && error.outcome === "did-not-happen"
    const why = readFailure(error)
    if (didNotHappen || setsAbsoluteValue(intent.kind)) {
      await finishOperation(context, operation, {
        ...why,
        outcome: didNotHappen ? "refused" : "in-doubt",
      })
    } else {
      // An answered call has ended, with or without effect.
      const ended = why.http_status === null ? {} : { deadline_at: context.clock.dateIn(0) }
      await recordDoubt(context, { application, operation, why: { ...why, ...ended } })
      if (intent.kind === "cancel" && why.http_status !== null) {
        const seconds = secondsUntilCancelRepeat(operation.attempts)
        await context.schedule.checkWithin(intent.applicationId, seconds)
      }
    }
    throw error
  }
}

/** The columns that describe a failed call. */
export function readFailure(error: unknown) {
  const failed = error instanceof FinancingError ? error : null
  return {
    error_code: failed?.code ?? "unexpected",
    http_status: failed?.httpStatus ?? null,
    correlation_id: failed?.correlationId ?? null,
  }
}

/** Records how an operation ended, and closes the review cases that the end of a money operation resolves. */
export async function finishOperation(
  context: Context,
  operation: OperationRecord,
  ending: Partial<OperationRecord> & Pick<OperationRecord, "outcome">
): Promise<void> {
  const ended = ending.outcome === "confirmed" || ending.outcome === "refused"
  await context.journal.update({
    id: operation.id,
    ...ending,
    finished_at: ended ? context.clock.dateIn(0) : null,
  })
  // The end of an order number or an offer resolves no doubt about money.
  if (ended && !setsAbsoluteValue(operation.kind)) {
    await clearDoubt(context, { operation })
  }
}

type Doubtful = {
  application: Pick<ApplicationRecord, "environment" | "kind">
  operation: OperationRecord
  why: DoubtfulEnd
}

/** Marks a call without a known result as in doubt. During an outage the alarm counts creates instead of a case. */
export async function recordDoubt(
  context: Context,
  { application, operation, why }: Doubtful
): Promise<void> {
  const isCovered = () => context.outages.covers(application, operation.kind)
  const question = (await isCovered()) ? null : describeDoubt(operation)
  await context.reviewCases.markInDoubt(operation, why, question)
  // The alarm may have been raised between the two, and have missed this case.
  if (question && (await isCovered())) {
    await context.reviewCases.close(operation.application_id, "doubt")
  }
}

/** Runs a write that follows the end of an operation. A failure is logged and does not change that end. */
export async function runFollowUp(context: Context, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    const kind = error instanceof Error ? error.name : "unknown"
    context.log.error(`consumer-financing: a record was not updated (${kind})`)
  })
}

/** Closes the review case of a call that has ended, if there is one. */
export async function clearDoubt(
  context: Context,
  { operation, application }: { operation: OperationRecord; application?: ApplicationRecord },
  ...andAlso: ReviewCause[]
): Promise<void> {
  if (application?.review_reason === null) {
    return
  }
  const { id, application_id } = operation
  const doubts = await context.rows.listFinancingOperations(
    { application_id, outcome: "in-doubt" },
    { select: ["id", "kind"] }
  )
  // The cancel of an application whose create is in doubt stays listed until it ends.
  const hasOther = doubts.some((doubt) => doubt.id !== id && !setsAbsoluteValue(doubt.kind))
  const causes: ReviewCause[] = hasOther ? [] : ["doubt"]
  await context.reviewCases.close(application_id, ...causes, "sign-again", ...andAlso)
}

type NewToken = Parameters<Context["outcomes"]["adoptToken"]>[0]

/** Adds the token of a lost answer: of a create, or of a partial refund, which the next status check proves. */
export async function adoptLostToken(context: Context, found: NewToken): Promise<void> {
  if (found.operation.kind === "create") {
    await context.outcomes.confirmCreate({ ...found, url: null })
  } else {
    await context.outcomes.adoptToken(found)
  }
}

type Counted = { application: ApplicationRecord; operation: OperationRecord; code: ReportedCode }

/** `isNotPaid`: staff counted the amount as not paid; the service refunded nothing. */
export async function recordPartialRefund(
  context: Context,
  { application, operation, code, isNotPaid = false }: Counted & { isNotPaid?: boolean }
): Promise<ApplicationRecord> {
  const { id, financed_cents, refunded_cents } = application
  const remaining = cents(operation.target_cents ?? financed_cents)
  const refunded = subtract(cents(financed_cents), remaining)
  const sums = { cents: refunded - refunded_cents, remaining }
  const details = isNotPaid ? { ...sums, not_paid: true } : sums
  const happened = { what: "partly-refunded" as const, details }
  const updated = await write(context, { operation, application, refunded, happened })
  if (isReadyToSettle(code)) {
    const reason = describeNewSettle(remaining)
    await runFollowUp(context, () => context.reviewCases.open(id, "settle-again", reason))
  }
  return updated
}

export async function recordFullRefund(
  context: Context,
  { application, operation }: Omit<Counted, "code">
): Promise<ApplicationRecord> {
  const refunded = cents(application.financed_cents)
  const details = { cents: refunded - application.refunded_cents }
  const happened = { what: "refunded" as const, details }
  return await write(context, { operation, application, refunded, happened })
}

/** Closes the review cases that the refund answers. */
async function write(
  context: Context,
  refund: Parameters<Context["outcomes"]["confirmRefund"]>[0]
): Promise<ApplicationRecord> {
  const updated = await persist(() => context.outcomes.confirmRefund(refund))
  if (updated.review_reason !== null) {
    const isOver = updated.state === "refunded"
    const causes = isOver ? (["doubt"] as const) : (["doubt", "sign-again"] as const)
    await runFollowUp(context, () => context.reviewCases.close(updated.id, ...causes))
  }
  return updated
}

import type { ReviewCause } from "../../domain/review-causes"
import { describeDoubt, secondsUntilCancelRepeat, setsAbsoluteValue } from "../../domain/operation"
import { FinancingError } from "../../financing-api"
import type { Question } from "./store/review-case-rows"
import type { Intent } from "./store/journal"
import type { Lease } from "./coordination/lease"
import type { ApplicationRecord, OperationRecord } from "./records"
import { type Aggregate, openOperationOf } from "./store/aggregate"
import type { Context } from "./context"
import { UserFacingError } from "../../translation/sentence"

/** The lease was lost before the call: it did not happen. Its sentence is fit for anybody. */
export class LeaseLost extends UserFacingError {
  constructor() {
    super(
      "Somebody else began to work on this financing just now. Nothing was sent: please look at it again."
    )
  }
}

type Call<Answer> = (correlationId: string) => Promise<Answer>

/**
 * Journal, act: writes the intent, makes the call, and writes down how it ended. Resolves with the
 * answer and the row, still `intended`: the caller judges the answer and confirms. Rethrows the
 * call's error after recording whether it did not happen (`refused`) or nobody knows (`in-doubt`).
 */
export async function journaled<Answer>(
  context: Context,
  { intent, lease, repeats }: { intent: Intent; lease: Lease; repeats?: OperationRecord },
  call: Call<Answer>
): Promise<{ operation: OperationRecord; answer: Answer }> {
  const operation = repeats
    ? await context.journal.writeRepeat(repeats, intent)
    : await context.journal.writeIntent(intent)
  if (!(await lease.renew())) {
    await context.journal.takeBack(operation, repeats)
    throw new LeaseLost()
  }
  try {
    return { operation, answer: await call(operation.id) }
  } catch (error) {
    // That a repeat did not happen says nothing of the first call, unless both set the same value.
    const isJudged = !repeats || setsAbsoluteValue(intent.kind)
    const didNotHappen =
      isJudged && error instanceof FinancingError && error.outcome === "did-not-happen"
    const why = {
      error_code: error instanceof FinancingError ? error.code : "unexpected",
      http_status: error instanceof FinancingError ? error.httpStatus : null,
      correlation_id: error instanceof FinancingError ? error.correlationId : null,
    }
    if (didNotHappen || setsAbsoluteValue(intent.kind)) {
      await finish(context, operation, { ...why, outcome: didNotHappen ? "refused" : "in-doubt" })
    } else {
      // What was answered has ended, whatever it may have done.
      const ended = why.http_status === null ? {} : { deadline_at: context.clock.dateIn(0) }
      await context.reviewCases.leaveInDoubt(operation, { ...why, ...ended }, questionOf(operation))
      if (intent.kind === "cancel" && why.http_status !== null) {
        const seconds = secondsUntilCancelRepeat(operation.attempts)
        await context.schedule.checkWithin(intent.applicationId, seconds)
      }
    }
    throw error
  }
}

/** What a person is asked about an operation in doubt. */
export const questionOf = ({ kind }: Pick<OperationRecord, "kind">): Question => ({
  cause: "doubt",
  reason: describeDoubt(kind),
})

type Ending = Partial<
  Pick<OperationRecord, "error_code" | "http_status" | "correlation_id" | "new_token">
> & { outcome: OperationRecord["outcome"] }

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

/**
 * The money operation of which nobody knows how it ended, or null. Call it under the application's
 * money lease: then a row that is still `intended` belongs to a process that died over its call.
 */
export async function findDoubt(
  context: Context,
  applicationId: string
): Promise<OperationRecord | null> {
  return await findDoubtIn(context, await context.applications.readAggregate(applicationId))
}

/** The same where everything is read already, under that lease. */
export async function findDoubtIn(
  context: Context,
  known: Aggregate
): Promise<OperationRecord | null> {
  const open = openOperationOf(known, context.clock.now())?.operation
  if (open?.outcome === "intended") {
    await context.reviewCases.leaveInDoubt(open, { error_code: "interrupted" }, questionOf(open))
  }
  return open ?? null
}

/** Seconds since the call of an operation in doubt has certainly ended; `now` in milliseconds. */
export function secondsInDoubt(operation: OperationRecord, now: number): number {
  return (now - new Date(operation.deadline_at).getTime()) / 1000
}

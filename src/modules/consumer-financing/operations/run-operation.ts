import { secondsUntilCancelRepeat } from "../../../domain/doubt"
import { setsAbsoluteValue } from "../../../domain/operation"
import { type CallOptions, type FinancingClient, FinancingError } from "../../../financing-api"
import { NotSent } from "../../../translation/sentence"
import type { Context } from "../context"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Intent } from "../store/journal"
import { finishOperation, recordDoubt } from "./finish-operation"

/** The lease was lost before the call, so nothing was sent. The message suits shoppers and staff. */
export class LeaseLost extends NotSent {
  constructor() {
    super(
      "Somebody else began to work on this financing just now. Nothing was sent: please look at it again."
    )
  }
}

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
    throw new LeaseLost()
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

import { questionAbout } from "../../../domain/doubt"
import type { OperationRecord } from "../records"
import { type Aggregate, openOperationOf } from "../store/aggregate"
import type { Context } from "../context"

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
    await context.reviewCases.leaveInDoubt(open, { error_code: "interrupted" }, questionAbout(open))
  }
  return open ?? null
}

/** Seconds since the call of an operation in doubt has certainly ended; `now` in milliseconds. */
export function secondsInDoubt(operation: OperationRecord, now: number): number {
  return (now - new Date(operation.deadline_at).getTime()) / 1000
}

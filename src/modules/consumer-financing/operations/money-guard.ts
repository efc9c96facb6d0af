import type { Lease } from "../coordination/lease"
import type { Context } from "../context"
import { userError, type UserFacingError } from "../../../translation/user-error"
import { describeDoubt } from "../../../domain/doubt"
import type { ReportedCode } from "../../../domain/status-codes"
import type { OperationRecord } from "../records"
import { type Aggregate, openOperationOf } from "../store/aggregate"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { checkStatus, type StatusCheck } from "./check-status"

const BUSY =
  "Another settle, cancel or refund of this financing is under way. Wait for it to finish, then look at the order again before repeating this."

/**
 * Allows one money operation at a time per application, across processes. Refuses a second one with a message
 * instead of queueing it.
 */
export async function withMoneyLease<Result>(
  context: Context,
  applicationId: string,
  act: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const name = `money:${applicationId}`
  return await context.leases.withLease({ name, busy: () => userError(BUSY) }, act)
}

/**
 * Returns the money operation in doubt, or null. Call it under the application's money lease: then an `intended` row
 * belongs to a process that died during its call.
 */
export async function findDoubt(
  context: Context,
  applicationId: string
): Promise<OperationRecord | null> {
  return await findDoubtIn(context, await context.applications.readAggregate(applicationId))
}

/** Like `findDoubt`, for records already read under that lease. */
export async function findDoubtIn(
  context: Context,
  known: Aggregate
): Promise<OperationRecord | null> {
  const open = openOperationOf(known, context.clock.now())?.operation
  if (open?.outcome === "intended") {
    await context.reviewCases.markInDoubt(open, { error_code: "interrupted" }, describeDoubt(open))
  }
  return open ?? null
}

/** Returns what decides whether an operation in doubt is sent again: it has certainly ended since its deadline. */
export function readEvidence({ clock }: Context, doubt: OperationRecord, code: ReportedCode) {
  const secondsInDoubt = (clock.now() - new Date(doubt.deadline_at).getTime()) / 1000
  return { code, secondsInDoubt, attempts: doubt.attempts }
}

export function inDoubt(what: string): UserFacingError {
  return userError(
    `It is not known whether the earlier ${what} reached the financing service. Nothing was sent now: the plugin keeps looking at the service and lists the application until this is clear.`
  )
}

/**
 * Checks the status right before money moves, for an application just read. If the check fails, nothing is sent.
 * Throws MedusaError INVALID_DATA with a message.
 */
export async function checkStatusOrRefuse(
  context: Context,
  { application, currentToken }: Pick<Aggregate, "application"> & Partial<Aggregate>
): Promise<StatusCheck> {
  try {
    const token = currentToken ? { currentToken: currentToken.token } : {}
    return await checkStatus(context, application, token)
  } catch (error) {
    throw toMerchantError(error, { isRead: true })
  }
}

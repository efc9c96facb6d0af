import { secondsAfterFailedCheck, secondsUntilCheck } from "../../../../domain/check-schedule"
import { cleanLine } from "../../../../domain/clean-text"
import { fromDollars } from "../../../../domain/money"
import { isOver, preApprovalStateOf } from "../../../../domain/pre-approval"
import { readStatusCode } from "../../../../domain/status-codes"
import { type ApplicationStatus, FinancingError } from "../../../../financing-api"
import { clampInt32, type PreApprovalRecord } from "../../records"
import type { Context } from "../../context"

const DAY = 24 * 60 * 60 * 1000

/**
 * Reads a pre-approval's status (endpoint 8) and maximum, and records them. Skips one that an application has used;
 * one without an answer is in doubt. Throws FinancingError when the service does not answer or refuses; only a
 * refusal advances the schedule.
 */
export async function checkPreApproval(context: Context, id: string): Promise<PreApprovalRecord> {
  const known = await context.rows.retrieveFinancingPreApproval(id)
  if (known.token === null) {
    return await markInDoubt(context, known)
  }
  if (known.application_id !== null || isOver(known.state)) {
    return await context.rows.updateFinancingPreApprovals({ id, next_check_at: null })
  }
  if (new Date(known.expires_at).getTime() <= context.clock.now()) {
    return await write(context, known, { state: "expired" })
  }
  const answer = await requestStatus(context, { ...known, token: known.token })
  // An answer about another application proves nothing.
  return answer.token === known.token
    ? await record(context, known, answer)
    : await write(context, known, { state: "needs-attention" })
}

/** Leaves a pre-approval in doubt whose process died during the call. */
async function markInDoubt(
  context: Context,
  { id, state, deadline_at }: PreApprovalRecord
): Promise<PreApprovalRecord> {
  if (state !== "requested") {
    return await context.rows.updateFinancingPreApprovals({ id, next_check_at: null })
  }
  const deadline = new Date(deadline_at)
  const ended = { state: "in-doubt" as const, error_code: "interrupted", next_check_at: null }
  const isRunning = deadline.getTime() > context.clock.now()
  const changes = isRunning ? { next_check_at: deadline } : ended
  return await context.rows.updateFinancingPreApprovals({ id, ...changes })
}

async function requestStatus(
  context: Context,
  known: PreApprovalRecord & { token: string }
): Promise<ApplicationStatus> {
  const { id, environment, token, checks_done } = known
  try {
    return await context.clients
      .for({ environment })
      .getStatus({ applicationToken: token }, { correlationId: id })
  } catch (error) {
    const seconds = secondsAfterFailedCheck(context.options.polling.schedule, checks_done)
    const isRefused = error instanceof FinancingError && error.code === "refused"
    const checksDone = checks_done + 1
    const expiry = new Date(known.expires_at)
    // After a refusal an immediate retry would get the same answer.
    const changes = isRefused
      ? { checks_done: checksDone, next_check_at: nextCheckAt(context, checksDone, expiry) }
      : { next_check_at: context.clock.dateIn(seconds * 1000) }
    await context.rows.updateFinancingPreApprovals({ id, ...changes })
    throw error
  }
}

/**
 * Returns the next check by the schedule, and at its expiry at the latest, so that the last check finds it expired.
 */
function nextCheckAt(context: Context, checksDone: number, expiry: Date): Date {
  const seconds = secondsUntilCheck(context.options.polling.schedule, checksDone)
  const next = seconds === null ? expiry : context.clock.dateIn(seconds * 1000)
  return next < expiry ? next : expiry
}

async function record(
  context: Context,
  known: PreApprovalRecord,
  { status, maxApprovalAmount }: ApplicationStatus
): Promise<PreApprovalRecord> {
  const code = readStatusCode(status)
  const state = preApprovalStateOf(code)
  const isApproved = state === "approved" && known.approved_at === null
  const { validDays } = context.options.preApproval
  return await write(context, known, {
    state,
    code: cleanLine(status, 16),
    max_approval_cents: clampInt32(fromDollars(maxApprovalAmount)),
    ...(isApproved
      ? { approved_at: context.clock.dateIn(0), expires_at: context.clock.dateIn(validDays * DAY) }
      : {}),
  })
}

async function write(
  context: Context,
  { id, state: before, checks_done, expires_at: until }: PreApprovalRecord,
  seen: Partial<PreApprovalRecord> & Pick<PreApprovalRecord, "state">
): Promise<PreApprovalRecord> {
  const hasChanged = seen.state !== before
  const checksDone = hasChanged ? 0 : checks_done + 1
  const expiry = new Date(seen.expires_at ?? until)
  const isEnded = isOver(seen.state)
  const updated = await context.rows.updateFinancingPreApprovals({
    id,
    ...seen,
    checks_done: checksDone,
    last_check_at: context.clock.dateIn(0),
    next_check_at: isEnded ? null : nextCheckAt(context, checksDone, expiry),
    ...(isEnded ? { customer_url: null } : {}),
  })
  if (hasChanged) {
    const { state, customer_id } = updated
    const details = { from: before, to: state, customer_id }
    await context.timeline.emitPreApproval(id, "status-changed", details)
  }
  return updated
}

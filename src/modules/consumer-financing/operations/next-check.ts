import type { Context } from "../context"
import { hasEnded } from "../../../domain/application-state"
import {
  LAST_DELAY,
  secondsAfterFailedCheck,
  secondsOf,
  secondsUntilCheck,
} from "../../../domain/check-schedule"
import type { ApplicationRecord } from "../records"

/** Share by which checks are spread, so that applications of one moment are not checked at once. */
const SPREAD = 0.1

type NextCheck = {
  /** Seconds until the schedule's next check; null at its end. */
  seconds: number | null
  untilLimit: number | null
  /** The schedule's next check, which this check does not postpone; null when this check is that one. */
  known: Date | string | null
}

/** Milliseconds within which an upcoming check counts as done by this one. */
const AS_GOOD_AS_DUE = 5_000

/** Returns the next check by the schedule, but no later than the next time limit. */
export function nextCheck(
  { clock }: Context,
  { seconds, untilLimit, known }: NextCheck
): Date | null {
  if (seconds === null && untilLimit === null) {
    return known === null ? null : new Date(known)
  }
  const inSchedule = seconds === null ? Infinity : addJitter(seconds)
  const next = clock.dateIn(Math.min(inSchedule, (untilLimit ?? Infinity) * 1000))
  const isAhead = known !== null && new Date(known) > clock.dateIn(AS_GOOD_AS_DUE)
  return isAhead && new Date(known) < next ? new Date(known) : next
}

/** Returns milliseconds, delayed by a random share. */
function addJitter(seconds: number, spread = SPREAD): number {
  return seconds * 1000 * (1 + Math.random() * spread)
}

/** Wider spread after a failure, so that failed checks do not return at once. */
const SPREAD_AFTER_FAILURE = 0.5

/** Seconds until the retry for ended applications: a budget's calls serve the open ones first. */
const UNHURRIED = 10 * 60

/** Retries soon after a failed check, without advancing the schedule. */
export async function retrySoon(
  context: Context,
  application: ApplicationRecord,
  { awaited }: { awaited: boolean }
): Promise<void> {
  const soon = secondsAfterFailedCheck(context.options.polling.schedule, application.checks_done)
  const seconds = awaited ? soon : Math.max(soon, UNHURRIED)
  await context.applications.update({
    id: application.id,
    next_check_at: context.clock.dateIn(addJitter(seconds, SPREAD_AFTER_FAILURE)),
  })
}

/** Whether the application or one of its operations is still open. */
export async function isAwaited(
  context: Context,
  { id, state }: Pick<ApplicationRecord, "id" | "state">
): Promise<boolean> {
  return !hasEnded(state) || (await context.applications.findOpenMoneyOperation(id)) !== null
}

/** Whether an application is younger than the schedule is long, and so worth a retry after an outage. */
export function isYoung(
  { clock, options }: Context,
  { created_at }: Pick<ApplicationRecord, "created_at">
): boolean {
  const seconds = (clock.now() - new Date(created_at).getTime()) / 1000
  return seconds < secondsOf(options.polling.schedule)
}

/**
 * Advances the schedule after a refused check, because an immediate retry would get the same answer. An application
 * without checks stays so.
 */
export async function advanceSchedule(
  context: Context,
  { id, state, checks_done, next_check_at: planned }: ApplicationRecord,
  { once }: { once: boolean }
): Promise<void> {
  const awaited = await isAwaited(context, { id, state })
  if (!awaited && planned === null) {
    return
  }
  const checksDone = checks_done + (once ? 1 : 0)
  const seconds =
    secondsUntilCheck(context.options.polling.schedule, checksDone) ?? (awaited ? LAST_DELAY : null)
  const milliseconds = seconds === null ? null : addJitter(seconds, SPREAD_AFTER_FAILURE)
  const next_check_at = milliseconds === null ? null : context.clock.dateIn(milliseconds)
  await context.applications.update({ id, checks_done: checksDone, next_check_at })
}

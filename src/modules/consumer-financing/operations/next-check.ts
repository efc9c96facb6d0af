import type { Context } from "../context"
import { hasEnded } from "../../../domain/application-state"
import {
  LAST_DELAY,
  secondsAfterFailedCheck,
  secondsOf,
  secondsUntilCheck,
} from "../../../domain/check-schedule"
import type { ApplicationRecord } from "../records"

/** Applications of one moment are not checked in one moment. */
const SPREAD = 0.1

type NextCheck = {
  /** Until the schedule's next one; null once that is over. */
  seconds: number | null
  untilLimit: number | null
  /** The schedule's own next status check, which this one does not put off; null when this one is the schedule's. */
  known: Date | string | null
}

/** A status check that is due within so many milliseconds has just been made. */
const AS_GOOD_AS_DUE = 5_000

/** By the schedule, but never past a time limit: what it ends is ended when it is due. */
export function nextCheck(
  { clock }: Context,
  { seconds, untilLimit, known }: NextCheck
): Date | null {
  if (seconds === null && untilLimit === null) {
    return known === null ? null : new Date(known)
  }
  const inSchedule = seconds === null ? Infinity : jittered(seconds)
  const next = clock.dateIn(Math.min(inSchedule, (untilLimit ?? Infinity) * 1000))
  const isAhead = known !== null && new Date(known) > clock.dateIn(AS_GOOD_AS_DUE)
  return isAhead && new Date(known) < next ? new Date(known) : next
}

/** Milliseconds up to a share later than due: applications of one moment are not checked in one moment. */
export function jittered(seconds: number, spread = SPREAD): number {
  return seconds * 1000 * (1 + Math.random() * spread)
}

/** Status checks that failed together would else come back together. */
const SPREAD_AFTER_FAILURE = 0.5

/** Seconds. Nobody waits for what has ended: the calls of a budget are for what is open. */
const UNHURRIED = 10 * 60

/** The service could not be asked: soon again, and the schedule stays where it is. */
export async function postpone(
  context: Context,
  application: ApplicationRecord,
  { awaited }: { awaited: boolean }
): Promise<void> {
  const soon = secondsAfterFailedCheck(context.options.polling.schedule, application.checks_done)
  const seconds = awaited ? soon : Math.max(soon, UNHURRIED)
  await context.rows.updateFinancingApplications({
    id: application.id,
    next_check_at: context.clock.dateIn(jittered(seconds, SPREAD_AFTER_FAILURE)),
  })
}

/** Somebody may still wait for its end, or for the end of a call of ours. */
export async function isAwaited(
  context: Context,
  { id, state }: Pick<ApplicationRecord, "id" | "state">
): Promise<boolean> {
  return !hasEnded(state) || (await context.applications.findOpenOperation(id)) !== null
}

/** What has ended is not asked about for longer than what is open, however long the service is down. */
export function isYoung({ clock, options }: Context, { created_at }: ApplicationRecord): boolean {
  const seconds = (clock.now() - new Date(created_at).getTime()) / 1000
  return seconds < secondsOf(options.polling.schedule)
}

/**
 * The service was heard, and will hardly say anything else a moment later: the schedule goes on, unless
 * the application was not looked at any more.
 */
export async function putOff(
  context: Context,
  { id, state, checks_done, next_check_at }: ApplicationRecord,
  { once = false }: { once?: boolean }
): Promise<void> {
  const awaited = await isAwaited(context, { id, state })
  if (!awaited && next_check_at === null) {
    return
  }
  const checksDone = checks_done + (once ? 1 : 0)
  const seconds =
    secondsUntilCheck(context.options.polling.schedule, checksDone) ?? (awaited ? LAST_DELAY : null)
  await context.rows.updateFinancingApplications({
    id,
    checks_done: checksDone,
    next_check_at:
      seconds === null ? null : context.clock.dateIn(jittered(seconds, SPREAD_AFTER_FAILURE)),
  })
}

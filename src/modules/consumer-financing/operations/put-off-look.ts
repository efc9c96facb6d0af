import { hasEnded } from "../../../domain/application-state"
import {
  LAST_DELAY,
  secondsAfterFailedLook,
  secondsOf,
  secondsUntilLook,
} from "../../../domain/look-schedule"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { jittered } from "./next-look"

/** Looks that failed together would else come back together (H7). */
const SPREAD_AFTER_FAILURE = 0.5

/** Seconds. Nobody waits for what has ended: the calls of a budget are for what is open. */
const UNHURRIED = 10 * 60

/** The service could not be asked: soon again, and the schedule stays where it is. */
export async function postpone(
  context: Context,
  application: ApplicationRecord,
  { awaited }: { awaited: boolean }
): Promise<void> {
  const soon = secondsAfterFailedLook(context.options.polling.schedule, application.looks_done)
  const seconds = awaited ? soon : Math.max(soon, UNHURRIED)
  await context.rows.updateFinancingApplications({
    id: application.id,
    next_look_at: context.clock.dateIn(jittered(seconds, SPREAD_AFTER_FAILURE)),
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
  { id, state, looks_done, next_look_at }: ApplicationRecord,
  { once = false }: { once?: boolean }
): Promise<void> {
  const awaited = await isAwaited(context, { id, state })
  if (!awaited && next_look_at === null) {
    return
  }
  const looksDone = looks_done + (once ? 1 : 0)
  const seconds =
    secondsUntilLook(context.options.polling.schedule, looksDone) ?? (awaited ? LAST_DELAY : null)
  await context.rows.updateFinancingApplications({
    id,
    looks_done: looksDone,
    next_look_at:
      seconds === null ? null : context.clock.dateIn(jittered(seconds, SPREAD_AFTER_FAILURE)),
  })
}

const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Checks at an interval for `forSeconds`; at least one. */
export type ScheduleStep = { everySeconds: number; forSeconds: number }

/**
 * The checks of an open application without postbacks: 10 s, 30 s, 1, 2, 5 min, every 5 min to one hour, every 30
 * min to 6 h, hourly to 48 h, daily to 45 days.
 */
export const DEFAULT_SCHEDULE: readonly ScheduleStep[] = [
  { everySeconds: 10 * SECOND, forSeconds: 10 * SECOND },
  { everySeconds: 30 * SECOND, forSeconds: 30 * SECOND },
  { everySeconds: MINUTE, forSeconds: MINUTE },
  { everySeconds: 2 * MINUTE, forSeconds: 2 * MINUTE },
  { everySeconds: 5 * MINUTE, forSeconds: 55 * MINUTE },
  { everySeconds: 30 * MINUTE, forSeconds: 5 * HOUR },
  { everySeconds: HOUR, forSeconds: 42 * HOUR },
  { everySeconds: DAY, forSeconds: 43 * DAY },
]

/** Seconds between status checks that continue after the schedule. */
export const LAST_DELAY = DAY

/**
 * Seconds until the next status check, or null when the schedule is over. `checksDone` counts successful checks
 * since its start: a failed check does not advance it, so an outage does not slow the checks down.
 */
export function secondsUntilCheck(
  schedule: readonly ScheduleStep[],
  checksDone: number
): number | null {
  let left = checksDone
  for (const { everySeconds, forSeconds } of schedule) {
    const checks = Math.max(1, Math.floor(forSeconds / everySeconds))
    if (left < checks) {
      return everySeconds
    }
    left -= checks
  }
  return null
}

/** Seconds after which the schedule is over. */
export function secondsOf(schedule: readonly ScheduleStep[]): number {
  return schedule.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
}

/** Seconds until a failed status check is retried: soon, but not before the schedule's own interval. */
export function secondsAfterFailedCheck(
  schedule: readonly ScheduleStep[],
  checksDone: number
): number {
  return Math.min(secondsUntilCheck(schedule, checksDone) ?? HOUR, 5 * MINUTE)
}

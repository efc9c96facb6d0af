const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const repeat = (times: number, seconds: number) => Array.from({ length: times }, () => seconds)

/**
 * Seconds to wait before each look at an open application of which nobody tells us anything:
 * 10 s, 30 s, 1, 2, 5 min, every 5 min to one hour, every 30 min to 6 h, hourly to 48 h,
 * daily to 45 days. The index is the number of looks that succeeded since the schedule began;
 * a failed look stays at its index, so an outage never pushes an application into the slow part.
 */
export const LOOK_DELAYS: readonly number[] = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  ...repeat(10, 5 * MINUTE),
  ...repeat(10, 30 * MINUTE),
  ...repeat(42, HOUR),
  ...repeat(43, DAY),
]

/** Seconds between looks that go on although the schedule is over. */
export const LAST_DELAY = DAY

/** Seconds until the next look, or null when the schedule is over. */
export function secondsUntilLook(looksDone: number): number | null {
  return LOOK_DELAYS[looksDone] ?? null
}

/** Seconds until a failed look is tried again: soon, but never sooner than the schedule's own step. */
export function secondsAfterFailedLook(looksDone: number): number {
  return Math.min(secondsUntilLook(looksDone) ?? HOUR, 5 * MINUTE)
}

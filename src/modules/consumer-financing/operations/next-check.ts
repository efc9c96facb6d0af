import type { Context } from "../context"

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

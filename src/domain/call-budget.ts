import type { Action } from "./action-table"

/** How fast calls may follow each other: `burst` of them at once, then one every so many seconds. */
export type CallPace = { burst: number; secondsPerCall: number }

/** A sixth of a minute's calls may come at once: the job wakes every five seconds. */
const BURST_SHARE = 1 / 6

/** Kept back for what a status check leads to, and for calls that are on their way as a minute begins. */
const RESERVE = 1 / 10

/**
 * The pace at which no minute, wherever it begins, sees more than `perMinute` calls: what comes at
 * once is taken from what follows.
 */
export function paceOf(perMinute: number): CallPace {
  const burst = Math.max(1, Math.floor(perMinute * BURST_SHARE))
  return { burst, secondsPerCall: 60 / (perMinute * (1 - RESERVE) - burst) }
}

/** Before it acts, a move that changes something checks once more. */
const CHECKS_AND_ACTS = 2

/** About how many calls to the service a move takes, beside the status check that it was decided by. */
export const CALLS_OF_ACTION: Record<Action, number> = {
  wait: 0,
  "place-order": CHECKS_AND_ACTS,
  "place-order-under-review": CHECKS_AND_ACTS,
  "authorize-request": CHECKS_AND_ACTS,
  "authorize-order": CHECKS_AND_ACTS,
  "reauthorize-order": CHECKS_AND_ACTS,
  "cancel-order": 0,
  "leave-order": 0,
  settle: CHECKS_AND_ACTS,
  "record-capture": CHECKS_AND_ACTS,
  "repeat-settle": CHECKS_AND_ACTS,
  "confirm-settle": 1,
  "end-application": CHECKS_AND_ACTS,
  close: 0,
  "flag-amounts": 0,
  "flag-order-edit": 0,
  "flag-test-data": 0,
  "flag-lost": 0,
  hold: 0,
}

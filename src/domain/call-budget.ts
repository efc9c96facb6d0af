import type { Action } from "./action-table"

/** The pace of calls: `burst` of them at once, then one in `secondsPerCall`. */
export type CallPace = { burst: number; secondsPerCall: number }

/** A sixth of a minute's calls may come at once: the job runs every five seconds. */
const BURST_SHARE = 1 / 6

/** Reserved for calls that follow a status check, and for calls that run at a minute's start. */
const RESERVE = 1 / 10

/** Returns the pace that keeps any minute below `perMinute` calls: the burst reduces the following rate. */
export function paceOf(perMinute: number): CallPace {
  const burst = Math.max(1, Math.floor(perMinute * BURST_SHARE))
  return { burst, secondsPerCall: 60 / (perMinute * (1 - RESERVE) - burst) }
}

/** An action that changes something checks the status again before it acts. */
const CHECKS_AND_ACTS = 2

/** The approximate number of service calls of an action, without the status check before it. */
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

/** At most one status check in any five seconds. */
export const BETWEEN_CHECKS: CallPace = { burst: 1, secondsPerCall: 5 }

/** At most 30 status checks in any hour: half of them as a burst, the others spread over the hour. */
export const CHECKS_IN_AN_HOUR: CallPace = { burst: 15, secondsPerCall: 240 }

/** The schedule of status checks restarts at most once an hour. */
export const SCHEDULES_IN_AN_HOUR: CallPace = { burst: 1, secondsPerCall: 3_600 }

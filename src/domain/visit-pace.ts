import type { CallPace } from "./call-budget"

/** At most one status check in any five seconds. */
export const BETWEEN_CHECKS: CallPace = { burst: 1, secondsPerCall: 5 }

/**
 * At most 30 status checks in any hour, wherever it begins: half of them may come at once, the other half is
 * spread over the hour.
 */
export const CHECKS_IN_AN_HOUR: CallPace = { burst: 15, secondsPerCall: 240 }

/** The schedule of status checks begins again once an hour at most. */
export const SCHEDULES_IN_AN_HOUR: CallPace = { burst: 1, secondsPerCall: 3_600 }

import type { CallPace } from "./call-budget"

/** At most one status check in any five seconds. */
export const BETWEEN_CHECKS: CallPace = { burst: 1, secondsPerCall: 5 }

/** At most 30 status checks in any hour: half of them as a burst, the others spread over the hour. */
export const CHECKS_IN_AN_HOUR: CallPace = { burst: 15, secondsPerCall: 240 }

/** The schedule of status checks restarts at most once an hour. */
export const SCHEDULES_IN_AN_HOUR: CallPace = { burst: 1, secondsPerCall: 3_600 }

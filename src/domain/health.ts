/** Why no purchase can be financed: the service refuses the shop's credentials, or does not answer. */
export const OUTAGE_CAUSES = ["refused-credentials", "unreachable"] as const
export type OutageCause = (typeof OUTAGE_CAUSES)[number]

/**
 * `ok`: everything works. `degraded`: something is late, or one environment has trouble. `down`: nothing can be
 * financed.
 */
export const HEALTH_STATUSES = ["ok", "degraded", "down"] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** The kinds of pending work, each with a count and the age of the oldest in seconds. */
export const BACKLOGS = ["checks_due", "inbox", "in_doubt", "review_cases"] as const
export type BacklogName = (typeof BACKLOGS)[number]
export type Backlog = { count: number; oldest_seconds: number }

/** Whether an environment's service can be used. `not-ready`: the settings do not allow it. */
export type ServiceState = "available" | "not-ready" | OutageCause

export const HEALTH_PROBLEMS = [
  "not-ready",
  "refused-credentials",
  "unreachable",
  "locked",
  "checks-late",
  "inbox-late",
] as const
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number]

/**
 * Seconds. Checks and the inbox run every few seconds, so a longer wait means that no server runs the jobs, or the
 * budget of calls is too small.
 */
const LATE = 5 * 60

type Facts = {
  is_in_use: boolean
  service: ServiceState
  /** The database may be a copy, so nothing is changed at the service. */
  is_locked: boolean
} & Record<BacklogName, Backlog>

/** Lists the problems of one environment. A review case is staff work, not a problem of the plugin. */
export function problemsOf(facts: Facts): HealthProblem[] {
  const { is_in_use, service, is_locked, checks_due, inbox } = facts
  // An environment that is not in use needs no credentials.
  const isMissed = service !== "available" && (is_in_use || service !== "not-ready")
  return [
    ...(isMissed ? [service] : []),
    ...(is_locked && is_in_use ? (["locked"] as const) : []),
    ...(checks_due.oldest_seconds > LATE ? (["checks-late"] as const) : []),
    ...(inbox.oldest_seconds > LATE ? (["inbox-late"] as const) : []),
  ]
}

type Judged = Pick<Facts, "is_in_use" | "service" | "is_locked"> & { problems: HealthProblem[] }

/** Combines the environments: `down` only where shoppers are offered nothing. */
export function statusOf(environments: readonly Judged[]): HealthStatus {
  const isDown = environments.some(
    ({ is_in_use, service, is_locked }) => is_in_use && (service !== "available" || is_locked)
  )
  if (isDown) return "down"
  return environments.every(({ problems }) => problems.length === 0) ? "ok" : "degraded"
}

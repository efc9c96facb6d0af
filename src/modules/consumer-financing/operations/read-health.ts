import {
  type Backlog,
  type BacklogName,
  BACKLOGS,
  problemsOf,
  type ServiceState,
  statusOf,
} from "../../../domain/health"
import { ABSOLUTE_KINDS } from "../../../domain/operation"
import type { Environment } from "../../../options/options"
import type { Context } from "../context"
import { checksBudget, readLeft } from "../coordination/budget"

const LIVE = "deleted_at is null"
const APPLICATION = "join financing_application on financing_application.id = application_id"

/** Each count scans one index range or a small table, never finished records. */
const WAITING = `
  with waiting as (
    select environment, 'checks_due' as what, next_check_at as since from financing_application
     where ${LIVE} and next_check_at <= now()
    union all select environment, 'checks_due', next_check_at from financing_pre_approval
     where ${LIVE} and next_check_at <= now() and cast(:preApprovals as boolean)
    union all select environment, 'inbox', entry.created_at
      from financing_postback as entry ${APPLICATION}
     where entry.${LIVE} and processed_at is null
    union all select environment, 'in_doubt', entry.created_at
      from financing_operation as entry ${APPLICATION}
     where entry.${LIVE} and outcome in ('intended', 'in-doubt') and entry.kind <> all(:absolute)
       and (outcome = 'in-doubt' or deadline_at < now())
    union all select environment, 'review_cases', entry.created_at
      from financing_review_case as entry ${APPLICATION}
     where entry.${LIVE} and acknowledged_at is null
  )
  select environment, what, count(*) as count,
         cast(extract(epoch from now() - min(since)) as float8) as seconds
    from waiting group by environment, what`

type WaitingRow = { environment: Environment; what: BacklogName; count: string; seconds: number }

export type Health = Awaited<ReturnType<typeof readHealth>>

/**
 * Reads the health for monitors with three statements, by the database's clock. Access tokens are counted by the
 * answering server since its start, and the home is that of its last challenge.
 */
export async function readHealth(context: Context) {
  const { options, knex } = context
  const { callsPerMinute: calls_per_minute } = options.polling
  const checks = checksBudget(calls_per_minute)
  const [{ rows }, causes, left] = await Promise.all([
    knex.raw<{ rows: WaitingRow[] }>(WAITING, {
      preApprovals: options.preApproval.enabled,
      absolute: [...ABSOLUTE_KINDS],
    }),
    context.outages.readCauses(),
    readLeft(knex, checks),
  ])
  const backlog = (environment: Environment, what: BacklogName): [BacklogName, Backlog] => {
    const row = rows.find((listed) => listed.environment === environment && listed.what === what)
    const { count = "0", seconds = 0 } = row ?? {}
    return [what, { count: Number(count), oldest_seconds: Math.max(0, Math.round(seconds)) }]
  }
  const of = (environment: Environment) => {
    const facts = {
      is_in_use: environment === options.environment,
      service: causes.get(environment) ?? readiness(context, environment),
      is_locked: context.home.isLockedNow({ environment }),
      ...(Object.fromEntries(BACKLOGS.map((what) => backlog(environment, what))) as Record<
        BacklogName,
        Backlog
      >),
    }
    const access_token = context.calls.renewalsOf(environment)
    return { ...facts, problems: problemsOf(facts), access_token }
  }
  const environments = { staging: of("staging"), production: of("production") }
  const status = statusOf(Object.values(environments))
  const budget = { calls_per_minute, at_once: checks.pace.burst, left }
  return { status, environments, home: context.home.show(), budget }
}

function readiness({ options, isSetUp }: Context, environment: Environment): ServiceState {
  const hasCredentials = options.environments[environment] !== undefined
  return (environment === options.environment ? isSetUp : hasCredentials)
    ? "available"
    : "not-ready"
}

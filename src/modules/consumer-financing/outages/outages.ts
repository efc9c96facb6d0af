import type { InferTypeOf } from "@medusajs/framework/types"
import type { EndedCall, FinancingError, FinancingErrorCode } from "../../../financing-api"
import { OUTAGE_CAUSES, type OutageCause } from "../../../domain/health"
import type { OperationKind } from "../../../domain/operation"
import type { Environment } from "../../../options/options"
import type { FinancingOutage } from "../models"
import { SERVICE_AVAILABLE, SERVICE_UNAVAILABLE } from "../events"
import type { ApplicationRecord } from "../records"
import type { Connection } from "../settings/test-connection"
import type { Base } from "../store/rows"
import type { ReviewCases } from "../store/review-cases"
import type { Timeline } from "../store/timeline"

/** Errors after which the service counts as unreachable. */
const UNREACHABLE: readonly FinancingErrorCode[] = [
  "unreachable",
  "connect_timeout",
  "token_unavailable",
  "deadline_before_sending",
  "timed_out",
  "connection_broken",
  "server_error",
  "request_timeout",
  "redirected",
  "unexpected_status",
]

/** Returns the outage that an error indicates; null for an error of that call alone. */
export function causeOf({ code }: Pick<FinancingError, "code">): OutageCause | null {
  if (code === "wrong_credentials") return "refused-credentials"
  return UNREACHABLE.includes(code) ? "unreachable" : null
}

/** Whether the service answered, even with a refusal. */
function isAnswer(error: Pick<FinancingError, "code"> | null): boolean {
  return error === null || error.code === "refused" || error.code === "rate_limited"
}

/** Failures, and seconds without a success, after which an unreachable service raises an alarm. */
const FAILURES = 3
const SECONDS = 60
/** Seconds between two probes, across all servers. */
const PROBED_EVERY = 50

const TABLE = "financing_outage"

type OutageRow = InferTypeOf<typeof FinancingOutage> & { id: Environment }

/** Counts a failure. `is_overdue`: enough failures for an alarm, but none is raised yet. */
const COUNT_FAILURE = `
  insert into ${TABLE} as known (id, cause, since, failures)
  values (:id, :cause, now(), 1)
  on conflict (id) do update set
    failures = known.failures + 1, updated_at = now(),
    cause = case when known.cause = 'refused-credentials' then known.cause else excluded.cause end
  returning raised_at is null and
    (cause = 'refused-credentials'
      or (failures >= :failures and since <= now() - make_interval(secs => :seconds))) as is_overdue`

/** Raises the alarm; returns the row only to the caller that raised it. */
const RAISE = `
  insert into ${TABLE} as known (id, cause, since, failures, raised_at)
  values (:id, :cause, now(), 1, now())
  on conflict (id) do update set cause = excluded.cause, raised_at = now(), updated_at = now()
    where known.raised_at is null
  returning *`

/** Claims the environments that no server probed recently; the caller probes them. */
const CLAIM_PROBES = `
  update ${TABLE} set probed_at = now()
  where raised_at is not null
    and coalesce(probed_at, raised_at - interval '1 hour') < now() - make_interval(secs => ?)
  returning id`

/**
 * Counts a purchase once per outage: a lease marks each counted one, so that a storefront's repeated request is not
 * counted again.
 */
const RECORD_LOST_SALE = `
  with counted as (
    insert into financing_lease (id, holder, expires_at)
    select concat_ws(':', 'lost-sale', id, extract(epoch from since), cast(:purchaseId as text)),
      'lost-sale', now() + interval '7 days'
    from ${TABLE} where id = :id
    on conflict (id) do nothing returning id)
  update ${TABLE} set shoppers = shoppers + 1, updated_at = now(),
    cents = least(cast(cents as bigint) + :cents, 2147483647)
  where id = :id and exists (select 1 from counted)`

type Parts = Base & { timeline: Timeline; reviewCases: ReviewCases }

const WHAT: Record<OutageCause, string> = {
  "refused-credentials": "refuses the shop's credentials",
  unreachable: "cannot be reached",
}

/**
 * Detects outages from the results of all calls. Refused credentials raise an alarm at once; an unreachable service
 * does after three failures over a minute and a failed test of the connection. Successful calls write nothing.
 */
export class Outages {
  /** Causes that this server has excluded, as `environment/cause`; empty at start. */
  private readonly ruledOut = new Set<string>()
  /** Keeps results in their order. */
  private noted: Promise<unknown> = Promise.resolve()

  constructor(private readonly context: Parts) {}

  /** Records a call's result. Never throws or blocks. */
  recordCall(environment: Environment, { operation, error }: EndedCall): void {
    const cause = error && causeOf(error)
    // The call that needed the token reports the same failure.
    if (operation === "requestToken" && cause === "unreachable") return
    if (cause) {
      this.note(() => this.recordFailure(environment, cause))
    } else if (isAnswer(error)) {
      // A cached token proves nothing about the credentials.
      const proven = operation === "requestToken" ? OUTAGE_CAUSES : (["unreachable"] as const)
      const news = proven.filter((one) => !this.ruledOut.has(`${environment}/${one}`))
      if (news.length > 0) this.note(() => this.recordSuccess(environment, news))
    }
  }

  async recordTest(environment: Environment, { outcome }: Connection): Promise<void> {
    if (outcome === "connected" || outcome === "not-set") {
      await this.recordSuccess(environment, OUTAGE_CAUSES)
    } else if (outcome === "wrong-credentials") {
      await this.raise(environment, "refused-credentials")
    }
  }

  /** Probes alarms that no server probed within a minute. */
  async probe(): Promise<void> {
    type Probed = { rows: Pick<OutageRow, "id">[] }
    const { rows } = await this.context.knex.raw<Probed>(CLAIM_PROBES, [PROBED_EVERY])
    for (const { id } of rows) await this.recordTest(id, await this.test(id))
  }

  async list(): Promise<OutageRow[]> {
    return await this.context.knex<OutageRow>(TABLE).whereNotNull("raised_at").orderBy("raised_at")
  }

  /** Returns the outage of each environment that has one. */
  async readCauses(): Promise<Map<Environment, OutageCause>> {
    return new Map((await this.list()).map(({ id, cause }) => [id, cause]))
  }

  /** Returns the environment's outage after the results of this server's calls so far. */
  async findCause(environment: Environment): Promise<OutageCause | null> {
    await this.noted
    return (await this.readCauses()).get(environment) ?? null
  }

  async isRaised(environment: Environment): Promise<boolean> {
    return (await this.list()).some(({ id }) => id === environment)
  }

  /** Whether the alarm already counts this create in doubt, so that it needs no review case. */
  async covers(
    { environment, kind }: Pick<ApplicationRecord, "environment" | "kind">,
    operation: OperationKind
  ): Promise<boolean> {
    return operation === "create" && kind !== "virtual-cart" && (await this.isRaised(environment))
  }

  /** Counts a purchase (in cents) that cannot be financed, after the failures before it. Never throws. */
  recordLostSale(id: Environment, sale: { purchaseId: string; cents: number }): void {
    this.note(() => this.context.knex.raw(RECORD_LOST_SALE, { id, ...sale }))
  }

  private async test(environment: Environment): Promise<Connection> {
    return await this.context.settings.testConnection({ environment, given: {} })
  }

  private async recordFailure(environment: Environment, cause: OutageCause): Promise<void> {
    this.suspect(environment)
    const counted = { id: environment, cause, failures: FAILURES, seconds: SECONDS }
    type Counted = { rows: { is_overdue: boolean }[] }
    const { rows } = await this.context.knex.raw<Counted>(COUNT_FAILURE, counted)
    if (!rows[0]?.is_overdue) return
    if (cause === "refused-credentials") return await this.raise(environment, cause)
    const connection = await this.test(environment)
    await this.recordTest(environment, connection)
    const isSilent = ["unreachable", "unexpected-answer"].includes(connection.outcome)
    if (isSilent) await this.raise(environment, "unreachable")
  }

  private async raise(environment: Environment, cause: OutageCause): Promise<void> {
    this.suspect(environment)
    const raised = { id: environment, cause }
    const { rows } = await this.context.knex.raw<{ rows: OutageRow[] }>(RAISE, raised)
    const [row] = rows
    if (!row) return
    this.context.log.error(
      `consumer-financing: the financing service (${environment}) ${WHAT[cause]}: shoppers are offered no financing until it is back. See Settings, Consumer financing.`
    )
    await this.context.timeline.emit({
      name: SERVICE_UNAVAILABLE,
      data: { environment, cause, since: row.since },
    })
    await this.context.reviewCases.closeCreates(environment, row.since)
  }

  private async recordSuccess(
    environment: Environment,
    causes: readonly OutageCause[]
  ): Promise<void> {
    for (const cause of causes) this.ruledOut.add(`${environment}/${cause}`)
    const [over] = await this.context
      .knex<OutageRow>(TABLE)
      .where({ id: environment })
      .whereIn("cause", [...causes])
      .delete()
      .returning("*")
    if (!over?.raised_at) return
    const { cause, since, shoppers, cents } = over
    this.context.log.info(`consumer-financing: the financing service (${environment}) is back.`)
    const data = { environment, cause, since, shoppers, cents }
    await this.context.timeline.emit({ name: SERVICE_AVAILABLE, data })
  }

  /** Logs an error instead of failing the operation that reported the result. */
  private note(act: () => PromiseLike<unknown>): void {
    this.noted = this.noted.then(act).catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : "unknown"
      this.context.log.error(
        `consumer-financing: the state of the service was not recorded (${kind})`
      )
    })
  }

  private suspect(environment: Environment): void {
    for (const cause of OUTAGE_CAUSES) this.ruledOut.delete(`${environment}/${cause}`)
  }
}

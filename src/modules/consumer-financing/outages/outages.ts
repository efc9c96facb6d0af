import type { EndedCall, FinancingError, FinancingErrorCode } from "../../../financing-api"
import { OUTAGE_CAUSES, type OutageCause } from "../../../domain/health"
import type { OperationKind } from "../../../domain/operation"
import type { Environment } from "../../../options/options"
import { SERVICE_AVAILABLE, SERVICE_UNAVAILABLE } from "../events"
import type { ApplicationRecord } from "../records"
import type { Connection } from "../settings/test-connection"
import * as rows from "./outage-rows"
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
  private noted: Promise<void> = Promise.resolve()

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
    for (const environment of await rows.claimProbes(this.context.knex)) {
      await this.recordTest(environment, await this.test(environment))
    }
  }

  async list(): Promise<rows.OutageRow[]> {
    return await rows.listRaised(this.context.knex)
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

  /** Counts a lost sale, after the failures before it. Never throws. */
  recordLostSale(environment: Environment, sale: rows.LostSale): void {
    this.note(() => rows.recordLostSale(this.context.knex, environment, sale))
  }

  private async test(environment: Environment): Promise<Connection> {
    return await this.context.settings.testConnection({ environment, given: {} })
  }

  private async recordFailure(environment: Environment, cause: OutageCause): Promise<void> {
    this.suspect(environment)
    const { isOverdue } = await rows.countFailure(this.context.knex, environment, cause)
    if (!isOverdue) return
    if (cause === "refused-credentials") return await this.raise(environment, cause)
    const connection = await this.test(environment)
    await this.recordTest(environment, connection)
    const isSilent = ["unreachable", "unexpected-answer"].includes(connection.outcome)
    if (isSilent) await this.raise(environment, "unreachable")
  }

  private async raise(environment: Environment, cause: OutageCause): Promise<void> {
    this.suspect(environment)
    const row = await rows.raise(this.context.knex, environment, cause)
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
    const over = await rows.end(this.context.knex, environment, causes)
    if (!over?.raised_at) return
    const { cause, since, shoppers, cents } = over
    this.context.log.info(`consumer-financing: the financing service (${environment}) is back.`)
    const data = { environment, cause, since, shoppers, cents }
    await this.context.timeline.emit({ name: SERVICE_AVAILABLE, data })
  }

  private note(act: () => Promise<void>): void {
    this.noted = this.noted.then(() => this.logErrors(act))
  }

  private suspect(environment: Environment): void {
    for (const cause of OUTAGE_CAUSES) this.ruledOut.delete(`${environment}/${cause}`)
  }

  /** Logs an error instead of failing the operation that reported the result. */
  private async logErrors(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      const kind = error instanceof Error ? error.name : "unknown"
      this.context.log.error(
        `consumer-financing: the state of the service was not recorded (${kind})`
      )
    }
  }
}

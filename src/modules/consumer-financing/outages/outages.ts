import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { EndedCall, FinancingError, FinancingErrorCode } from "../../../financing-api"
import { OUTAGE_CAUSES, type OutageCause } from "../../../domain/outage-causes"
import type { OperationKind } from "../../../domain/operation"
import type { Environment } from "../../../options/options"
import { SERVICE_AVAILABLE, SERVICE_UNAVAILABLE } from "../events"
import type { ApplicationRecord } from "../records"
import type { Connection } from "../settings/test-connection"
import * as rows from "./outage-rows"

/** The service did not do its work, whatever it was asked. */
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

/** Why a call's failure speaks of the service as a whole; null where it speaks of that call alone. */
export function causeOf({ code }: Pick<FinancingError, "code">): OutageCause | null {
  if (code === "wrong_credentials") return "refused-credentials"
  return UNREACHABLE.includes(code) ? "unreachable" : null
}

/** The call was answered, and be it with a no: the service is there. */
function isAnswer(error: Pick<FinancingError, "code"> | null): boolean {
  return error === null || error.code === "refused" || error.code === "rate_limited"
}

type Log = { info(message: string): void; error(message: string): void }

type Surroundings = {
  knex: Knex
  log: Log
  /** Asks the service whether it lets an environment's credentials in. */
  test: (environment: Environment) => Promise<Connection>
  tell: (event: string, data: Record<string, unknown>) => Promise<void>
  /** Takes back what people were asked about shoppers' creates since then. */
  closeCreates: (environment: Environment, since: Date) => Promise<void>
}

const WHAT: Record<OutageCause, string> = {
  "refused-credentials": "refuses the shop's credentials",
  unreachable: "cannot be reached",
}

/**
 * Whether the service can be used at all, by what every call is answered. It is an alarm at once where the
 * service refuses the credentials, and where it cannot be reached once three failures came over a minute and a
 * test of the connection fails, too. What costs nothing while all is well: a success is written nowhere.
 */
export class Outages {
  /** What this server knows not to be so, as `environment/cause`. A new one knows nothing. */
  private readonly ruledOut = new Set<string>()
  /** What was heard is noted in the order in which it was. */
  private noted: Promise<void> = Promise.resolve()

  constructor(private readonly around: Surroundings) {}

  /** How a call ended. Never throws, and keeps nobody waiting. */
  heard(environment: Environment, { operation, error }: EndedCall): void {
    const cause = error && causeOf(error)
    // The call that wanted the token says it, too.
    if (operation === "requestToken" && cause === "unreachable") return
    if (cause) {
      this.note(() => this.failed(environment, cause))
    } else if (isAnswer(error)) {
      // A token that is held already says nothing about the credentials.
      const proven = operation === "requestToken" ? OUTAGE_CAUSES : (["unreachable"] as const)
      const news = proven.filter((one) => !this.ruledOut.has(`${environment}/${one}`))
      if (news.length > 0) this.note(() => this.worked(environment, news))
    }
  }

  /** What a test of the credentials in force found. */
  async tested(environment: Environment, { outcome }: Connection): Promise<void> {
    if (outcome === "connected" || outcome === "not-set") {
      await this.worked(environment, OUTAGE_CAUSES)
    } else if (outcome === "wrong-credentials") {
      await this.raise(environment, "refused-credentials")
    }
  }

  /** Asks about every alarm that nobody asked about for a minute. */
  async probe(): Promise<void> {
    for (const environment of await rows.claimProbes(this.around.knex)) {
      await this.tested(environment, await this.around.test(environment))
    }
  }

  /** Every alarm, with what it has cost so far. */
  async list(): Promise<rows.OutageRow[]> {
    return await rows.listRaised(this.around.knex)
  }

  /** Why the service of an environment cannot be used, where it cannot. */
  async readCauses(): Promise<Map<Environment, OutageCause>> {
    return new Map((await this.list()).map(({ id, cause }) => [id, cause]))
  }

  async isRaised(environment: Environment): Promise<boolean> {
    return (await this.list()).some(({ id }) => id === environment)
  }

  /** A shopper's create that an outage left in doubt is a number of the alarm, and no review case. */
  async covers(
    { environment, kind }: Pick<ApplicationRecord, "environment" | "kind">,
    operation: OperationKind
  ): Promise<boolean> {
    return operation === "create" && kind !== "virtual-cart" && (await this.isRaised(environment))
  }

  /** Counts a purchase that could not be financed, after the failures before it. Never throws. */
  recordLostSale(environment: Environment, sale: rows.LostSale): void {
    this.note(async () => {
      await rows.recordLostSale(this.around.knex, environment, sale)
      // A case may have been opened while the alarm was being raised.
      const alarm = (await this.list()).find(({ id }) => id === environment)
      if (alarm) await this.around.closeCreates(environment, alarm.since)
    })
  }

  private async failed(environment: Environment, cause: OutageCause): Promise<void> {
    this.suspect(environment)
    const { isOverdue } = await rows.countFailure(this.around.knex, environment, cause)
    if (!isOverdue) return
    if (cause === "refused-credentials") return await this.raise(environment, cause)
    const connection = await this.around.test(environment)
    await this.tested(environment, connection)
    const isSilent = ["unreachable", "unexpected-answer"].includes(connection.outcome)
    if (isSilent) await this.raise(environment, "unreachable")
  }

  private async raise(environment: Environment, cause: OutageCause): Promise<void> {
    this.suspect(environment)
    const row = await rows.raise(this.around.knex, environment, cause)
    if (!row) return
    this.around.log.error(
      `consumer-financing: the financing service (${environment}) ${WHAT[cause]}: shoppers are offered no financing until it is back. See Settings, Consumer financing.`
    )
    await this.around.tell(SERVICE_UNAVAILABLE, { environment, cause, since: row.since })
    await this.around.closeCreates(environment, row.since)
  }

  private async worked(environment: Environment, causes: readonly OutageCause[]): Promise<void> {
    for (const cause of causes) this.ruledOut.add(`${environment}/${cause}`)
    const over = await rows.end(this.around.knex, environment, causes)
    if (!over?.raised_at) return
    const { cause, since, shoppers, cents } = over
    this.around.log.info(`consumer-financing: the financing service (${environment}) is back.`)
    const data = { environment, cause, since, shoppers, cents }
    await this.around.tell(SERVICE_AVAILABLE, data)
  }

  private note(act: () => Promise<void>): void {
    this.noted = this.noted.then(() => this.quietly(act))
  }

  private suspect(environment: Environment): void {
    for (const cause of OUTAGE_CAUSES) this.ruledOut.delete(`${environment}/${cause}`)
  }

  /** What is only remembered must not fail what it is about. */
  private async quietly(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      const kind = error instanceof Error ? error.name : "unknown"
      this.around.log.error(
        `consumer-financing: how the service can be reached was not noted (${kind})`
      )
    }
  }
}

import { isDeepStrictEqual } from "node:util"
import type { Logger } from "@medusajs/framework/types"
import {
  createFinancingClient,
  type FinancingClient,
  type FinancingLogger,
  type LogFields,
} from "../../financing-api"
import type { Environment } from "../../options/options"
import { leaseSeconds } from "./coordination/lease"
import { userError } from "../../translation/user-error"
import type { ApplicationRecord } from "./records"
import type { Credentials } from "./settings/credentials"
import type { Base } from "./store/rows"
import type { CallMeter } from "./call-meter"
import type { Outages } from "./outages/outages"

/** Adds structured fields to Medusa's JSON log lines. Every line has the `commonFields`. */
export function createStructuredLogger(logger: Logger, commonFields: LogFields): FinancingLogger {
  const logAt = (level: "debug" | "warn") => (message: string, fields?: LogFields) => {
    if (logger.shouldLog(level)) logger.log(level, message, { ...commonFields, ...fields })
  }
  return {
    debug: logAt("debug"),
    warn: logAt("warn"),
    info: (message) => logger.info(message),
    error: (message) => logger.error(message),
  }
}

/** Both record every call. */
type Observers = { calls: CallMeter; outages: Outages }

type CachedClient = { client: FinancingClient; credentials: Credentials }

/**
 * Holds one client per environment, created on first use; a client owns its access token and connection pool. After
 * a change of credentials the next call uses a new client, and running calls finish on the old one.
 */
export class Clients {
  private readonly current = new Map<Environment, CachedClient>()
  private readonly retiring = new Map<FinancingClient, NodeJS.Timeout>()

  constructor(private readonly context: Base & Observers) {}

  /** Returns the client of an environment, or null while its credentials are missing. */
  of(environment: Environment): FinancingClient | null {
    const { options, log, calls, outages } = this.context
    const { environments, deadlines } = options
    const credentials = environments[environment]
    const known = this.current.get(environment)
    if (known && isDeepStrictEqual(known.credentials, credentials)) {
      return known.client
    }
    if (known) {
      this.current.delete(environment)
      this.retireClient(known.client, leaseSeconds(deadlines))
    }
    if (!credentials) {
      return null
    }
    const client = createFinancingClient({
      ...credentials,
      deadlines,
      logger: createStructuredLogger(log, { environment }),
      onCall: (call) => {
        calls.recordCall(environment, call)
        outages.recordCall(environment, call)
      },
    })
    this.current.set(environment, { client, credentials })
    return client
  }

  /**
   * Returns the client of the environment in which the application was created, which never changes. If that
   * environment has no credentials, throws an error with a message for the user.
   */
  for({ environment }: Pick<ApplicationRecord, "environment">): FinancingClient {
    const client = this.of(environment)
    if (!client) {
      throw userError(
        `There are no credentials for the ${environment} environment of the financing service: enter them in the dashboard, or set environments.${environment} in the options of medusa-payment-consumer-financing.`
      )
    }
    return client
  }

  async close(): Promise<void> {
    const clients = [
      ...this.retiring.keys(),
      ...[...this.current.values()].map((cached) => cached.client),
    ]
    this.retiring.forEach((timer) => clearTimeout(timer))
    this.retiring.clear()
    this.current.clear()
    await Promise.all(clients.map((client) => client.close()))
  }

  /** Closes a replaced client once no chain of calls can still use it. */
  private retireClient(client: FinancingClient, seconds: number): void {
    const close = () => {
      this.retiring.delete(client)
      void client.close()
    }
    this.retiring.set(client, setTimeout(close, seconds * 1_000).unref())
  }
}

import { isDeepStrictEqual } from "node:util"
import type { Logger } from "@medusajs/framework/types"
import {
  createFinancingClient,
  type EndedCall,
  type FinancingClient,
  type FinancingLogger,
  type LogFields,
} from "../../financing-api"
import type { Environment, PluginOptions } from "../../options/options"
import { leaseSeconds } from "./coordination/lease"
import { sentence } from "../../translation/sentence"
import type { ApplicationRecord } from "./records"
import type { Credentials } from "./settings/credentials"

/** Medusa's logger, whose JSON lines get the fields beside the sentence. `always`: those of every line. */
export function structured(logger: Logger, always: LogFields): FinancingLogger {
  const at = (level: "debug" | "warn") => (message: string, fields?: LogFields) => {
    if (logger.shouldLog(level)) logger.log(level, message, { ...always, ...fields })
  }
  return {
    debug: at("debug"),
    warn: at("warn"),
    info: (message) => logger.info(message),
    error: (message) => logger.error(message),
  }
}

type Held = { client: FinancingClient; credentials: Credentials }

/**
 * One client per environment, made when it is first needed: it owns the token and the pool. When the
 * merchant changes the credentials, the next call gets a new one, and calls under way end with the old.
 */
export class Clients {
  private readonly held = new Map<Environment, Held>()
  private readonly leaving = new Map<FinancingClient, NodeJS.Timeout>()

  constructor(
    private readonly settings: { readonly current: PluginOptions },
    private readonly logger: Logger,
    private readonly onCall: (environment: Environment, call: EndedCall) => void
  ) {}

  /** The client of an environment, or null while the merchant has not given its credentials. */
  of(environment: Environment): FinancingClient | null {
    const { environments, deadlines } = this.settings.current
    const credentials = environments[environment]
    const known = this.held.get(environment)
    if (known && isDeepStrictEqual(known.credentials, credentials)) {
      return known.client
    }
    if (known) {
      this.held.delete(environment)
      this.letGo(known.client, leaseSeconds(deadlines))
    }
    if (!credentials) {
      return null
    }
    const client = createFinancingClient({
      ...credentials,
      deadlines,
      logger: structured(this.logger, { environment }),
      onCall: (call) => this.onCall(environment, call),
    })
    this.held.set(environment, { client, credentials })
    return client
  }

  /** The client of the environment that an application was created in, for ever. Throws a sentence without one. */
  for({ environment }: Pick<ApplicationRecord, "environment">): FinancingClient {
    const client = this.of(environment)
    if (!client) {
      throw sentence(
        `There are no credentials for the ${environment} environment of the financing service: enter them in the dashboard, or set environments.${environment} in the options of medusa-payment-consumer-financing.`
      )
    }
    return client
  }

  async close(): Promise<void> {
    const clients = [...this.leaving.keys(), ...[...this.held.values()].map((one) => one.client)]
    this.leaving.forEach((timer) => clearTimeout(timer))
    this.leaving.clear()
    this.held.clear()
    await Promise.all(clients.map((client) => client.close()))
  }

  /** Whoever has it at hand may still begin a call: it is closed once the longest chain has ended. */
  private letGo(client: FinancingClient, seconds: number): void {
    const close = () => {
      this.leaving.delete(client)
      void client.close()
    }
    this.leaving.set(client, setTimeout(close, seconds * 1_000).unref())
  }
}

import { createFinancingClient, type FinancingClient } from "../../financing-api"
import type { Environment, PluginOptions } from "../../options"

type Log = {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** One client per environment, made when it is first needed and kept: it owns the token and the pool. */
export class Clients {
  private readonly clients = new Map<Environment, FinancingClient>()

  constructor(
    private readonly options: PluginOptions,
    private readonly logger: Log
  ) {}

  /** The client of an environment, or null while the merchant has not given its credentials. */
  of(environment: Environment): FinancingClient | null {
    const known = this.clients.get(environment)
    if (known) {
      return known
    }
    const credentials = this.options.environments[environment]
    if (!credentials) {
      return null
    }
    const client = createFinancingClient({
      ...credentials,
      deadlines: this.options.deadlines,
      logger: this.logger,
    })
    this.clients.set(environment, client)
    return client
  }

  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((client) => client.close()))
    this.clients.clear()
  }
}

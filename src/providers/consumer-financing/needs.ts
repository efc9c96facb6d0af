import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../../modules/consumer-financing"

/** What the provider needs from the Payment Module's container. */
export type Needs = {
  financing: ConsumerFinancingModuleService
  query: Pick<RemoteQueryFunction, "graph">
  knex: Knex
  logger: Logger
}

/** Throws one sentence that names the line to write when the container lacks something. */
export function readNeeds(container: Record<string, unknown>): Needs {
  return {
    financing: need(container, CONSUMER_FINANCING) as ConsumerFinancingModuleService,
    query: need(container, "query") as Needs["query"],
    // Medusa registers it in every module.
    knex: need(container, ContainerRegistrationKeys.PG_CONNECTION) as Knex,
    logger: need(container, "logger") as Logger,
  }
}

function need(container: Record<string, unknown>, key: string): unknown {
  // Medusa's container throws for a key that it does not know.
  const found = (() => {
    try {
      return container[key]
    } catch {
      return undefined
    }
  })()
  if (!found) {
    throw new Error(
      `medusa-payment-consumer-financing: the Payment Module lacks "${key}"; write \`dependencies: ["consumerFinancing", "query"]\` beside \`resolve: "@medusajs/medusa/payment"\` in medusa-config.`
    )
  }
  return found
}

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../../modules/consumer-financing"
import type { PaymentRow } from "../../medusa/read-payment"
import type { Aggregate } from "../../modules/consumer-financing/store/aggregate"
import { isUserFacing, userError, UserFacingError } from "../../translation/user-error"
import { FinancingError } from "../../financing-api"

/** The provider's dependencies in the Payment Module's container. */
export type Needs = {
  financing: ConsumerFinancingModuleService
  query: Pick<RemoteQueryFunction, "graph">
  knex: Knex
  logger: Logger
}

/** Throws one sentence with the line to write when a dependency is missing. */
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
  try {
    if (container[key]) return container[key]
  } catch {
    // Medusa's container throws for a key that it does not know.
  }
  throw new Error(
    `medusa-payment-consumer-financing: the Payment Module lacks "${key}"; add \`dependencies: ["consumerFinancing", "query"]\` to the module with \`resolve: "@medusajs/medusa/payment"\` in medusa-config.`
  )
}

const NONE = "This payment has no financing application in this shop. Nothing was sent."

/** Reads the application of a payment session with its records; throws a message when there is none. */
export async function requireApplication(
  { financing }: Needs,
  paymentSessionId: string
): Promise<Aggregate> {
  const known = await financing.applications.findAggregateBySession(paymentSessionId)
  if (!known) {
    throw userError(NONE)
  }
  return known
}

/** Returns the application read with the payment; throws a message when there is none. */
export function applicationOf({ application }: PaymentRow): NonNullable<PaymentRow["application"]> {
  if (!application) {
    throw userError(NONE)
  }
  return application
}

/**
 * Logs where an unexpected error was thrown, without its message: errors of databases and parsers quote their input.
 */
export function logUnexpected(logger: Pick<Logger, "error">, thrown: unknown): void {
  const error = thrown instanceof UserFacingError ? thrown.getCause() : thrown
  if (error === undefined || error instanceof FinancingError || isUserFacing(error)) {
    return
  }
  const { name, stack = "" } = error instanceof Error ? error : { name: typeof error }
  const frames = stack.split("\n").filter((line) => line.trimStart().startsWith("at "))
  logger.error(["consumer-financing: " + name, ...frames.slice(0, 6)].join("\n"))
}

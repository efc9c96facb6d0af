import type { ConfigModule, LoaderOptions, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { parseOptions } from "../../../options/parse-options"
import { tooOldMedusa } from "../medusa-version"
import { CONSUMER_FINANCING } from "../module-key"

const NEEDED = [CONSUMER_FINANCING, "query"]

/**
 * Stops the boot with one sentence when an option is wrong or missing, or when the Payment Module
 * was not given what the provider needs. On a Medusa that is too old it says so in one sentence.
 */
export default async function checkConfiguration({
  container,
  options,
}: LoaderOptions): Promise<void> {
  parseOptions(options)
  const config = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE)
  requireDependencies(config)
  const complaint = tooOldMedusa()
  if (complaint) {
    container.resolve<Logger>(ContainerRegistrationKeys.LOGGER).warn(complaint.sentence)
  }
}

function requireDependencies(config: ConfigModule): void {
  const payment: unknown = config.modules?.[Modules.PAYMENT]
  const given =
    typeof payment === "object" && payment !== null && "dependencies" in payment
      ? payment.dependencies
      : []
  const missing = NEEDED.filter((name) => !Array.isArray(given) || !given.includes(name))
  if (missing.length > 0) {
    throw new Error(
      `medusa-payment-consumer-financing: the Payment Module lacks ${missing.map((name) => `"${name}"`).join(", ")}; write \`dependencies: ["consumerFinancing", "query"]\` beside \`resolve: "@medusajs/medusa/payment"\` in medusa-config.`
    )
  }
}

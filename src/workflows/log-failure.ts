import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Logs what failed with the error's name only, because its message may quote personal input. */
export function logFailure(container: MedusaContainer, what: string, error: unknown): void {
  const kind = error instanceof Error ? error.name : "unknown"
  container.resolve(ContainerRegistrationKeys.LOGGER).error(`consumer-financing: ${what} (${kind})`)
}

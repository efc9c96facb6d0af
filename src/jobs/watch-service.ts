import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { flagTestOrders } from "../modules/consumer-financing/operations/flag-test-orders"

const EVERY_MILLISECONDS = 60 * 1000

/** Lists unpaid test-mode orders in production, and tests an unavailable service, once a minute. */
export default async function watchService(container: MedusaContainer): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  // medusa-config may have switched the shop to production.
  await flagTestOrders(financing.context)
  await financing.outages.probe()
}

export const config = {
  name: "watch-financing-service",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

const EVERY_MILLISECONDS = 60 * 1000

/** While the service cannot be used, asks once a minute whether it is back; else it asks nothing. */
export default async function watchService(container: MedusaContainer): Promise<void> {
  await container.resolve(CONSUMER_FINANCING).outages.probe()
}

export const config = {
  name: "watch-financing-service",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

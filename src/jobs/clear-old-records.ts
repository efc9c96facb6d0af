import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

const EVERY_MILLISECONDS = 60 * 60 * 1000

/** Deletes old postbacks and timeline entries (`retentionDays`). */
export default async function clearOldRecords(container: MedusaContainer): Promise<void> {
  await container.resolve(CONSUMER_FINANCING).clearOldRecords()
}

export const config = {
  name: "clear-old-records-of-financing",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { wakeAbandonedRows } from "../workflows/reconcile-application"

/** Together with the age that a row needs to count (`longestOperation`), well within five minutes. */
const EVERY_MILLISECONDS = 60 * 1000

/** Finds Medusa's rows about money for which the provider was never called. */
export default async function watchLedger(container: MedusaContainer): Promise<void> {
  await wakeAbandonedRows(container)
}

export const config = {
  name: "watch-ledger-of-financing",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

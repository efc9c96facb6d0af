import type { MedusaContainer } from "@medusajs/framework/types"
import { wakeLeftRows } from "../workflows/wake-left-rows"

/** With the time that a row needs to count (`longestOperation`), well within five minutes. */
const EVERY_MILLISECONDS = 60 * 1000

/** For Medusa's rows about money that nobody looks at, since our provider was never asked about them. */
export default async function watchBooks(container: MedusaContainer): Promise<void> {
  await wakeLeftRows(container)
}

export const config = {
  name: "watch-ledger-of-financing",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

import { setTimeout as sleep } from "node:timers/promises"
import { harness } from "../../store/harness"
import type { Model, Story } from "./history"

const { store } = harness()

/**
 * Milliseconds after which every living process is done, on a busy machine, too; a remaining holder of a lease
 * is dead. A living process that counts as dead is overtaken by what follows, unless it holds its lease.
 */
const LIVING_TAKE = 10_000

/** The process starts again: what it knew by heart is gone, what it left in the database stays. */
export async function startAgain(story: Story, { asked, world }: Model): Promise<void> {
  asked.crashes += 1
  const giveUpAt = performance.now() + LIVING_TAKE
  let holders = await story.leaseHolders()
  while (holders.length > 0 && performance.now() < giveUpAt) {
    await sleep(100)
    holders = await story.leaseHolders()
  }
  for (const holder of holders) story.dead.add(holder)
  await store.forget([story.purchaseId, ...(world.medusa.order ? [world.medusa.order.id] : [])])
}

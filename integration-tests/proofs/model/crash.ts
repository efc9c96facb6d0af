import { setTimeout as sleep } from "node:timers/promises"
import { harness } from "../../store/harness"
import type { Model, Story } from "./history"

const { store } = harness()

/**
 * Whoever lives is done by then (milliseconds), on a busy machine, too; who still holds a lease is dead. Whoever
 * is taken for dead and lives is overtaken by what follows, as no process is that holds its lease.
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

import { setTimeout as sleep } from "node:timers/promises"
import { harness } from "../../store/harness"
import type { Model, Story } from "./history"

const { store } = harness()

/**
 * Milliseconds after which a remaining lease holder counts as dead. Every living process finishes earlier, even on a
 * busy machine.
 */
const LIVING_TAKE = 10_000

/** Simulates a restart after a crash: clears the process's memory and keeps the database. */
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

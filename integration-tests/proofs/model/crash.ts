import { setTimeout as sleep } from "node:timers/promises"
import { createHarness } from "../../store/harness"
import type { Model, Story } from "./history"

const { store } = createHarness()

/**
 * Milliseconds after which a remaining lease holder counts as dead. Every living process finishes earlier, even on a
 * busy machine.
 */
const LIVE_WORK_TIMEOUT_MS = 10_000

/** Simulates a restart after a crash: clears the process's memory and keeps the database. */
export async function restartAfterCrash(
  story: Story,
  { activity, snapshot }: Model
): Promise<void> {
  activity.crashes += 1
  const giveUpAt = performance.now() + LIVE_WORK_TIMEOUT_MS
  let holders = await story.getLeaseHolders()
  while (holders.length > 0 && performance.now() < giveUpAt) {
    await sleep(100)
    holders = await story.getLeaseHolders()
  }
  for (const holder of holders) story.deadHolders.add(holder)
  await store.clearMemory([
    story.purchaseId,
    ...(snapshot.medusa.order ? [snapshot.medusa.order.id] : []),
  ])
}

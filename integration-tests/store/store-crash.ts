import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { withBlockedWrites } from "./blocked-writes"
import { startExtraStore } from "./harness"
import type { RowMatcher } from "./database-triggers"

/** A request to the store, and the write before which the store is killed. */
export type CrashPoint = {
  before: RowMatcher
  ask: (admin: AdminClient) => Promise<unknown>
}

/** Kills one store process in the middle of several requests. They share the process because its start is slow. */
export async function crashStoreDuring(crashPoints: readonly CrashPoint[]): Promise<void> {
  const other = await startExtraStore()
  const admin = createAdminClient(other.url)
  // A blocked write locks its table, so all triggers are created first.
  const prepared = createBarrier(crashPoints.length)
  const reached = createBarrier(crashPoints.length, () => other.kill())
  await Promise.all(
    crashPoints.map(({ before, ask }) =>
      withBlockedWrites(before, async (expectHeld) => {
        await prepared()
        const pendingRequest = ask(admin).catch(() => null)
        await eventually(expectHeld)
        await reached()
        await pendingRequest
      })
    )
  )
}

/** Creates a barrier: each caller waits until `size` callers have arrived and `onLastArrival` has finished. */
function createBarrier(size: number, onLastArrival: () => Promise<void> = async () => undefined) {
  let missing = size
  let release: (done: Promise<void>) => void
  const released = new Promise<void>((resolve) => (release = resolve))
  return async (): Promise<void> => {
    missing -= 1
    if (missing === 0) release(onLastArrival())
    await released
  }
}

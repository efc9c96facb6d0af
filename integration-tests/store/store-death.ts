import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { whileDatabaseHolds } from "./database-hold"
import { startAnotherStore } from "./harness"
import type { Refusal } from "./refusing-database"

/** A request to the store, and the write before which the store is killed. */
export type Death = {
  before: Refusal
  ask: (admin: AdminClient) => Promise<unknown>
}

/** Kills one store process in the middle of several requests. They share the process because its start is slow. */
export async function dieOver(deaths: readonly Death[]): Promise<void> {
  const other = await startAnotherStore()
  const admin = createAdminClient(other.url)
  // A blocked write locks its table, so all triggers are created first.
  const prepared = meeting(deaths.length)
  const reached = meeting(deaths.length, () => other.kill())
  await Promise.all(
    deaths.map(({ before, ask }) =>
      whileDatabaseHolds(before, async (expectHeld) => {
        await prepared()
        const asked = ask(admin).catch(() => null)
        await eventually(expectHeld)
        await reached()
        await asked
      })
    )
  )
}

/** Creates a barrier: each caller waits until `size` callers have arrived and `atLast` has finished. */
function meeting(size: number, atLast: () => Promise<void> = async () => undefined) {
  let missing = size
  let goOn: (done: Promise<void>) => void
  const met = new Promise<void>((resolve) => (goOn = resolve))
  return async (): Promise<void> => {
    missing -= 1
    if (missing === 0) goOn(atLast())
    await met
  }
}

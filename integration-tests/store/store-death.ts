import { type AdminClient, adminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { whileDatabaseHolds } from "./database-hold"
import { startAnotherStore } from "./harness"
import type { Refusal } from "./refusing-database"

/** The request to the store, and the write before which the store dies. */
export type Death = {
  before: Refusal
  ask: (admin: AdminClient) => Promise<unknown>
}

/** A store process that dies over all of these at once, since each takes long to start. */
export async function dieOver(deaths: readonly Death[]): Promise<void> {
  const other = await startAnotherStore()
  const admin = adminClient(other.url)
  // No trigger can be made on a table that a held write has locked.
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

/** Each arrival waits until so many have come, and what the last of them does is done. */
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

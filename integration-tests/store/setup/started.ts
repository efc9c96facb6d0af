import type { Sandbox } from "../../../src/sandbox"
import type { Postgres } from "../../../tooling/postgres"
import type { Store } from "../../../tooling/store-process"

/** What the set-up started and the tear-down has to stop, in the order in which it stops. */
export type Started = { store?: Store; simulator?: Sandbox; postgres?: Postgres }

export const started: Started = {}

/** Stops whatever runs; safe to call when nothing does. */
export async function stopEverything(): Promise<void> {
  const { store, simulator, postgres } = started
  await store?.stop()
  await simulator?.close()
  await postgres?.stop()
}

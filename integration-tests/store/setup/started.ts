import type { Sandbox } from "../../../src/sandbox"
import { type Redis, stopRedis } from "../../../tooling/cluster/redis"
import type { Postgres } from "../../../tooling/postgres"
import type { Store } from "../../../tooling/store-process"

/** What the set-up started and the tear-down has to stop, in the order in which it stops. */
export type Started = {
  stores: Store[]
  simulators: Sandbox[]
  postgres?: Postgres
  redis?: Redis
}

export const started: Started = { stores: [], simulators: [] }

/** Stops whatever runs; safe to call when nothing does. */
export async function stopEverything(): Promise<void> {
  const { stores, simulators, postgres, redis } = started
  await Promise.all(stores.map((store) => store.stop()))
  await Promise.all(simulators.map((simulator) => simulator.close()))
  await postgres?.stop()
  if (redis) await stopRedis(redis, { forget: true })
}

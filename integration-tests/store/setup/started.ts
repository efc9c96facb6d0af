import type { Sandbox } from "../../../src/sandbox"
import { type Redis, stopRedis } from "../../../tooling/cluster/redis"
import type { Postgres } from "../../../tooling/postgres"
import type { Store } from "../../../tooling/store-process"

/** What the global setup started, in the order in which the teardown stops it. */
export type Started = {
  stores: Store[]
  simulators: Sandbox[]
  postgres?: Postgres
  redis?: Redis
}

export const started: Started = { stores: [], simulators: [] }

/** Stops everything that runs. Does nothing when nothing runs. */
export async function stopEverything(): Promise<void> {
  const { stores, simulators, postgres, redis } = started
  await Promise.all(stores.map((store) => store.stop()))
  await Promise.all(simulators.map((simulator) => simulator.close()))
  await postgres?.stop()
  if (redis) await stopRedis(redis, { forget: true })
}

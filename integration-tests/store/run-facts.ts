import type { Redis } from "../../tooling/cluster/redis"
import type { Shop } from "../../tooling/shop"
import type { ShopSettings } from "../../tooling/shop-environment"
import type { ShopFacts } from "../../tooling/shop-facts"
import type { ControlAddress } from "../../tooling/store-control"

/** The store that the global setup started. The specs read it as JSON from an environment variable. */
export type RunFacts = {
  shop: Shop
  facts: ShopFacts
  databaseUrl: string
  /** The seeded database that the store's database was copied from. */
  templateUrl: string
  settings: Partial<ShopSettings>
  storeUrl: string
  storeLogFile: string
  control: ControlAddress
  simulatorUrl: string
  /** Set if the store is one of several servers that share it. */
  redis?: Redis
}

/** Names the environment variable with a Jest worker's store. */
export function getRunFactsVariable(worker: number | string): string {
  return `STORE_TEST_RUN_${worker}`
}

export function readRunFacts(): RunFacts {
  const facts = process.env[getRunFactsVariable(process.env.JEST_WORKER_ID ?? 1)]
  if (!facts) throw new Error("No store is running: these specs run in the jest project `store`.")
  return JSON.parse(facts) as RunFacts
}

import type { Shop } from "../../tooling/shop"
import type { ShopSettings } from "../../tooling/shop-environment"
import type { ShopFacts } from "../../tooling/shop-facts"
import type { ControlAddress } from "../../tooling/store-control"

/** What the set-up started, as the specs find it: plain data in an environment variable. */
export type RunFacts = {
  shop: Shop
  facts: ShopFacts
  databaseUrl: string
  settings: Partial<ShopSettings>
  storeUrl: string
  storeLogFile: string
  control: ControlAddress
  simulatorUrl: string
}

export const RUN_FACTS = "STORE_TEST_RUN"

export function runFacts(): RunFacts {
  const facts = process.env[RUN_FACTS]
  if (!facts) throw new Error("No store is running: these specs run in the jest project `store`.")
  return JSON.parse(facts) as RunFacts
}

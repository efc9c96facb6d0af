import { Client } from "pg"
import { type AdminClient, createAdminClient } from "../tooling/clients/admin-client"
import { type ShopClient, createShopClient } from "../tooling/clients/shop-client"
import { type SimulatorClient, createSimulatorClient } from "../tooling/clients/simulator-client"
import { STATEMENT_RECORDER } from "../tooling/clients/statements"
import { type Sandbox, startSandbox } from "../src/sandbox"
import { packPlugin } from "../tooling/plugin-package"
import { consoleProgress as progress } from "../tooling/progress"
import { startSeededPostgres } from "../tooling/seeded-postgres"
import { createShop } from "../tooling/shop"
import { type ShopFacts, readShopFacts } from "../tooling/shop-facts"
import type { StoreControl } from "../tooling/store-control"
import { startStore } from "../tooling/store-process"

export type Bench = {
  storeUrl: string
  databaseUrl: string
  database: Client
  facts: ShopFacts
  shop: ShopClient
  admin: AdminClient
  simulator: SimulatorClient
  sandbox: Sandbox
  /** Runs code inside the store. */
  control: StoreControl
  stop: () => Promise<void>
}

/** Starts a store with the packed plugin, its Postgres, and the simulator, each on a free port. */
export async function startBench(pluginOptions: Record<string, unknown> = {}): Promise<Bench> {
  const plugin = await packPlugin(progress)
  const shop = await createShop(plugin)
  const { postgres, createShopDatabase } = await startSeededPostgres({ shop, progress })
  const databaseUrl = await createShopDatabase("bench")
  const sandbox = await startSandbox({ quiet: true })
  const { staging, production } = sandbox.credentials
  // All carts belong to one shopper, so the limits per contact must not apply.
  const applicationLimits = { perContact: 100_000, alarmPerShop: 100_000 }
  const settings = {
    pluginOptions: { applicationLimits, ...pluginOptions },
    secret: "7beb1487c237b592ff7354c5c5fac0c8da24e3e11770f9d38e4b5c5b46ddcefa",
    staging: { baseUrl: sandbox.baseUrl, ...staging },
    production: { baseUrl: sandbox.productionBaseUrl, ...production },
  }
  // Without V8 flags, as in production: those for short-lived stores make the slowest responses several times slower.
  const store = await progress("Starting the store", () =>
    startStore({ shop, databaseUrl, settings, preload: [STATEMENT_RECORDER], flags: [] })
  )
  const facts = await readShopFacts(databaseUrl)
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  return {
    storeUrl: store.url,
    databaseUrl,
    database,
    facts,
    shop: createShopClient(store.url, facts),
    admin: createAdminClient(store.url),
    simulator: createSimulatorClient(sandbox.url),
    sandbox,
    control: store.control,
    stop: async () => {
      await database.end()
      await store.stop()
      await sandbox.close()
      await postgres.stop()
    },
  }
}

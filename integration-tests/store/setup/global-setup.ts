import { startSandbox } from "../../../src/sandbox"
import { packPlugin } from "../../../tooling/plugin-package"
import { consoleProgress as progress } from "../../../tooling/progress"
import { startSeededPostgres } from "../../../tooling/seeded-postgres"
import { createShop } from "../../../tooling/shop"
import type { ShopSettings } from "../../../tooling/shop-environment"
import { shopFacts } from "../../../tooling/shop-facts"
import { startStore } from "../../../tooling/store-process"
import type { RunFacts } from "../run-facts"
import { RUN_FACTS } from "../run-facts"
import { started, stopEverything } from "./started"

const SECRET = "a-secret-of-the-store-tests-and-of-nothing-else"

async function start(): Promise<RunFacts> {
  const plugin = await packPlugin(progress)
  const shop = await createShop(plugin)
  const { postgres, createShopDatabase } = await startSeededPostgres({ shop, progress })
  started.postgres = postgres
  const databaseUrl = await createShopDatabase("store_tests")
  const simulator = await startSandbox({ quiet: true })
  started.simulator = simulator
  const { staging, production } = simulator.credentials
  const settings: Partial<ShopSettings> = {
    secret: SECRET,
    staging: { baseUrl: simulator.baseUrl, ...staging },
    production: { baseUrl: simulator.productionBaseUrl, ...production },
    // A call that is never answered is given up before a test's own patience ends.
    pluginOptions: { deadlines: { money: 6_000 } },
  }
  const store = await progress("Starting the store", () =>
    startStore({ shop, databaseUrl, settings })
  )
  started.store = store
  return {
    shop,
    databaseUrl,
    settings,
    facts: await shopFacts(databaseUrl),
    storeUrl: store.url,
    storeLogFile: store.logFile,
    control: store.controlAddress,
    simulatorUrl: simulator.url,
  }
}

/** One Postgres, one packed plugin, one shop, one store and one simulator for the whole run. */
export default async function globalSetup(): Promise<void> {
  console.log("\nSetting up a real store")
  try {
    process.env[RUN_FACTS] = JSON.stringify(await start())
  } catch (error) {
    await stopEverything()
    throw error
  }
}

import { startSandbox } from "../../../src/sandbox"
import type { Redis } from "../../../tooling/cluster/redis"
import { packPlugin } from "../../../tooling/plugin-package"
import { consoleProgress as progress } from "../../../tooling/progress"
import { type SeededPostgres, startSeededPostgres } from "../../../tooling/seeded-postgres"
import { buildAdmin, createShop, type Shop } from "../../../tooling/shop"
import type { ShopSettings } from "../../../tooling/shop-environment"
import { readShopFacts } from "../../../tooling/shop-facts"
import { startStore } from "../../../tooling/store-process"
import { STATEMENT_RECORDER } from "../../../tooling/clients/statements"
import { type RunFacts, getRunFactsVariable } from "../run-facts"
import { started, stopEverything } from "./started"

const SECRET = "036b48317a510ee472fcb5bd40af79bc3cbc81d818bd4880c8a7f9ee799e5866"

type TestEnvironment = {
  shop: Shop
  seeded: SeededPostgres
}

type WorkerStore = { worker: number; admin: boolean; redis?: Redis }

async function prepareEnvironment(): Promise<TestEnvironment> {
  const plugin = await packPlugin(progress)
  const shop = await createShop(plugin)
  const seeded = await startSeededPostgres({ shop, progress })
  started.postgres = seeded.postgres
  return { shop, seeded }
}

/** Starts a store and a simulator for one Jest worker, so that parallel specs do not share data. */
async function startWorkerStore(
  { shop, seeded }: TestEnvironment,
  { worker, admin, redis }: WorkerStore
): Promise<RunFacts> {
  const databaseUrl = await seeded.createShopDatabase(`store_tests_${worker}`)
  const simulator = await startSandbox({ quiet: true })
  started.simulators.push(simulator)
  const { staging, production } = simulator.credentials
  const settings: Partial<ShopSettings> = {
    secret: SECRET,
    admin,
    staging: { baseUrl: simulator.baseUrl, ...staging },
    production: { baseUrl: simulator.productionBaseUrl, ...production },
    // Shorter than a test's time limit, so that a call without an answer ends first.
    pluginOptions: {
      deadlines: { money: 6_000 },
      // All shoppers of a run have one IP address, and most have the same contact data.
      applicationLimits: { perCart: 1_000, perContact: 100_000, alarmPerShop: 100_000 },
      fullApplication: {
        enabled: true,
        attemptsPerCart: 1_000,
        attemptsPerAddress: 100_000,
        attemptsPerPerson: 100_000,
        mismatchesPerPerson: 1_000,
      },
      preApproval: { enabled: true, attemptsPerAddress: 100_000, attemptsPerCustomer: 1_000 },
    },
    ...(redis ? { redisUrl: redis.url, workerMode: "server" } : {}),
  }
  const store = await progress(`Starting store ${worker}`, () =>
    startStore({ shop, databaseUrl, settings, preload: [STATEMENT_RECORDER] })
  )
  started.stores.push(store)
  return {
    shop,
    databaseUrl,
    templateUrl: seeded.templateUrl,
    settings,
    facts: await readShopFacts(databaseUrl),
    storeUrl: store.url,
    storeLogFile: store.logFile,
    control: store.controlAddress,
    simulatorUrl: simulator.url,
    ...(redis ? { redis } : {}),
  }
}

type StartOptions = {
  /** Jest workers. Each has a store and a simulator. */
  workers: number
  /** Whether the stores serve the dashboard. */
  admin: boolean
  /** Shared by several servers of each store. The stores then run in server mode, without background jobs. */
  redis?: Redis
}

/** Packs the plugin, starts Postgres and a store per worker, and puts the stores' facts into the environment. */
export async function startStores({ workers, ...storeOptions }: StartOptions): Promise<void> {
  console.log("\nSetting up real stores")
  try {
    const environment = await prepareEnvironment()
    if (storeOptions.admin) await buildAdmin(environment.shop, progress)
    for (let worker = 1; worker <= workers; worker += 1) {
      const runFacts = await startWorkerStore(environment, { worker, ...storeOptions })
      process.env[getRunFactsVariable(worker)] = JSON.stringify(runFacts)
    }
  } catch (error) {
    await stopEverything()
    throw error
  }
}

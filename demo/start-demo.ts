import { randomBytes } from "node:crypto"
import { rm } from "node:fs/promises"
import path from "node:path"
import { createAdminClient, type AdminClient } from "../tooling/clients/admin-client"
import { createShopClient, type ShopClient } from "../tooling/clients/shop-client"
import { createSimulatorClient, type SimulatorClient } from "../tooling/clients/simulator-client"
import { startSandbox, type Sandbox } from "../src/sandbox"
import { CACHE } from "../tooling/paths"
import { packPlugin } from "../tooling/plugin-package"
import { consoleProgress as progress } from "../tooling/progress"
import { startSeededPostgres } from "../tooling/seeded-postgres"
import { buildAdmin, createShop } from "../tooling/shop"
import { readShopFacts } from "../tooling/shop-facts"
import { startStore, type Store, type StoreOptions } from "../tooling/store-process"
import { claimPort } from "./claim-port"
import { runCluster } from "./cluster/run-cluster"
import type { CleanupStack } from "./cleanup-stack"
import type { SimulatorLog } from "./simulator-log"
import { createShopper } from "./create-shopper"
import type { Shopper } from "./shopper"
import { startStorefront } from "./storefront/server"
import { waitForBoth } from "./wait-for-both"

/** The running demo: URLs, clients and the shopper. */
export type Demo = {
  storeUrl: string
  storefrontUrl: string
  simulatorUrl: string
  /** One log file per process: the store, or each server and the worker. */
  storeLogFiles: string[]
  shop: ShopClient
  admin: AdminClient
  simulator: SimulatorClient
  shopper: Shopper
  /** Whether the shopper uses a browser. */
  hasBrowser: boolean
}

export type DemoServices = { cleanup: CleanupStack; simulatorLog: SimulatorLog }

const PREFERRED_PORTS = { store: 9000, storefront: 8000, simulator: 4010 }

/** Creates a shop with the packed plugin, seeds its database and builds the admin dashboard. */
async function prepareShop(cleanup: CleanupStack) {
  const shop = await createShop(await packPlugin(progress))
  const [database] = await waitForBoth(
    startSeededPostgres({ shop, progress }).then((seeded) => {
      cleanup.add(() => seeded.postgres.stop())
      return seeded
    }),
    buildAdmin(shop, progress)
  )
  return { shop, databaseUrl: await database.createShopDatabase("demo") }
}

/** Starts the store. Cleanup deletes its log unless the demo failed. */
async function startStoreProcess(options: StoreOptions, cleanup: CleanupStack): Promise<Store[]> {
  const store = await progress("Starting the store", () => startStore(options))
  cleanup.add(async () => {
    await store.stop()
    if (process.exitCode === 0) await rm(store.logFile, { force: true })
  })
  return [store]
}

/** Starts the simulator with an empty state file. Cleanup deletes the file unless the demo failed. */
async function startSimulator(services: DemoServices): Promise<Sandbox> {
  const state = path.join(CACHE, "demo", `simulator-${process.pid}.json`)
  await rm(state, { force: true })
  const simulator = await startSandbox({
    port: PREFERRED_PORTS.simulator,
    stepOverTakenPort: true,
    log: services.simulatorLog.log,
    state,
  })
  services.cleanup.add(async () => {
    await simulator.close()
    if (process.exitCode === 0) await rm(state, { force: true })
  })
  return simulator
}

function buildServiceSettings(simulator: Sandbox) {
  const { staging, production } = simulator.credentials
  return {
    environment: "staging" as const,
    staging: { baseUrl: simulator.baseUrl, ...staging },
    production: { baseUrl: simulator.productionBaseUrl, ...production },
  }
}

const getPort = (url: string) => Number(new URL(url).port)

/**
 * Starts the database, the simulator, the store and the storefront, each on its usual port or the next free one.
 * @param cluster runs several servers and a worker behind one front, which gets the store's port
 */
export async function startDemo(
  services: DemoServices,
  { cluster = false }: { cluster?: boolean } = {}
): Promise<Demo> {
  const cleanup = services.cleanup
  const { shop, databaseUrl } = await prepareShop(cleanup)
  const facts = await readShopFacts(databaseUrl)
  const simulator = await startSimulator(services)
  const claimUrl = async (preferred: number) => {
    const claim = await claimPort(preferred)
    cleanup.add(() => claim.release())
    return `http://localhost:${claim.port}`
  }
  const [storeUrl, storefrontUrl] = [
    await claimUrl(PREFERRED_PORTS.store),
    await claimUrl(PREFERRED_PORTS.storefront),
  ]
  const settings = {
    secret: randomBytes(32).toString("hex"),
    storefrontUrl,
    admin: true,
    pluginOptions: {
      storefrontPaths: { open: "/{country_code}/financing/{cart_id}" },
      // The range that the simulator accepts.
      checkout: { minimumAmount: 300, maximumAmount: 5_000 },
      fullApplication: { enabled: true },
      // The simulator's unit.
      loanRateUnit: "percent",
      preApproval: { enabled: true },
    },
    ...buildServiceSettings(simulator),
  }
  const storefrontOptions = {
    port: getPort(storefrontUrl),
    medusaUrl: storeUrl,
    serviceUrl: simulator.url,
    publishableKey: facts.publishableKey,
  }
  const startStores = cluster ? runCluster : startStoreProcess
  const [stores] = await waitForBoth(
    startStores({ shop, databaseUrl, settings, port: getPort(storeUrl) }, cleanup),
    progress("Building the storefront", () => startStorefront(storefrontOptions)).then(
      (storefront) => cleanup.add(() => storefront.close())
    )
  )
  const storefrontAccess = {
    storefrontUrl,
    simulatorUrl: simulator.url,
    shop: createShopClient(storeUrl, facts),
  }
  const { shopper, browser } = await createShopper(storefrontAccess)
  cleanup.add(async () => await browser?.close())
  return {
    ...storefrontAccess,
    storeUrl,
    storeLogFiles: stores.map(({ logFile }) => logFile),
    shopper,
    hasBrowser: browser !== undefined,
    admin: createAdminClient(storeUrl),
    simulator: createSimulatorClient(simulator.url),
  }
}

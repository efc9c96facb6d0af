import { Client } from "pg"
import { createDatabaseOperations } from "../../tooling/postgres"
import { migrateDatabase } from "../../tooling/shop"
import type { ShopSettings } from "../../tooling/shop-environment"
import { type Store, type StoreOptions, startStore } from "../../tooling/store-process"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { readRunFacts } from "./run-facts"
import { type ShopClient, createShopClient } from "../../tooling/clients/shop-client"

/** A shop with its own database and processes. It shares only the simulator with the shared shop. */
export type IsolatedShop = {
  /** The processes of the shop. All use the shop's database. */
  stores: [Store, ...Store[]]
  /** Client of the store API of the first process. */
  shop: ShopClient
  admin: AdminClient
  databaseUrl: string
  /** Runs a statement in the shop's database. @returns its rows */
  query: (statement: string) => Promise<Record<string, unknown>[]>
  /** Backs up the database. Resolves with the function that restores it. Both restart the first process. */
  createBackup: () => Promise<() => Promise<void>>
}

const stores: Store[] = []
const databases: string[] = []

const run = readRunFacts()
const getDatabaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))
const server = createDatabaseOperations({
  adminDatabase: getDatabaseName(run.databaseUrl),
  url: (database) => {
    const address = new URL(run.databaseUrl)
    address.pathname = `/${encodeURIComponent(database)}`
    return address.toString()
  },
})

/**
 * Starts a shop with its own database, for settings that the shared shop cannot have and for specs that its
 * jobs would disturb. The shop stops at the end of the spec file.
 */
export async function startIsolatedShop(
  settings: Partial<ShopSettings>,
  {
    processes = 1,
    env,
    port,
    preload,
  }: Pick<StoreOptions, "env" | "port" | "preload"> & { processes?: number } = {}
): Promise<IsolatedShop> {
  const name = `${getDatabaseName(run.databaseUrl)}_apart_${databases.length + 1}_${Date.now()}`
  const template = getDatabaseName(run.templateUrl)
  const databaseUrl = await server.createDatabase(name, { template })
  databases.push(name)
  const { shop } = run
  // Roles need their own tables. The migration makes existing staff super admins.
  if (settings.roles) await migrateDatabase(shop, databaseUrl, { roles: true })
  const all = { ...run.settings, ...settings }
  const options = { shop, databaseUrl, settings: all, env, preload }
  const start = (at?: number) => startStore({ ...options, port: at })
  const started: IsolatedShop["stores"] = [await start(port)]
  stores.push(started[0])
  while (started.length < processes) {
    const store = await start()
    started.push(store)
    stores.push(store)
  }
  const { url } = started[0]
  return {
    stores: started,
    shop: createShopClient(url, run.facts),
    admin: createAdminClient(url),
    databaseUrl,
    query: (statement) => queryDatabase(databaseUrl, statement),
    createBackup: async () => {
      const backup = `${name}_backup`
      const copy = async (from: string, to: string) => {
        await started[0].stop()
        await server.dropDatabase(to)
        await server.createDatabase(to, { template: from })
        started[0] = await started[0].restart()
        stores.push(started[0])
      }
      databases.push(backup)
      await copy(name, backup)
      return () => copy(backup, name)
    },
  }
}

/** Starts another server on a database, with its own settings. The server stops at the end of the spec file. */
export async function startServerOn(
  databaseUrl: string,
  settings: Partial<ShopSettings>,
  port?: number
): Promise<Store> {
  const all = { ...run.settings, ...settings }
  const store = await startStore({ shop: run.shop, databaseUrl, settings: all, port })
  stores.push(store)
  return store
}

/** Copies a database. No server may use it meanwhile. @returns the copy's connection string */
export async function copyDatabase(databaseUrl: string): Promise<string> {
  const name = `${getDatabaseName(run.databaseUrl)}_copy_${databases.length + 1}_${Date.now()}`
  const url = await server.createDatabase(name, { template: getDatabaseName(databaseUrl) })
  databases.push(name)
  return url
}

/** Runs a statement in a database. @returns its rows */
export async function queryDatabase(
  connectionString: string,
  statement: string
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Kills every server that this file started, so that their jobs do not slow down later tests. */
export async function killServers(): Promise<void> {
  await Promise.all(stores.splice(0).map((store) => store.kill()))
}

afterAll(async () => {
  await killServers()
  await Promise.all(databases.map((name) => server.dropDatabase(name)))
})

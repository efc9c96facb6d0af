import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { Client } from "pg"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { findFreePort } from "../../tooling/free-port"
import { createDatabaseOperations } from "../../tooling/postgres"
import {
  DATABASE_FILE,
  FACTS_FILE,
  readCase,
  type RecordedCase,
  type RecordedShop,
  SERVICE_FILE,
  createRecordedSettings,
} from "../../tooling/recorded-shop/recording"
import { migrateDatabase } from "../../tooling/shop"
import { startStore, type Store } from "../../tooling/store-process"
import { readRunFacts } from "./run-facts"

/** A shop that an older version recorded (`npm run record:shop`), running with this version. */
export type RestoredShop = {
  store: Store
  simulator: Sandbox
  databaseUrl: string
  /** The cases at the time of the recording. */
  recorded: RecordedShop["cases"]
  /** The cases after the migration, before a server started. */
  migrated: Record<string, RecordedCase>
  stop: () => Promise<void>
}

/** Moves all timestamps, so that every row is as old as it was at the time of the recording. */
const SHIFT_TIMESTAMPS = `
  do $$ declare one record; begin
    for one in
      select table_name, string_agg(format('%1$I = %1$I + %2$L::interval', column_name, $interval$AGE$interval$), ', ') as changes
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      group by table_name
    loop execute format('update public.%I set %s', one.table_name, one.changes); end loop;
  end $$`

const readGzip = async (file: string): Promise<string> =>
  gunzipSync(await readFile(file)).toString("utf8")

const getDatabaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** Restores the recording with the URLs of this run, migrates it with this version, and starts a server. */
export async function restoreRecordedShop(): Promise<RestoredShop> {
  const run = readRunFacts()
  const { takenAt, ...recording } = JSON.parse(await readFile(FACTS_FILE, "utf8")) as RecordedShop
  const [storePort, simulatorPort] = [await findFreePort(), await findFreePort()]
  const simulatorUrl = `http://localhost:${simulatorPort}`
  const replaceUrls = (text: string): string =>
    text
      .replaceAll(recording.storeUrl, `http://localhost:${storePort}`)
      .replaceAll(recording.simulatorUrl, simulatorUrl)
  const age = Date.now() - Date.parse(takenAt)

  const server = createDatabaseOperations({
    adminDatabase: getDatabaseName(run.databaseUrl),
    url: (database) => Object.assign(new URL(run.databaseUrl), { pathname: `/${database}` }).href,
  })
  const database = `${getDatabaseName(run.databaseUrl)}_recorded_${Date.now()}`
  const databaseUrl = await server.createDatabase(database)
  const migrated: RestoredShop["migrated"] = {}
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(replaceUrls(await readGzip(DATABASE_FILE)))
    // The dump sets an empty search path.
    await client.query("reset search_path")
    await client.query(SHIFT_TIMESTAMPS.replace("AGE", `${age} milliseconds`))
    await migrateDatabase(run.shop, databaseUrl)
    for (const [name, { cartId, orderId, token }] of Object.entries(recording.cases)) {
      migrated[name] = await readCase(client, { owner: cartId ?? orderId ?? "", token })
    }
  } finally {
    await client.end()
  }

  const folder = await mkdtemp(path.join(tmpdir(), "recorded-shop-"))
  const state = path.join(folder, "service.json")
  const shiftTime = (time: string): string => new Date(Date.parse(time) + age).toISOString()
  const service = replaceUrls(await readGzip(SERVICE_FILE))
  await writeFile(state, service.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, shiftTime))
  const simulator = await startSandbox({ quiet: true, port: simulatorPort, state })
  const store = await startStore({
    shop: run.shop,
    databaseUrl,
    port: storePort,
    settings: createRecordedSettings(simulatorUrl),
  })
  const stop = async (): Promise<void> => {
    await store.kill()
    await simulator.close()
    await server.dropDatabase(database)
    await rm(folder, { recursive: true })
  }
  return { store, simulator, databaseUrl, recorded: recording.cases, migrated, stop }
}

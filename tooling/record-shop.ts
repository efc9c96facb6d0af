import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { Client } from "pg"
import { startSandbox } from "../src/sandbox"
import { PATH_PREFIX } from "../src/sandbox/credentials"
import { createAdminClient } from "./clients/admin-client"
import { createShopClient } from "./clients/shop-client"
import { createSimulatorClient } from "./clients/simulator-client"
import { packPlugin } from "./plugin-package"
import { consoleProgress as progress } from "./progress"
import {
  DATABASE_FILE,
  FACTS_FILE,
  readCase,
  type RecordedShop,
  RECORDING_DIRECTORY,
  SERVICE_FILE,
  createRecordedSettings,
} from "./recorded-shop/recording"
import { type LiveShop, SITUATIONS } from "./recorded-shop/situations"
import { startSeededPostgres } from "./seeded-postgres"
import { createShop } from "./shop"
import { readShopFacts } from "./shop-facts"
import { startStore } from "./store-process"

/** Tables of Medusa's own history, recorded without rows. */
const EMPTY_TABLES = ["workflow_execution", "notification"]

const SCHEDULED_JOBS = ["watch-financing-applications", "watch-ledger-of-financing"]

const DUMP_ARGUMENTS = [
  "--inserts",
  "--rows-per-insert=200",
  "--no-owner",
  "--no-privileges",
  "--no-comments",
]

/** Compresses deterministically: Node writes no timestamp into the gzip header. */
const compress = (text: string): Buffer => gzipSync(text, { level: 9 })

async function dumpDatabase(databaseUrl: string): Promise<string> {
  const without = EMPTY_TABLES.map((name) => `--exclude-table-data=${name}`)
  const { stdout } = await promisify(execFile)(
    "pg_dump",
    [...DUMP_ARGUMENTS, ...without, databaseUrl],
    {
      maxBuffer: 2 ** 28,
    }
  )
  // Removes psql's meta-commands.
  return stdout.replaceAll(/^\\.*\n/gm, "")
}

/**
 * `npm run record:shop`: records the database and the simulator of a shop with live applications in every state, for
 * the spec that migrates it. Needs a `pg_dump` at least as new as the server, so usually a `DATABASE_URL`.
 */
async function main(): Promise<void> {
  const shop = await createShop(await packPlugin(progress))
  const folder = await mkdtemp(path.join(tmpdir(), "recorded-shop-"))
  const state = path.join(folder, "service.json")
  const seeded = await startSeededPostgres({ shop, progress })
  const cleanups: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true }),
    () => seeded.postgres.stop(),
  ]
  try {
    const databaseUrl = await seeded.createShopDatabase("recorded_shop")
    const sandbox = await startSandbox({ quiet: true, state })
    cleanups.push(() => sandbox.close())
    const store = await startStore({
      shop,
      databaseUrl,
      settings: createRecordedSettings(sandbox.url),
    })
    cleanups.push(() => store.stop())
    const facts = await readShopFacts(databaseUrl)
    const live: LiveShop = {
      shop: createShopClient(store.url, facts),
      admin: createAdminClient(store.url),
      simulator: createSimulatorClient(sandbox.url),
      control: store.control,
      regionId: facts.regions.usd,
    }
    const { production } = sandbox.credentials
    await live.admin.adminApi.post("/admin/consumer-financing/settings/credentials", {
      environment: "production",
      base_url: sandbox.url + PATH_PREFIX.production,
      api_username: production.apiUsername,
      api_password: production.apiPassword,
      api_signature: production.apiSignature,
    })
    // Stops the scheduled jobs, so that the applications keep their states.
    for (const job of SCHEDULED_JOBS) await store.control.unschedule(job)
    const applications: Record<string, { owner: string; token: string }> = {}
    for (const [name, situation] of Object.entries(SITUATIONS)) {
      applications[name] = await progress(name, () => situation(live))
    }
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    cleanups.push(() => client.end())
    for (const one of Object.values(applications)) {
      const { applicationId, inDoubt } = await readCase(client, one)
      if (inDoubt.length > 0) continue
      const input = { application_id: applicationId, cause: "poll" }
      await store.control.runWorkflow("reconcile-financing-application", input)
    }
    await store.stop()

    // Simulates events while no server runs: a shopper signs, and a stored postback is unprocessed.
    const signedToken = applications["a signed cart whose shopper did not come back"]?.token ?? ""
    await live.simulator.decision(signedToken, { outcome: "approve" })
    await live.simulator.decision(signedToken, { outcome: "sign" })
    const waiting = applications["an order that waits for a postback"]
    await live.simulator.status(waiting?.token ?? "", { status: "S", postback: false })
    const cases: RecordedShop["cases"] = {}
    for (const [name, one] of Object.entries(applications))
      cases[name] = await readCase(client, one)
    await client.query(
      `insert into financing_postback (id, application_id, content_type, bytes, body)
       values ('finpb_waiting', $1, 'application/x-www-form-urlencoded', $2, $3)`,
      [
        cases["an order that waits for a postback"]?.applicationId,
        `uuid=${waiting?.token}`.length,
        `uuid=${waiting?.token}`,
      ]
    )
    await sandbox.close()
    const recorded: RecordedShop = {
      takenAt: new Date().toISOString(),
      storeUrl: store.url,
      simulatorUrl: sandbox.url,
      cases,
    }
    await mkdir(RECORDING_DIRECTORY, { recursive: true })
    await writeFile(DATABASE_FILE, compress(await dumpDatabase(databaseUrl)))
    await writeFile(SERVICE_FILE, compress(await readFile(state, "utf8")))
    await writeFile(FACTS_FILE, `${JSON.stringify(recorded, null, 2)}\n`)
    console.log(
      `${Object.keys(cases).length} applications, in ${path.basename(RECORDING_DIRECTORY)}`
    )
  } finally {
    for (const close of cleanups.reverse()) await close()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})

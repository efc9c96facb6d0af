import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { Client } from "pg"
import { startSandbox } from "../src/sandbox"
import { PATH_PREFIX } from "../src/sandbox/credentials"
import { adminClient } from "./clients/admin-client"
import { shopClient } from "./clients/shop-client"
import { simulatorClient } from "./clients/simulator-client"
import { packPlugin } from "./plugin-package"
import { consoleProgress as progress } from "./progress"
import {
  DATABASE_FILE,
  FACTS_FILE,
  readCase,
  type RecordedShop,
  RECORDING,
  SERVICE_FILE,
  settingsOfRecorded,
} from "./recorded-shop/recording"
import { type Live, SITUATIONS } from "./recorded-shop/situations"
import { startSeededPostgres } from "./seeded-postgres"
import { createShop } from "./shop"
import { shopFacts } from "./shop-facts"
import { startStore } from "./store-process"

/** Tables of Medusa's own history, recorded without rows. */
const WITHOUT_ROWS = ["workflow_execution", "notification"]

const WATCHING = ["watch-financing-applications", "watch-ledger-of-financing"]

const DUMP = [
  "--inserts",
  "--rows-per-insert=200",
  "--no-owner",
  "--no-privileges",
  "--no-comments",
]

/** Compresses deterministically: Node writes no timestamp into the gzip header. */
const packed = (text: string): Buffer => gzipSync(text, { level: 9 })

async function dump(databaseUrl: string): Promise<string> {
  const without = WITHOUT_ROWS.map((name) => `--exclude-table-data=${name}`)
  const { stdout } = await promisify(execFile)("pg_dump", [...DUMP, ...without, databaseUrl], {
    maxBuffer: 2 ** 28,
  })
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
  const closing: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true }),
    () => seeded.postgres.stop(),
  ]
  try {
    const databaseUrl = await seeded.createShopDatabase("recorded_shop")
    const sandbox = await startSandbox({ quiet: true, state })
    closing.push(() => sandbox.close())
    const store = await startStore({
      shop,
      databaseUrl,
      settings: settingsOfRecorded(sandbox.url),
    })
    closing.push(() => store.stop())
    const facts = await shopFacts(databaseUrl)
    const live: Live = {
      shop: shopClient(store.url, facts),
      admin: adminClient(store.url),
      simulator: simulatorClient(sandbox.url),
      control: store.control,
      regionId: facts.regions.usd,
    }
    const { production } = sandbox.credentials
    await live.admin.door.post("/admin/consumer-financing/settings/credentials", {
      environment: "production",
      base_url: sandbox.url + PATH_PREFIX.production,
      api_username: production.apiUsername,
      api_password: production.apiPassword,
      api_signature: production.apiSignature,
    })
    // Stops the scheduled jobs, so that the applications keep their states.
    for (const job of WATCHING) await store.control.unschedule(job)
    const made: Record<string, { owner: string; token: string }> = {}
    for (const [name, situation] of Object.entries(SITUATIONS)) {
      made[name] = await progress(name, () => situation(live))
    }
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    closing.push(() => client.end())
    for (const one of Object.values(made)) {
      const { applicationId, inDoubt } = await readCase(client, one)
      if (inDoubt.length > 0) continue
      const input = { application_id: applicationId, cause: "poll" }
      await store.control.workflow("reconcile-financing-application", input)
    }
    await store.stop()

    // Simulates events while no server runs: a shopper signs, and a stored postback is unprocessed.
    const unseen = made["a signed cart whose shopper did not come back"]?.token ?? ""
    await live.simulator.decision(unseen, { outcome: "approve" })
    await live.simulator.decision(unseen, { outcome: "sign" })
    const waiting = made["an order that waits for a postback"]
    await live.simulator.status(waiting?.token ?? "", { status: "S", postback: false })
    const cases: RecordedShop["cases"] = {}
    for (const [name, one] of Object.entries(made)) cases[name] = await readCase(client, one)
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
    await mkdir(RECORDING, { recursive: true })
    await writeFile(DATABASE_FILE, packed(await dump(databaseUrl)))
    await writeFile(SERVICE_FILE, packed(await readFile(state, "utf8")))
    await writeFile(FACTS_FILE, `${JSON.stringify(recorded, null, 2)}\n`)
    console.log(`${Object.keys(cases).length} applications, in ${path.basename(RECORDING)}`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})

import { fork } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import path from "node:path"
import { parseArgs } from "node:util"
import { Pool } from "undici"
import { atOnce } from "../tooling/at-once"
import type * as Built from "../src/financing-api"
import { PACKAGE_NAME } from "../tooling/paths"
import { packPlugin } from "../tooling/plugin-package"
import { consoleProgress as progress } from "../tooling/progress"
import { createShop } from "../tooling/shop"
import { percentiles, ratioOf } from "./percentiles"
import type { Service } from "./service-process"
import { timed, type Times } from "./timed"

const HELP = `npm run bench:client -- [--calls N]

Measures the packed plugin's client for the financing service, against the simulator in a process of its own:
  - a status check beside the same request made by a bare undici pool, one after another
  - the same, 64 in flight: calls a second
  - a request over TLS by a connection of its own, as calls that change something have it, beside a kept one

  --calls N   calls of each kind (default 3000)`

const CLIENT = "status check · client"
const BARE = "status check · bare undici"
const OWN = "over TLS · a connection of its own"
const KEPT = "over TLS · a kept connection"

const IN_FLIGHT = 64
/** Each side's calls in flight come in so many turns. */
const TURNS = 6

type Ask = () => Promise<unknown>

/** The request that a status check is, by a pool, with its answer read as JSON. */
function asker(pool: Pool, place: { path: string; authorization: string }): Ask {
  const headers = { accept: "application/json", authorization: place.authorization }
  return async () => {
    const { statusCode, body } = await pool.request({ path: place.path, method: "GET", headers })
    const answer = await body.json()
    if (statusCode !== 200) throw new Error(`The simulator answered ${statusCode}`)
    return answer
  }
}

async function inTurns(times: Times, asks: Record<string, Ask>, calls: number): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    for (const [name, ask] of Object.entries(asks)) {
      await timed(times, name, ask)
    }
  }
}

async function callsASecond(ask: Ask, calls: number): Promise<number> {
  const began = performance.now()
  const errand = async () => void (await ask())
  await atOnce(
    Array.from({ length: calls }, () => errand),
    IN_FLIGHT
  )
  return calls / ((performance.now() - began) / 1000)
}

async function printInFlight(client: Ask, bare: Ask, calls: number): Promise<void> {
  const paces = { client: 0, bare: 0 }
  for (let turn = 0; turn < TURNS; turn += 1) {
    paces.client += (await callsASecond(client, Math.ceil(calls / TURNS))) / TURNS
    paces.bare += (await callsASecond(bare, Math.ceil(calls / TURNS))) / TURNS
  }
  const ratio = (paces.client / paces.bare).toFixed(2)
  console.log(
    `${IN_FLIGHT} in flight: ${paces.client.toFixed(0)} and ${paces.bare.toFixed(0)} calls a second, ${ratio} x`
  )
}

/** As a shop that installed the plugin has it. */
async function builtClient(): Promise<typeof Built> {
  const { directory } = await createShop(await packPlugin(progress))
  const load = createRequire(path.join(directory, "package.json"))
  return load(`${PACKAGE_NAME}/financing-api`) as typeof Built
}

async function newApplication(client: Built.FinancingClient): Promise<string> {
  const created = await client.createPreApproval({
    firstName: "Sam",
    lastName: "Doe",
    email: "sam@example.com",
    cellPhone: "2025550123",
    suppressNotification: true,
  })
  if (created.outcome === "refused") throw new Error("The simulator gave no token")
  return created.token
}

async function measure(service: Service, calls: number): Promise<void> {
  const { createFinancingClient } = await builtClient()
  const client = createFinancingClient({ baseUrl: service.baseUrl, ...service.credentials })
  const { origin, pathname } = new URL(service.baseUrl)
  const pools = {
    plain: new Pool(origin),
    kept: new Pool(service.tls.origin, { connect: { ca: service.tls.ca } }),
    own: new Pool(service.tls.origin, { connect: { ca: service.tls.ca }, pipelining: 0 }),
  }
  try {
    const token = await newApplication(client)
    const place = {
      path: `${pathname.replace(/\/$/, "")}/ecommerce/application/${token}/status`,
      authorization: `Bearer ${(await client.requestToken()).access_token}`,
    }
    const check: Ask = () => client.getStatus({ applicationToken: token })
    const bare = asker(pools.plain, place)
    const asks = { [CLIENT]: check, [BARE]: bare }
    const overTls = { [OWN]: asker(pools.own, place), [KEPT]: asker(pools.kept, place) }
    // Warms up.
    await inTurns(new Map(), { ...asks, ...overTls }, calls)
    const times: Times = new Map()
    await inTurns(times, asks, calls)
    await inTurns(times, overTls, Math.ceil(calls / 3))
    console.log(percentiles(times))
    const ratio = ratioOf(times, { name: CLIENT, base: BARE, share: 0.5 }).toFixed(2)
    console.log(`\na status check beside bare undici, p50: ${ratio} x`)
    await printInFlight(check, bare, calls)
  } finally {
    await Promise.all([client.close(), ...Object.values(pools).map((pool) => pool.close())])
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      calls: { type: "string", default: "3000" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const child = fork(path.join(__dirname, "service-process.ts"))
  try {
    const [service] = (await once(child, "message")) as [Service]
    await measure(service, Number(values.calls))
  } finally {
    child.disconnect()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

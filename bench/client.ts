import { fork } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import path from "node:path"
import { parseArgs } from "node:util"
import { Pool } from "undici"
import type * as Built from "../src/financing-api"
import { PACKAGE_NAME } from "../tooling/paths"
import { packPlugin } from "../tooling/plugin-package"
import { consoleProgress as progress } from "../tooling/progress"
import { createShop } from "../tooling/shop"
import { type SendRequest, compareCalls, timeInTurns, type RequestPair } from "./compare-calls"
import { createApplication } from "./create-application"
import { formatPercentiles } from "./percentiles"
import type { Service } from "./service-process"
import type { Times } from "./record-duration"

const SLOW_MS = 5

const HELP = `npm run bench:client -- [--calls N]

Measures the packed plugin's client for the financing service, against the simulator in a separate process:
  - a status check and the same request by a bare undici pool, one after another and with 64 in flight, at a
    service that answers immediately and at one that takes ${SLOW_MS} ms
  - a request over a new TLS connection, as calls that change something use, and over a kept one

  --calls N   calls of each kind (default 3000)`

const OWN_CONNECTION = "over TLS · a connection of its own"
const KEPT_CONNECTION = "over TLS · a kept connection"

/** Returns a function that sends a status check through a bare pool and parses the response. */
function createStatusRequest(
  pool: Pool,
  place: { path: string; authorization: string }
): SendRequest {
  const headers = { accept: "application/json", authorization: place.authorization }
  return async () => {
    const { statusCode, body } = await pool.request({ path: place.path, method: "GET", headers })
    const answer = await body.json()
    if (statusCode !== 200) throw new Error(`The simulator answered ${statusCode}`)
    return answer
  }
}

/** Loads the packed plugin's client, as a shop would. */
async function loadBuiltClient(): Promise<typeof Built> {
  const { directory } = await createShop(await packPlugin(progress))
  const load = createRequire(path.join(directory, "package.json"))
  return load(`${PACKAGE_NAME}/financing-api`) as typeof Built
}

async function measureClient(service: Service, calls: number): Promise<void> {
  const { createFinancingClient } = await loadBuiltClient()
  const { origin, pathname } = new URL(service.baseUrl)
  const createClientAt = (place: string) =>
    createFinancingClient({ baseUrl: place + pathname, ...service.credentials })
  const { ca, origin: tlsOrigin } = service.tls
  const clients = { fast: createClientAt(origin), slow: createClientAt(service.slowOrigin) }
  const pools = {
    fast: new Pool(origin),
    slow: new Pool(service.slowOrigin),
    kept: new Pool(tlsOrigin, { connect: { ca } }),
    own: new Pool(tlsOrigin, { connect: { ca }, pipelining: 0 }),
  }
  try {
    const token = await createApplication(clients.fast)
    const place = {
      path: `${pathname.replace(/\/$/, "")}/ecommerce/application/${token}/status`,
      authorization: `Bearer ${(await clients.fast.requestToken()).access_token}`,
    }
    const createPair = (which: "fast" | "slow"): RequestPair => ({
      client: () => clients[which].getStatus({ applicationToken: token }),
      bare: createStatusRequest(pools[which], place),
    })
    await compareCalls("answers at once", createPair("fast"), calls)
    await compareCalls(`takes ${SLOW_MS} ms`, createPair("slow"), Math.ceil(calls / 5))
    const overTls = {
      [OWN_CONNECTION]: createStatusRequest(pools.own, place),
      [KEPT_CONNECTION]: createStatusRequest(pools.kept, place),
    }
    const times: Times = new Map()
    await timeInTurns(new Map(), overTls, Math.ceil(calls / 5))
    await timeInTurns(times, overTls, Math.ceil(calls / 5))
    console.log(formatPercentiles(times))
  } finally {
    const open = [...Object.values(clients), ...Object.values(pools)]
    await Promise.all(open.map((one) => one.close()))
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
  const child = fork(path.join(__dirname, "service-process.ts"), [String(SLOW_MS)])
  try {
    const ended = once(child, "exit").then(() => {
      throw new Error("The simulator did not start; see its output above.")
    })
    const [service] = (await Promise.race([once(child, "message"), ended])) as [Service]
    await measureClient(service, Number(values.calls))
  } finally {
    child.disconnect()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

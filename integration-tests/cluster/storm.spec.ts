import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "pg"
import { createAdminClient } from "../../tooling/clients/admin-client"
import { createShopClient } from "../../tooling/clients/shop-client"
import { startCluster } from "../../tooling/cluster/start-cluster"
import { expectConsistentCart } from "../proofs/expect-consistent-cart"
import { runConcurrently } from "../../tooling/run-concurrently"
import { startDatabaseProxy } from "../proofs/kills/database-proxy"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "../proofs/proof-options"
import { createHarness } from "../store/harness"
import { listApplications } from "../store/plugin-records"
import { expectConfirmationsKept } from "./storm/expect-confirmations-kept"
import { printThroughput } from "./storm/throughput"
import {
  type Disruption,
  drawDisruptions,
  drawPurchases,
  LANES,
  type DisruptionKind,
} from "./storm/plan"
import { playPurchase, type PurchaseLog } from "./storm/play-purchase"
import { type StormTargets, enableSynchronousCommits, runDisruption } from "./storm/disruptions"

const { run } = createHarness()
const { seed, minutes, only } = readProofOptions()

const SERVERS = 3
const SHOPPERS = 6
const MOST_STORIES = 10_000
const TELL_EVERY = 10_000
/** Carts whose invariants are checked at once. */
const AT_ONCE = 3

type Weather = {
  purchases: PurchaseLog[]
  begun: number
  struck: Disruption[]
  now: Set<DisruptionKind>
}

async function shoppersUntil(end: number, ground: StormTargets, weather: Weather): Promise<void> {
  const { url } = ground.cluster.loadBalancer
  const doors = { shop: createShopClient(url, run.facts), admin: createAdminClient(url) }
  const stories = drawPurchases(seed, MOST_STORIES)
  const goOn = async () => {
    while (Date.now() < end) {
      const story = stories[weather.begun]
      if (!story) return
      weather.begun += 1
      weather.purchases.push(await playPurchase(doors, story))
    }
  }
  await Promise.all(Array.from({ length: SHOPPERS }, goOn))
}

async function blowsUntil(end: number, ground: StormTargets, weather: Weather): Promise<void> {
  const inLane = async (lane: readonly DisruptionKind[]) => {
    for (const blow of drawDisruptions(seed, lane, MOST_STORIES / 100)) {
      await sleep(blow.after)
      if (Date.now() > end) return
      weather.now.add(blow.kind)
      await runDisruption(ground, blow)
      weather.now.delete(blow.kind)
      weather.struck.push(blow)
    }
  }
  await Promise.all(LANES.map(inLane))
}

/** Prints a line about the progress every ten seconds while `work` runs. */
async function telling<T>(line: () => string, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => printLine(`  ${line()}`), TELL_EVERY)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

function summarize({ purchases, struck }: Weather): void {
  const count = (of: (one: PurchaseLog) => unknown) => purchases.filter(of).length
  const blows = LANES.flat().map(
    (trouble) => `${trouble}: ${struck.filter((one) => one.kind === trouble).length}`
  )
  printLine(
    `\n${purchases.length} purchases from seed ${seed}: ${count(({ orderId }) => orderId)} orders, ` +
      `${count(({ captured }) => captured)} captured, ${count(({ refunded }) => refunded > 0)} refunded, ` +
      `${count(({ cancelled }) => cancelled)} cancelled, ${count(({ gaveUp }) => gaveUp)} given up\n` +
      `  ${blows.join(" · ")}`
  )
  for (const { cartId, gaveUp } of purchases)
    if (gaveUp) printLine(`  ${cartId} was given up: ${gaveUp}`)
}

/** @returns for each cart that violates an invariant, what is wrong */
async function wrongAfterAll({ purchases }: Weather): Promise<string[]> {
  const database = new Pool({ connectionString: run.databaseUrl, max: AT_ONCE })
  const wrong: string[] = []
  let [done, listed] = [0, 0]
  const line = () =>
    `${done} of ${purchases.length} purchases held against the invariants, ${wrong.length} wrong`
  const errands = purchases.map((one) => async () => {
    const { cartId } = one
    try {
      const expectResult = () => expectConfirmationsKept(one)
      await expectConsistentCart({ cartId, database, expectResult, note: JSON.stringify(one) })
      if ((await listApplications(cartId)).some(({ review_reason }) => review_reason !== null))
        listed += 1
    } catch (error) {
      wrong.push(`${cartId}: ${error instanceof Error ? error.message : String(error)}`)
    }
    done += 1
  })
  await telling(line, () => runConcurrently(errands, AT_ONCE))
  await database.end()
  printLine(
    `${done} purchases held against the invariants: ${wrong.length} wrong, ${listed} left to a person`
  )
  return wrong
}

describe("a storm over three servers, a worker, one Postgres and one Redis", () => {
  it(
    "leaves Medusa and the service in agreement and keeps everything it confirmed to a shopper or to staff (I1–I7, I12)",
    async () => {
      await enableSynchronousCommits()
      const proxy = await startDatabaseProxy(run.databaseUrl)
      const { shop, settings, redis } = run
      const cluster = await startCluster({
        shop,
        databaseUrl: proxy.url,
        settings,
        redisUrl: redis?.url ?? "",
        servers: SERVERS,
      })
      const ground = { cluster, proxy }
      try {
        if ("pace".includes(only))
          await printThroughput(cluster, createShopClient(cluster.loadBalancer.url, run.facts))
        if (!"storm".includes(only)) return
        const end = Date.now() + minutes * 60_000
        const weather: Weather = { purchases: [], begun: 0, struck: [], now: new Set() }
        printLine(`\nThe storm lasts ${minutes} min, from seed ${seed}`)
        const line = () =>
          `${Math.max(0, Math.round((end - Date.now()) / 1_000))} s left · ${weather.begun} purchases begun, ` +
          `${weather.purchases.length} through · ${weather.struck.length} blows · ${[...weather.now].join(", ") || "calm"}`
        await telling(line, () =>
          Promise.all([shoppersUntil(end, ground, weather), blowsUntil(end, ground, weather)])
        )
        summarize(weather)
        expect(weather.purchases.length).toBeGreaterThan(0)
        expect(await wrongAfterAll(weather)).toEqual([])
        // A repeated request succeeds.
        expect(weather.purchases.filter(({ gaveUp }) => gaveUp !== undefined)).toEqual([])
      } finally {
        await cluster.stop()
        await proxy.close()
      }
    },
    PROOF_TIMEOUT_MS
  )
})

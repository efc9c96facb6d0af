import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "pg"
import { adminClient } from "../../tooling/clients/admin-client"
import { shopClient } from "../../tooling/clients/shop-client"
import { startCluster } from "../../tooling/cluster/start-cluster"
import { expectAtRest } from "../proofs/at-rest"
import { atOnce } from "../../tooling/at-once"
import { startDatabaseProxy } from "../proofs/kills/database-proxy"
import { PROOF_PATIENCE, proofOptions, say } from "../proofs/proof-options"
import { harness } from "../store/harness"
import { applicationsOf } from "../store/our-records"
import { expectNothingLost } from "./storm/nothing-lost"
import { printPace } from "./storm/pace"
import { type Blow, drawBlows, drawStories, LANES, type Trouble } from "./storm/plan"
import { play, type Told } from "./storm/story"
import { type Ground, keepCommits, strike } from "./storm/trouble"

const { run } = harness()
const { seed, minutes, only } = proofOptions()

const SERVERS = 3
const SHOPPERS = 6
const MOST_STORIES = 10_000
const TELL_EVERY = 10_000
/** Carts whose invariants are checked at once. */
const AT_ONCE = 3

type Weather = { purchases: Told[]; begun: number; struck: Blow[]; now: Set<Trouble> }

async function shoppersUntil(end: number, ground: Ground, weather: Weather): Promise<void> {
  const { url } = ground.cluster.front
  const doors = { shop: shopClient(url, run.facts), admin: adminClient(url) }
  const stories = drawStories(seed, MOST_STORIES)
  const goOn = async () => {
    while (Date.now() < end) {
      const story = stories[weather.begun]
      if (!story) return
      weather.begun += 1
      weather.purchases.push(await play(doors, story))
    }
  }
  await Promise.all(Array.from({ length: SHOPPERS }, goOn))
}

async function blowsUntil(end: number, ground: Ground, weather: Weather): Promise<void> {
  const inLane = async (lane: readonly Trouble[]) => {
    for (const blow of drawBlows(seed, lane, MOST_STORIES / 100)) {
      await sleep(blow.after)
      if (Date.now() > end) return
      weather.now.add(blow.trouble)
      await strike(ground, blow)
      weather.now.delete(blow.trouble)
      weather.struck.push(blow)
    }
  }
  await Promise.all(LANES.map(inLane))
}

/** Prints a line about the progress every ten seconds while `work` runs. */
async function telling<T>(line: () => string, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => say(`  ${line()}`), TELL_EVERY)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

function summarize({ purchases, struck }: Weather): void {
  const count = (of: (one: Told) => unknown) => purchases.filter(of).length
  const blows = LANES.flat().map(
    (trouble) => `${trouble}: ${struck.filter((one) => one.trouble === trouble).length}`
  )
  say(
    `\n${purchases.length} purchases from seed ${seed}: ${count(({ orderId }) => orderId)} orders, ` +
      `${count(({ captured }) => captured)} captured, ${count(({ refunded }) => refunded > 0)} refunded, ` +
      `${count(({ cancelled }) => cancelled)} cancelled, ${count(({ gaveUp }) => gaveUp)} given up\n` +
      `  ${blows.join(" · ")}`
  )
  for (const { cartId, gaveUp } of purchases) if (gaveUp) say(`  ${cartId} was given up: ${gaveUp}`)
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
      const expectAlso = () => expectNothingLost(one)
      await expectAtRest({ cartId, database, expectAlso, note: JSON.stringify(one) })
      if ((await applicationsOf(cartId)).some(({ review_reason }) => review_reason !== null))
        listed += 1
    } catch (error) {
      wrong.push(`${cartId}: ${error instanceof Error ? error.message : String(error)}`)
    }
    done += 1
  })
  await telling(line, () => atOnce(errands, AT_ONCE))
  await database.end()
  say(
    `${done} purchases held against the invariants: ${wrong.length} wrong, ${listed} left to a person`
  )
  return wrong
}

describe("a storm over three servers, a worker, one Postgres and one Redis", () => {
  it(
    "leaves Medusa and the service in agreement and keeps everything it confirmed to a shopper or to staff (I1–I7, I12)",
    async () => {
      await keepCommits()
      const wire = await startDatabaseProxy(run.databaseUrl)
      const { shop, settings, redis } = run
      const cluster = await startCluster({
        shop,
        databaseUrl: wire.url,
        settings,
        redisUrl: redis?.url ?? "",
        servers: SERVERS,
      })
      const ground = { cluster, wire }
      try {
        if ("pace".includes(only))
          await printPace(cluster, shopClient(cluster.front.url, run.facts))
        if (!"storm".includes(only)) return
        const end = Date.now() + minutes * 60_000
        const weather: Weather = { purchases: [], begun: 0, struck: [], now: new Set() }
        say(`\nThe storm lasts ${minutes} min, from seed ${seed}`)
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
        await wire.close()
      }
    },
    PROOF_PATIENCE
  )
})

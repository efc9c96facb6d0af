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

const SERVER_COUNT = 3
const SHOPPER_COUNT = 6
const MAX_PURCHASES = 10_000
const PROGRESS_INTERVAL_MS = 10_000
/** Carts whose invariants are checked at once. */
const CHECK_CONCURRENCY = 3

type StormState = {
  purchases: PurchaseLog[]
  startedCount: number
  disruptions: Disruption[]
  ongoing: Set<DisruptionKind>
}

async function runShoppers(end: number, targets: StormTargets, state: StormState): Promise<void> {
  const { url } = targets.cluster.loadBalancer
  const clients = { shop: createShopClient(url, run.facts), admin: createAdminClient(url) }
  const plans = drawPurchases(seed, MAX_PURCHASES)
  const runShopper = async () => {
    while (Date.now() < end) {
      const plan = plans[state.startedCount]
      if (!plan) return
      state.startedCount += 1
      state.purchases.push(await playPurchase(clients, plan))
    }
  }
  await Promise.all(Array.from({ length: SHOPPER_COUNT }, runShopper))
}

async function runDisruptions(
  end: number,
  targets: StormTargets,
  state: StormState
): Promise<void> {
  const runLane = async (lane: readonly DisruptionKind[]) => {
    for (const disruption of drawDisruptions(seed, lane, MAX_PURCHASES / 100)) {
      await sleep(disruption.after)
      if (Date.now() > end) return
      state.ongoing.add(disruption.kind)
      await runDisruption(targets, disruption)
      state.ongoing.delete(disruption.kind)
      state.disruptions.push(disruption)
    }
  }
  await Promise.all(LANES.map(runLane))
}

/** Prints a line about the progress every ten seconds while `work` runs. */
async function withProgress<T>(formatLine: () => string, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => printLine(`  ${formatLine()}`), PROGRESS_INTERVAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

function printSummary({ purchases, disruptions }: StormState): void {
  const countPurchases = (predicate: (purchase: PurchaseLog) => unknown) =>
    purchases.filter(predicate).length
  const disruptionCounts = LANES.flat().map(
    (kind) => `${kind}: ${disruptions.filter((disruption) => disruption.kind === kind).length}`
  )
  printLine(
    `\n${purchases.length} purchases from seed ${seed}: ${countPurchases(({ orderId }) => orderId)} orders, ` +
      `${countPurchases(({ captured }) => captured)} captured, ${countPurchases(({ refunded }) => refunded > 0)} refunded, ` +
      `${countPurchases(({ cancelled }) => cancelled)} cancelled, ${countPurchases(({ gaveUp }) => gaveUp)} given up\n` +
      `  ${disruptionCounts.join(" · ")}`
  )
  for (const { cartId, gaveUp } of purchases)
    if (gaveUp) printLine(`  ${cartId} was given up: ${gaveUp}`)
}

/** @returns for each cart that violates an invariant, what is wrong */
async function listViolations({ purchases }: StormState): Promise<string[]> {
  const database = new Pool({ connectionString: run.databaseUrl, max: CHECK_CONCURRENCY })
  const violations: string[] = []
  let [checkedCount, reviewedCount] = [0, 0]
  const formatProgress = () =>
    `${checkedCount} of ${purchases.length} purchases held against the invariants, ${violations.length} wrong`
  const checks = purchases.map((purchase) => async () => {
    const { cartId } = purchase
    try {
      const expectResult = () => expectConfirmationsKept(purchase)
      await expectConsistentCart({ cartId, database, expectResult, note: JSON.stringify(purchase) })
      if ((await listApplications(cartId)).some(({ review_reason }) => review_reason !== null))
        reviewedCount += 1
    } catch (error) {
      violations.push(`${cartId}: ${error instanceof Error ? error.message : String(error)}`)
    }
    checkedCount += 1
  })
  await withProgress(formatProgress, () => runConcurrently(checks, CHECK_CONCURRENCY))
  await database.end()
  printLine(
    `${checkedCount} purchases held against the invariants: ${violations.length} wrong, ${reviewedCount} left to a person`
  )
  return violations
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
        servers: SERVER_COUNT,
      })
      const targets = { cluster, proxy }
      try {
        if ("pace".includes(only))
          await printThroughput(cluster, createShopClient(cluster.loadBalancer.url, run.facts))
        if (!"storm".includes(only)) return
        const end = Date.now() + minutes * 60_000
        const state: StormState = {
          purchases: [],
          startedCount: 0,
          disruptions: [],
          ongoing: new Set(),
        }
        printLine(`\nThe storm lasts ${minutes} min, from seed ${seed}`)
        const formatProgress = () =>
          `${Math.max(0, Math.round((end - Date.now()) / 1_000))} s left · ${state.startedCount} purchases begun, ` +
          `${state.purchases.length} through · ${state.disruptions.length} blows · ${[...state.ongoing].join(", ") || "calm"}`
        await withProgress(formatProgress, () =>
          Promise.all([runShoppers(end, targets, state), runDisruptions(end, targets, state)])
        )
        printSummary(state)
        expect(state.purchases.length).toBeGreaterThan(0)
        expect(await listViolations(state)).toEqual([])
        // A repeated request succeeds.
        expect(state.purchases.filter(({ gaveUp }) => gaveUp !== undefined)).toEqual([])
      } finally {
        await cluster.stop()
        await proxy.close()
      }
    },
    PROOF_TIMEOUT_MS
  )
})

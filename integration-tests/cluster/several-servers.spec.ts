import { createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { createShopClient } from "../../tooling/clients/shop-client"
import { restartRedis, stopRedis } from "../../tooling/cluster/redis"
import { type Cluster, startCluster } from "../../tooling/cluster/start-cluster"
import { type Store, startStore } from "../../tooling/store-process"
import { createHarness } from "../store/harness"
import { expectInvariants } from "../store/invariants"
import { listServiceCalls } from "../store/money-steps"
import { getLatestApplication } from "../store/plugin-records"
import { listPostbacks } from "../store/postback-steps"
import {
  createAppliedCart,
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
} from "../store/purchases"
import { createSettingsClient } from "../store/setting-steps"

const { run, admin, simulator, store } = createHarness()
const redis = run.redis ?? { url: "" }

let cluster: Cluster
/** A server that also runs the background jobs. */
let sharedServer: Store
let startedAt: number

beforeAll(async () => {
  const { shop, databaseUrl, settings } = run
  const workerMode = "shared" as const
  const serverPromise = startStore({ shop, databaseUrl, settings: { ...settings, workerMode } })
  cluster = await startCluster({ shop, databaseUrl, settings, redisUrl: redis.url, servers: 0 })
  sharedServer = await serverPromise
  // The load balancer also sends requests to the server of the set-up.
  cluster.loadBalancer.setServers([run.storeUrl, sharedServer.url])
  startedAt = Date.now()
})

afterAll(async () => {
  await Promise.all([cluster.stop(), sharedServer.kill()])
})

const WATCH_JOB = "watch-financing-applications"
const WATCH_INTERVAL_MS = 5_000

/** Runs of a job by any worker since the start, as Medusa's workflow engine records them in Redis. */
async function countJobRuns(name: string): Promise<number> {
  type Run = { timestamp: number; data: { jobId: string } }
  const queue = "workflowOrchestratorService_.redisDistributedTransactionStorage_.jobQueue"
  const runs = await sharedServer.control.call<Run[]>("workflows", `${queue}.getCompleted`)
  return runs.filter(({ data, timestamp }) => data.jobId === `job-${name}` && timestamp > startedAt)
    .length
}

describe("a server, a worker and a process that is both, on one database and one Redis", () => {
  it("sell, ship and settle an order, whichever server takes the request", async () => {
    const shop = createShopClient(cluster.loadBalancer.url, run.facts)
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await signApplication((await simulator.findCartApplication(cart.id)).tip)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const order = await waitForPaidOrder(cart.id)
    const adminClient = createAdminClient(cluster.loadBalancer.url)
    await adminClient.createShipment(order.id, await adminClient.createFulfillment(order.id))
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
      await expectInvariants(cart.id)
    })
  })

  it("all apply a changed setting without a restart", async () => {
    const settings = createSettingsClient(admin.adminApi)
    const otherControls = [cluster.worker, sharedServer].map(({ control }) => control)
    await settings.updateSettings({ minimum_amount: 654 })
    for (const control of otherControls) {
      await eventually(async () => {
        // The options in force in that process, without a fresh read.
        const currentOptions = await control.call("consumerFinancing", "options.checkout.valueOf")
        expect(currentOptions).toMatchObject({ minimumAmount: 654 })
      })
    }
    await settings.updateSettings({ minimum_amount: null })
  })

  it("use distributed locking, which the self-check reports as good", async () => {
    const { checks } = await createSettingsClient(admin.adminApi).runSelfCheck()
    expect(checks.find(({ name }) => name === "locking")).toMatchObject({
      outcome: "good",
      details: { is_distributed: true },
    })
  })

  it("check each due application once when two of them run the watch job at once", async () => {
    const appliedCarts = await Promise.all(Array.from({ length: 4 }, () => createAppliedCart()))
    const requestedAt = Date.now()
    await store.call(
      "__pg_connection__",
      "raw",
      "update financing_application set next_check_at = now() where cart_id = any(:carts)",
      { carts: appliedCarts.map(({ cart }) => cart.id) }
    )
    await Promise.all(
      [cluster.worker, sharedServer].map(({ control }) => control.runJob(WATCH_JOB))
    )
    await eventually(async () => {
      for (const { token } of appliedCarts) {
        const calls = await listServiceCalls(token, "getStatus")
        // On a busy machine, the schedule may have checked some before.
        const checkTimes = calls
          .map(({ at }) => new Date(at).getTime())
          .filter((at) => at >= requestedAt)
        expect(checkTimes.length).toBeGreaterThan(0)
        // The schedule checks an application again after ten seconds, and not before.
        const intervals = checkTimes.slice(1).map((at, index) => at - (checkTimes[index] ?? 0))
        expect(intervals.filter((milliseconds) => milliseconds < 5_000)).toEqual([])
      }
    })
  })

  it("run a scheduled job once per interval, not once per worker", async () => {
    const runCount = await eventually(async () => {
      const count = await countJobRuns(WATCH_JOB)
      expect(count).toBeGreaterThanOrEqual(2)
      return count
    })
    expect(runCount).toBeLessThanOrEqual((Date.now() - startedAt) / WATCH_INTERVAL_MS + 1)
  })

  it("store a postback while Redis is down, and create its order once Redis is back", async () => {
    const shop = createShopClient(cluster.loadBalancer.url, run.facts)
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    const { tip } = await simulator.findCartApplication(cart.id)
    await stopRedis(redis)
    await signApplication(tip)
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => expect((await listPostbacks(id)).length).toBeGreaterThan(0))
    // The row exists before the service has read the answer.
    await eventually(async () => {
      const { postbacks } = await simulator.application(tip)
      expect(postbacks.map(({ outcome }) => outcome)).toContain("HTTP 200")
    })
    await restartRedis(redis)
    await waitForPaidOrder(cart.id)
    await expectInvariants(cart.id)
  })
})

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
let both: Store
let began: number

beforeAll(async () => {
  const { shop, databaseUrl, settings } = run
  const workerMode = "shared" as const
  const starting = startStore({ shop, databaseUrl, settings: { ...settings, workerMode } })
  cluster = await startCluster({ shop, databaseUrl, settings, redisUrl: redis.url, servers: 0 })
  both = await starting
  // The load balancer also sends requests to the server of the set-up.
  cluster.loadBalancer.setServers([run.storeUrl, both.url])
  began = Date.now()
})

afterAll(async () => {
  await Promise.all([cluster.stop(), both.kill()])
})

const WATCH = "watch-financing-applications"
const WATCH_EVERY = 5_000

/** Runs of a job by any worker since the start, as Medusa's workflow engine records them in Redis. */
async function runsOf(name: string): Promise<number> {
  type Run = { timestamp: number; data: { jobId: string } }
  const queue = "workflowOrchestratorService_.redisDistributedTransactionStorage_.jobQueue"
  const runs = await both.control.call<Run[]>("workflows", `${queue}.getCompleted`)
  return runs.filter(({ data, timestamp }) => data.jobId === `job-${name}` && timestamp > began)
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
    const staff = createAdminClient(cluster.loadBalancer.url)
    await staff.createShipment(order.id, await staff.createFulfillment(order.id))
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
      await expectInvariants(cart.id)
    })
  })

  it("all apply a changed setting without a restart", async () => {
    const settings = createSettingsClient(admin.adminApi)
    const others = [cluster.worker, both].map(({ control }) => control)
    await settings.updateSettings({ minimum_amount: 654 })
    for (const control of others) {
      await eventually(async () => {
        // The options in force in that process, without a fresh read.
        const inForce = await control.call("consumerFinancing", "options.checkout.valueOf")
        expect(inForce).toMatchObject({ minimumAmount: 654 })
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
    const made = await Promise.all(Array.from({ length: 4 }, () => createAppliedCart()))
    const since = Date.now()
    await store.call(
      "__pg_connection__",
      "raw",
      "update financing_application set next_check_at = now() where cart_id = any(:carts)",
      { carts: made.map(({ cart }) => cart.id) }
    )
    await Promise.all([cluster.worker, both].map(({ control }) => control.runJob(WATCH)))
    await eventually(async () => {
      for (const { token } of made) {
        const calls = await listServiceCalls(token, "getStatus")
        // On a busy machine, the schedule may have checked some before.
        const checks = calls.map(({ at }) => new Date(at).getTime()).filter((at) => at >= since)
        expect(checks.length).toBeGreaterThan(0)
        // The schedule checks an application again after ten seconds, and not before.
        const apart = checks.slice(1).map((at, index) => at - (checks[index] ?? 0))
        expect(apart.filter((milliseconds) => milliseconds < 5_000)).toEqual([])
      }
    })
  })

  it("run a scheduled job once per interval, not once per worker", async () => {
    const runs = await eventually(async () => {
      const counted = await runsOf(WATCH)
      expect(counted).toBeGreaterThanOrEqual(2)
      return counted
    })
    expect(runs).toBeLessThanOrEqual((Date.now() - began) / WATCH_EVERY + 1)
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

import { adminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { shopClient } from "../../tooling/clients/shop-client"
import { startRedisAgain, stopRedis } from "../../tooling/cluster/redis"
import { type Cluster, startCluster } from "../../tooling/cluster/start-cluster"
import { type Store, startStore } from "../../tooling/store-process"
import { harness } from "../store/harness"
import { expectInvariants } from "../store/invariants"
import { callsOf } from "../store/money-steps"
import { applicationOf } from "../store/our-records"
import { inboxOf } from "../store/postback-steps"
import { appliedCart, paidOrderOf, paymentOf, sign } from "../store/purchases"
import { settingsOf } from "../store/setting-steps"

const { run, admin, simulator, store } = harness()
const redis = run.redis ?? { url: "" }

let cluster: Cluster
/** A server that also does what is done in the background. */
let both: Store
let began: number

beforeAll(async () => {
  const { shop, databaseUrl, settings } = run
  const workerMode = "shared" as const
  const starting = startStore({ shop, databaseUrl, settings: { ...settings, workerMode } })
  cluster = await startCluster({ shop, databaseUrl, settings, redisUrl: redis.url, servers: 0 })
  both = await starting
  // The server of the set-up runs behind the same front.
  cluster.front.spreadOver([run.storeUrl, both.url])
  began = Date.now()
})

afterAll(async () => {
  await Promise.all([cluster.stop(), both.kill()])
})

const WATCH = "watch-financing-applications"
const WATCH_EVERY = 5_000

/** Runs of a job since all began, by whichever worker, as Medusa's workflow engine keeps them in Redis. */
async function runsOf(name: string): Promise<number> {
  type Run = { timestamp: number; data: { jobId: string } }
  const queue = "workflowOrchestratorService_.redisDistributedTransactionStorage_.jobQueue"
  const runs = await both.control.call<Run[]>("workflows", `${queue}.getCompleted`)
  return runs.filter(({ data, timestamp }) => data.jobId === `job-${name}` && timestamp > began)
    .length
}

describe("a server, a worker and one that is both, on one database and one Redis", () => {
  it("sell, ship and settle an order, whichever server takes the request", async () => {
    const shop = shopClient(cluster.front.url, run.facts)
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await sign((await simulator.applicationOfCart(cart.id)).tip)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const order = await paidOrderOf(cart.id)
    const staff = adminClient(cluster.front.url)
    await staff.ship(order.id, await staff.fulfil(order.id))
    await eventually(async () => {
      expect(paymentOf(await admin.order(order.id)).captured_at).toEqual(expect.any(String))
      await expectInvariants(cart.id)
    })
  })

  it("go by a changed setting without being started again, each of them", async () => {
    const settings = settingsOf(admin.door)
    const others = [cluster.worker, both].map(({ control }) => control)
    await settings.change({ minimum_amount: 654 })
    for (const control of others) {
      await eventually(async () => {
        // What is in force in that process; nothing is read for it.
        const inForce = await control.call("consumerFinancing", "options.checkout.valueOf")
        expect(inForce).toMatchObject({ minimumAmount: 654 })
      })
    }
    await settings.change({ minimum_amount: null })
  })

  it("share their locks, which the self-check finds good", async () => {
    const { checks } = await settingsOf(admin.door).selfCheck()
    expect(checks.find(({ name }) => name === "locking")).toMatchObject({
      outcome: "good",
      details: { is_distributed: true },
    })
  })

  it("check once what is due, also where two look for it at once", async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => appliedCart()))
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
        const calls = await callsOf(token, "getStatus")
        // A busy machine has checked some by their schedule before.
        const checks = calls.map(({ at }) => new Date(at).getTime()).filter((at) => at >= since)
        expect(checks.length).toBeGreaterThan(0)
        // By its schedule an application is checked again ten seconds later, and not before.
        const apart = checks.slice(1).map((at, index) => at - (checks[index] ?? 0))
        expect(apart.filter((milliseconds) => milliseconds < 5_000)).toEqual([])
      }
    })
  })

  it("run a job once when its time comes, and not once at each that runs jobs", async () => {
    const runs = await eventually(async () => {
      const counted = await runsOf(WATCH)
      expect(counted).toBeGreaterThanOrEqual(2)
      return counted
    })
    expect(runs).toBeLessThanOrEqual((Date.now() - began) / WATCH_EVERY + 1)
  })

  it("keep a postback that comes while Redis is away, and make it an order once it is back", async () => {
    const shop = shopClient(cluster.front.url, run.facts)
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    const { tip } = await simulator.applicationOfCart(cart.id)
    await stopRedis(redis)
    await sign(tip)
    const { id } = await applicationOf(cart.id)
    await eventually(async () => expect((await inboxOf(id)).length).toBeGreaterThan(0))
    // The row is there before the service has read the answer to it.
    await eventually(async () => {
      const { postbacks } = await simulator.application(tip)
      expect(postbacks.map(({ outcome }) => outcome)).toContain("HTTP 200")
    })
    await startRedisAgain(redis)
    await paidOrderOf(cart.id)
    await expectInvariants(cart.id)
  })
})

import { createServer, request as forward, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { ShownHome } from "../../src/modules/consumer-financing/home/home"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { createShopClient } from "../../tooling/clients/shop-client"
import { findFreePort } from "../../tooling/free-port"
import type { Store } from "../../tooling/store-process"
import { createHarness } from "./harness"
import { listServiceCalls } from "./money-steps"
import {
  copyDatabase,
  queryDatabase,
  killServers,
  startServerOn,
  startIsolatedShop,
} from "./isolated-shop"
import { getHttpRefusal } from "./setting-steps"

const { run, simulator } = createHarness()

const PRODUCTION = { environment: "production" } as const
const JOB = "watch-financing-applications"
const CHANGING = ["cancel", "settle", "refund", "partialRefund", "updateOrderId"] as const
const LOCKED = "its database may be a copy of another shop's"

/** Returns the state of a server after a new challenge. */
const homeOf = async (store: Store): Promise<ShownHome> =>
  await store.control.call<ShownHome>("consumerFinancing", "home.refresh")

const portOf = ({ url }: Store): number => Number(new URL(url).port)

const shopAt = (store: Store) => createShopClient(store.url, run.facts)

async function apply(store: Store) {
  const cart = await shopAt(store).createCart()
  await shopAt(store).choosePaymentMethod(cart.id)
  const { tip } = await simulator.findCartApplication(cart.id)
  await simulator.postbacks({ mode: "lost", match: { token: tip } })
  return { cart, token: tip }
}

async function applySigned(store: Store) {
  const applied = await apply(store)
  await simulator.decision(applied.token, { outcome: "approve" })
  await simulator.decision(applied.token, { outcome: "sign" })
  return applied
}

async function buy(store: Store, admin: AdminClient) {
  const { cart, token } = await applySigned(store)
  expect(await shopAt(store).completeCart(cart.id)).toMatchObject({ type: "order" })
  const order = await eventually(async () => {
    const found = await admin.findOrderByCart(cart.id)
    if (!found?.payment_collections?.[0]?.payments?.[0]) throw new Error("no payment yet")
    return found
  })
  const paymentId = order.payment_collections?.[0]?.payments?.[0]?.id ?? ""
  return { cart, token, orderId: order.id, paymentId }
}

async function reconcileAll(store: Store, databaseUrl: string): Promise<void> {
  const rows = await queryDatabase(databaseUrl, "select id from financing_application")
  for (const { id } of rows) {
    const input = { application_id: id, cause: "poll" }
    await store.control.runWorkflow("reconcile-financing-application", input)
  }
}

const changesOf = async (token: string): Promise<number> => {
  const calls = await Promise.all(CHANGING.map((operation) => listServiceCalls(token, operation)))
  return calls.flat().length
}

const decide = async (store: Store, decision: string): Promise<ShownHome> =>
  (
    await createAdminClient(store.url).adminApi.post<{ home: ShownHome }>(
      "/admin/consumer-financing/home",
      {
        decision,
      }
    )
  ).home

describe("a copy of a live shop's database, with the same secret and production credentials", () => {
  let live: Store
  let copies: Store[]
  let copyUrl: string
  let open: Awaited<ReturnType<typeof apply>>
  let signed: Awaited<ReturnType<typeof apply>>
  let bought: Awaited<ReturnType<typeof buy>>

  beforeAll(async () => {
    const apart = await startIsolatedShop(PRODUCTION)
    live = apart.stores[0]
    await live.control.unschedule(JOB)
    open = await apply(live)
    signed = await applySigned(live)
    bought = await buy(live, apart.admin)
    await eventually(async () => expect(await changesOf(bought.token)).toBe(1))
    // The schedule of the live shop must not place the signed cart's order before the job is unscheduled.
    await queryDatabase(
      apart.databaseUrl,
      "update financing_application set next_check_at = now() + interval '1 day'"
    )
    await live.stop()
    copyUrl = await copyDatabase(apart.databaseUrl)
    live = await startServerOn(apart.databaseUrl, PRODUCTION, portOf(live))
    await live.control.unschedule(JOB)
    // Unsigned for long enough to be cancelled, and without a confirmed order number.
    await queryDatabase(
      copyUrl,
      `update financing_application set created_at = now() - interval '49 hours', confirmed_order_id = null`
    )
    copies = [
      await startServerOn(copyUrl, { ...PRODUCTION, backendUrl: live.url }),
      await startServerOn(copyUrl, PRODUCTION),
    ]
  }, 400_000)

  afterAll(killServers)

  const each = [
    ["at the same address", 0],
    ["at another address", 1],
  ] as const
  const copyAt = (index: 0 | 1) => copies[index] as Store

  it.each(each)("%s changes nothing at the service when it reconciles", async (_, index) => {
    await reconcileAll(copyAt(index), copyUrl)
    expect(await changesOf(open.token)).toBe(0)
    expect(await changesOf(signed.token)).toBe(0)
    expect(await changesOf(bought.token)).toBe(1)
    expect((await simulator.application(open.token)).status).not.toBe("O")
    const placed = `select 1 from order_cart where cart_id = '${signed.cart.id}'`
    expect(await queryDatabase(copyUrl, placed)).toEqual([])
  })

  it.each(each)("%s settles nothing when staff capture", async (_, index) => {
    const { body } = await getHttpRefusal(
      createAdminClient(copyAt(index).url).capture(bought.paymentId)
    )
    expect(body.message).toContain(LOCKED)
    expect((await simulator.application(bought.token)).status).toBe("S")
  })

  it.each(each)("%s places no order when a shopper completes a cart", async (_, index) => {
    expect(await shopAt(copyAt(index)).completeCart(signed.cart.id)).toMatchObject({
      type: "cart",
      error: { message: expect.stringContaining(LOCKED) as string },
    })
    expect(await changesOf(signed.token)).toBe(0)
  })

  it.each(each)("%s creates no application", async (_, index) => {
    const shop = shopAt(copyAt(index))
    const cart = await shop.createCart()
    await expect(shop.choosePaymentMethod(cart.id)).rejects.toThrow(
      "Financing is not available in this shop"
    )
    expect(await simulator.listCartApplications(cart.id)).toEqual([])
  })

  it.each(each)("%s sends no link to a customer", async (_, index) => {
    const rows = await queryDatabase(
      copyUrl,
      `select id from financing_application where cart_id = '${open.cart.id}'`
    )
    const path = `/admin/consumer-financing/applications/${String(rows[0]?.id)}/link/send`
    const { body } = await getHttpRefusal(
      createAdminClient(copyAt(index).url).adminApi.post(path, { channel: "email" })
    )
    expect(body.message).toContain(LOCKED)
    const sent = "select id from notification where template like 'consumer-financing%'"
    expect(await queryDatabase(copyUrl, sent)).toEqual([])
  })

  it.each(each)("%s still checks applications", async (_, index) => {
    await queryDatabase(copyUrl, "update financing_application set last_check_at = null")
    await reconcileAll(copyAt(index), copyUrl)
    const unread = "select id from financing_application where last_check_at is null"
    expect(await queryDatabase(copyUrl, unread)).toEqual([])
  })

  it("leaves the live shop able to settle and to place orders", async () => {
    expect(await homeOf(live)).toMatchObject({ state: "ours", is_locked: false })
    await createAdminClient(live.url).capture(bought.paymentId)
    expect((await simulator.application(bought.token)).status).not.toBe("S")
    expect(await shopAt(live).completeCart(signed.cart.id)).toMatchObject({ type: "order" })
  })

  it("reports the lock in log, health and self-check, and unlocks with an event when staff decide so", async () => {
    const [copy] = copies as [Store]
    expect(await homeOf(copy)).toMatchObject({ state: "copy", is_locked: true, address: live.url })
    expect(copy.logs()).toContain("it is a copy. Production is locked")
    const headers = await createAdminClient(copy.url).headers()
    const health = await fetch(`${copy.url}/admin/consumer-financing/health`, { headers })
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({
      health: {
        status: "down",
        home: { state: "copy", is_locked: true },
        environments: { production: { problems: ["locked"] } },
      },
    })
    const { self_check } = await createAdminClient(copy.url).adminApi.get<{
      self_check: { checks: { name: string; outcome: string }[] }
    }>("/admin/consumer-financing/settings/self-check")
    expect(self_check.checks).toContainEqual(
      expect.objectContaining({ name: "home", outcome: "bad" })
    )
    const { body } = await getHttpRefusal(decide(copy, "moved"))
    expect(body.message).toContain("Another database answers at")
    const elsewhere = copyAt(1)
    expect(await decide(elsewhere, "copy")).toMatchObject({ state: "copy", is_declared_copy: true })
    await eventually(async () =>
      expect(await copy.control.call<ShownHome>("consumerFinancing", "home.show")).toMatchObject({
        is_declared_copy: true,
      })
    )
    // The shop has moved to the copy, and the event reports that production is unlocked.
    await elsewhere.control.recordEvents("consumer-financing.home.unlocked")
    expect(await decide(elsewhere, "moved")).toMatchObject({
      state: "ours",
      is_locked: false,
      address: elsewhere.url,
    })
    await eventually(async () =>
      expect(await elsewhere.control.listEvents("consumer-financing.home.unlocked")).toMatchObject([
        { state: "ours", home: elsewhere.url },
      ])
    )
    expect((await applySigned(elsewhere)).token).toMatch(/./)
  })
})

describe("a shop with one database", () => {
  afterEach(killServers)

  it("works on a server with a wrong backendUrl, and logs a warning", async () => {
    const apart = await startIsolatedShop(PRODUCTION)
    const [first] = apart.stores
    expect(await homeOf(first)).toMatchObject({ state: "ours" })
    const wrong = "https://wrong.shop.example"
    const second = await startServerOn(apart.databaseUrl, { ...PRODUCTION, backendUrl: wrong })
    expect(await homeOf(second)).toMatchObject({ state: "alias", is_locked: false })
    expect(second.logs()).toContain(`but backendUrl is ${wrong}`)
    const { paymentId, token } = await buy(second, createAdminClient(second.url))
    await createAdminClient(second.url).capture(paymentId)
    expect((await simulator.application(token)).status).not.toBe("S")
  }, 300_000)

  it("works when its servers cannot reach their own address, and logs that once", async () => {
    const backendUrl = `http://localhost:${await findFreePort()}`
    const apart = await startIsolatedShop({ ...PRODUCTION, backendUrl })
    const [server] = apart.stores
    const { paymentId } = await buy(server, apart.admin)
    await apart.admin.capture(paymentId)
    for (let times = 0; times < 4; times += 1) {
      expect(await homeOf(server)).toMatchObject({ state: "unverified", is_locked: false })
    }
    expect(server.logs().split("gives no proof that it leads to this database")).toHaveLength(2)
  }, 300_000)

  it("is locked at a new address until staff decide that it has moved", async () => {
    const apart = await startIsolatedShop(PRODUCTION)
    const [former] = apart.stores
    expect(await homeOf(former)).toMatchObject({ state: "ours" })
    await former.kill()
    const server = await startServerOn(apart.databaseUrl, PRODUCTION)
    expect(await homeOf(server)).toMatchObject({ state: "possible-copy", is_locked: true })
    const cart = await shopAt(server).createCart()
    await expect(shopAt(server).choosePaymentMethod(cart.id)).rejects.toThrow("not available")
    expect(await decide(server, "moved")).toMatchObject({ state: "ours", address: server.url })
    await shopAt(server).choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    const { settings } = await createAdminClient(server.url).adminApi.get<{
      settings: { changes: { what: string[]; before: unknown; after: unknown }[] }
    }>("/admin/consumer-financing/settings")
    expect(settings.changes[0]).toMatchObject({
      what: ["home"],
      before: { home: former.url },
      after: { home: server.url },
    })
  }, 300_000)

  it("moves to a new address by the option movedFrom, and works there at once", async () => {
    const apart = await startIsolatedShop(PRODUCTION)
    const [former] = apart.stores
    expect(await homeOf(former)).toMatchObject({ state: "ours" })
    await former.kill()
    const pluginOptions = { ...run.settings.pluginOptions, movedFrom: `${former.url}/` }
    const server = await startServerOn(apart.databaseUrl, { ...PRODUCTION, pluginOptions })
    await apply(server)
    expect(await homeOf(server)).toMatchObject({ state: "ours", address: server.url })
  }, 300_000)

  it("works after a restore in place", async () => {
    const port = await findFreePort()
    const apart = await startIsolatedShop(PRODUCTION, { port })
    const [former] = apart.stores
    const { paymentId } = await buy(former, apart.admin)
    await former.stop()
    const restored = await copyDatabase(apart.databaseUrl)
    const server = await startServerOn(restored, PRODUCTION, port)
    await createAdminClient(server.url).capture(paymentId)
    expect(await homeOf(server)).toMatchObject({ state: "ours", address: server.url })
  }, 300_000)
})

describe("two databases behind one address", () => {
  let front: Server
  let target: string
  afterAll(() => front?.close())

  it("swap roles: the one that the address leads to works, and the other one is locked", async () => {
    front = createServer((req, res) => {
      const { method, headers, url: path } = req
      const onward = forward(`${target}${path}`, { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      })
      onward.on("error", () => res.writeHead(502).end())
      req.pipe(onward)
    }).listen(0, "localhost")
    await new Promise((resolve) => front.once("listening", resolve))
    const backendUrl = `http://localhost:${(front.address() as AddressInfo).port}`
    const settings = { ...PRODUCTION, backendUrl }
    const apart = await startIsolatedShop(settings)
    let [blue] = apart.stores
    target = blue.url
    expect(await homeOf(blue)).toMatchObject({ state: "ours" })
    await blue.stop()
    const green = await startServerOn(await copyDatabase(apart.databaseUrl), settings)
    blue = await startServerOn(apart.databaseUrl, settings, portOf(blue))
    expect(await homeOf(green)).toMatchObject({ state: "copy", is_locked: true })
    target = green.url
    expect(await homeOf(green)).toMatchObject({ state: "ours", is_locked: false })
    expect(await homeOf(blue)).toMatchObject({ state: "copy", is_locked: true })
    await apply(green)
    // A short outage of the address proves nothing: each database keeps its state.
    target = "http://localhost:9"
    expect(await homeOf(green)).toMatchObject({ state: "ours" })
    expect(await homeOf(blue)).toMatchObject({ state: "copy" })
  }, 300_000)
})

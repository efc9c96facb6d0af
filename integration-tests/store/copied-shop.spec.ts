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
const CHANGING_OPERATIONS = [
  "cancel",
  "settle",
  "refund",
  "partialRefund",
  "updateOrderId",
] as const
const LOCKED_MESSAGE = "its database may be a copy of another shop's"

/** Returns the state of a server after a new challenge. */
const refreshHome = async (store: Store): Promise<ShownHome> =>
  await store.control.call<ShownHome>("consumerFinancing", "home.refresh")

const getPort = ({ url }: Store): number => Number(new URL(url).port)

const createShop = (store: Store) => createShopClient(store.url, run.facts)

async function createApplication(store: Store) {
  const cart = await createShop(store).createCart()
  await createShop(store).choosePaymentMethod(cart.id)
  const { tip } = await simulator.findCartApplication(cart.id)
  await simulator.postbacks({ mode: "lost", match: { token: tip } })
  return { cart, token: tip }
}

async function createSignedApplication(store: Store) {
  const application = await createApplication(store)
  await simulator.decision(application.token, { outcome: "approve" })
  await simulator.decision(application.token, { outcome: "sign" })
  return application
}

async function createPaidOrder(store: Store, admin: AdminClient) {
  const { cart, token } = await createSignedApplication(store)
  expect(await createShop(store).completeCart(cart.id)).toMatchObject({ type: "order" })
  const order = await eventually(async () => {
    const placedOrder = await admin.findOrderByCart(cart.id)
    if (!placedOrder?.payment_collections?.[0]?.payments?.[0]) throw new Error("no payment yet")
    return placedOrder
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

const countChanges = async (token: string): Promise<number> => {
  const calls = await Promise.all(
    CHANGING_OPERATIONS.map((operation) => listServiceCalls(token, operation))
  )
  return calls.flat().length
}

const postHomeDecision = async (store: Store, decision: string): Promise<ShownHome> =>
  (
    await createAdminClient(store.url).adminApi.post<{ home: ShownHome }>(
      "/admin/consumer-financing/home",
      {
        decision,
      }
    )
  ).home

describe("a copy of a live shop's database, with the same secret and production credentials", () => {
  let liveStore: Store
  let copies: Store[]
  let copyUrl: string
  let openCart: Awaited<ReturnType<typeof createApplication>>
  let signedCart: Awaited<ReturnType<typeof createApplication>>
  let purchase: Awaited<ReturnType<typeof createPaidOrder>>

  beforeAll(async () => {
    const isolatedShop = await startIsolatedShop(PRODUCTION)
    liveStore = isolatedShop.stores[0]
    await liveStore.control.unschedule(JOB)
    openCart = await createApplication(liveStore)
    signedCart = await createSignedApplication(liveStore)
    purchase = await createPaidOrder(liveStore, isolatedShop.admin)
    await eventually(async () => expect(await countChanges(purchase.token)).toBe(1))
    // The schedule of the live shop must not place the signed cart's order before the job is unscheduled.
    await queryDatabase(
      isolatedShop.databaseUrl,
      "update financing_application set next_check_at = now() + interval '1 day'"
    )
    await liveStore.stop()
    copyUrl = await copyDatabase(isolatedShop.databaseUrl)
    liveStore = await startServerOn(isolatedShop.databaseUrl, PRODUCTION, getPort(liveStore))
    await liveStore.control.unschedule(JOB)
    // Unsigned for long enough to be cancelled, and without a confirmed order number.
    await queryDatabase(
      copyUrl,
      `update financing_application set created_at = now() - interval '49 hours', confirmed_order_id = null`
    )
    copies = [
      await startServerOn(copyUrl, { ...PRODUCTION, backendUrl: liveStore.url }),
      await startServerOn(copyUrl, PRODUCTION),
    ]
  }, 400_000)

  afterAll(killServers)

  const COPY_CASES = [
    ["at the same address", 0],
    ["at another address", 1],
  ] as const
  const getCopy = (index: 0 | 1) => copies[index] as Store

  it.each(COPY_CASES)("%s changes nothing at the service when it reconciles", async (_, index) => {
    await reconcileAll(getCopy(index), copyUrl)
    expect(await countChanges(openCart.token)).toBe(0)
    expect(await countChanges(signedCart.token)).toBe(0)
    expect(await countChanges(purchase.token)).toBe(1)
    expect((await simulator.application(openCart.token)).status).not.toBe("O")
    const statement = `select 1 from order_cart where cart_id = '${signedCart.cart.id}'`
    expect(await queryDatabase(copyUrl, statement)).toEqual([])
  })

  it.each(COPY_CASES)("%s settles nothing when staff capture", async (_, index) => {
    const { body } = await getHttpRefusal(
      createAdminClient(getCopy(index).url).capture(purchase.paymentId)
    )
    expect(body.message).toContain(LOCKED_MESSAGE)
    expect((await simulator.application(purchase.token)).status).toBe("S")
  })

  it.each(COPY_CASES)("%s places no order when a shopper completes a cart", async (_, index) => {
    expect(await createShop(getCopy(index)).completeCart(signedCart.cart.id)).toMatchObject({
      type: "cart",
      error: { message: expect.stringContaining(LOCKED_MESSAGE) as string },
    })
    expect(await countChanges(signedCart.token)).toBe(0)
  })

  it.each(COPY_CASES)("%s creates no application", async (_, index) => {
    const shop = createShop(getCopy(index))
    const cart = await shop.createCart()
    await expect(shop.choosePaymentMethod(cart.id)).rejects.toThrow(
      "Financing is not available in this shop"
    )
    expect(await simulator.listCartApplications(cart.id)).toEqual([])
  })

  it.each(COPY_CASES)("%s sends no link to a customer", async (_, index) => {
    const rows = await queryDatabase(
      copyUrl,
      `select id from financing_application where cart_id = '${openCart.cart.id}'`
    )
    const path = `/admin/consumer-financing/applications/${String(rows[0]?.id)}/link/send`
    const { body } = await getHttpRefusal(
      createAdminClient(getCopy(index).url).adminApi.post(path, { channel: "email" })
    )
    expect(body.message).toContain(LOCKED_MESSAGE)
    const statement = "select id from notification where template like 'consumer-financing%'"
    expect(await queryDatabase(copyUrl, statement)).toEqual([])
  })

  it.each(COPY_CASES)("%s still checks applications", async (_, index) => {
    await queryDatabase(copyUrl, "update financing_application set last_check_at = null")
    await reconcileAll(getCopy(index), copyUrl)
    const statement = "select id from financing_application where last_check_at is null"
    expect(await queryDatabase(copyUrl, statement)).toEqual([])
  })

  it("leaves the live shop able to settle and to place orders", async () => {
    expect(await refreshHome(liveStore)).toMatchObject({ state: "ours", is_locked: false })
    await createAdminClient(liveStore.url).capture(purchase.paymentId)
    expect((await simulator.application(purchase.token)).status).not.toBe("S")
    expect(await createShop(liveStore).completeCart(signedCart.cart.id)).toMatchObject({
      type: "order",
    })
  })

  it("reports the lock in log, health and self-check, and unlocks with an event when staff decide so", async () => {
    const [copy] = copies as [Store]
    expect(await refreshHome(copy)).toMatchObject({
      state: "copy",
      is_locked: true,
      address: liveStore.url,
    })
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
    const { body } = await getHttpRefusal(postHomeDecision(copy, "moved"))
    expect(body.message).toContain("Another database answers at")
    const otherCopy = getCopy(1)
    expect(await postHomeDecision(otherCopy, "copy")).toMatchObject({
      state: "copy",
      is_declared_copy: true,
    })
    await eventually(async () =>
      expect(await copy.control.call<ShownHome>("consumerFinancing", "home.show")).toMatchObject({
        is_declared_copy: true,
      })
    )
    // The shop has moved to the copy, and the event reports that production is unlocked.
    await otherCopy.control.recordEvents("consumer-financing.home.unlocked")
    expect(await postHomeDecision(otherCopy, "moved")).toMatchObject({
      state: "ours",
      is_locked: false,
      address: otherCopy.url,
    })
    await eventually(async () =>
      expect(await otherCopy.control.listEvents("consumer-financing.home.unlocked")).toMatchObject([
        { state: "ours", home: otherCopy.url },
      ])
    )
    expect((await createSignedApplication(otherCopy)).token).toMatch(/./)
  })
})

describe("a shop with one database", () => {
  afterEach(killServers)

  it("works on a server with a wrong backendUrl, and logs a warning", async () => {
    const isolatedShop = await startIsolatedShop(PRODUCTION)
    const [first] = isolatedShop.stores
    expect(await refreshHome(first)).toMatchObject({ state: "ours" })
    const wrongUrl = "https://wrong.shop.example"
    const second = await startServerOn(isolatedShop.databaseUrl, {
      ...PRODUCTION,
      backendUrl: wrongUrl,
    })
    expect(await refreshHome(second)).toMatchObject({ state: "alias", is_locked: false })
    expect(second.logs()).toContain(`but backendUrl is ${wrongUrl}`)
    const { paymentId, token } = await createPaidOrder(second, createAdminClient(second.url))
    await createAdminClient(second.url).capture(paymentId)
    expect((await simulator.application(token)).status).not.toBe("S")
  }, 300_000)

  it("works when its servers cannot reach their own address, and logs that once", async () => {
    const backendUrl = `http://localhost:${await findFreePort()}`
    const isolatedShop = await startIsolatedShop({ ...PRODUCTION, backendUrl })
    const [server] = isolatedShop.stores
    const { paymentId } = await createPaidOrder(server, isolatedShop.admin)
    await isolatedShop.admin.capture(paymentId)
    for (let index = 0; index < 4; index += 1) {
      expect(await refreshHome(server)).toMatchObject({ state: "unverified", is_locked: false })
    }
    expect(server.logs().split("gives no proof that it leads to this database")).toHaveLength(2)
  }, 300_000)

  it("is locked at a new address until staff decide that it has moved", async () => {
    const isolatedShop = await startIsolatedShop(PRODUCTION)
    const [formerServer] = isolatedShop.stores
    expect(await refreshHome(formerServer)).toMatchObject({ state: "ours" })
    await formerServer.kill()
    const server = await startServerOn(isolatedShop.databaseUrl, PRODUCTION)
    expect(await refreshHome(server)).toMatchObject({ state: "possible-copy", is_locked: true })
    const cart = await createShop(server).createCart()
    await expect(createShop(server).choosePaymentMethod(cart.id)).rejects.toThrow("not available")
    expect(await postHomeDecision(server, "moved")).toMatchObject({
      state: "ours",
      address: server.url,
    })
    await createShop(server).choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    const { settings } = await createAdminClient(server.url).adminApi.get<{
      settings: { changes: { what: string[]; before: unknown; after: unknown }[] }
    }>("/admin/consumer-financing/settings")
    expect(settings.changes[0]).toMatchObject({
      what: ["home"],
      before: { home: formerServer.url },
      after: { home: server.url },
    })
  }, 300_000)

  it("moves to a new address by the option movedFrom, and works there at once", async () => {
    const isolatedShop = await startIsolatedShop(PRODUCTION)
    const [formerServer] = isolatedShop.stores
    expect(await refreshHome(formerServer)).toMatchObject({ state: "ours" })
    await formerServer.kill()
    const pluginOptions = { ...run.settings.pluginOptions, movedFrom: `${formerServer.url}/` }
    const server = await startServerOn(isolatedShop.databaseUrl, { ...PRODUCTION, pluginOptions })
    await createApplication(server)
    expect(await refreshHome(server)).toMatchObject({ state: "ours", address: server.url })
  }, 300_000)

  it("works after a restore in place", async () => {
    const port = await findFreePort()
    const isolatedShop = await startIsolatedShop(PRODUCTION, { port })
    const [formerServer] = isolatedShop.stores
    const { paymentId } = await createPaidOrder(formerServer, isolatedShop.admin)
    await formerServer.stop()
    const restoredUrl = await copyDatabase(isolatedShop.databaseUrl)
    const server = await startServerOn(restoredUrl, PRODUCTION, port)
    await createAdminClient(server.url).capture(paymentId)
    expect(await refreshHome(server)).toMatchObject({ state: "ours", address: server.url })
  }, 300_000)
})

describe("two databases behind one address", () => {
  let proxy: Server
  let targetUrl: string
  afterAll(() => proxy?.close())

  it("swap roles: the one that the address leads to works, and the other one is locked", async () => {
    proxy = createServer((req, res) => {
      const { method, headers, url: path } = req
      const forwarded = forward(`${targetUrl}${path}`, { method, headers }, (targetResponse) => {
        res.writeHead(targetResponse.statusCode ?? 502, targetResponse.headers)
        targetResponse.pipe(res)
      })
      forwarded.on("error", () => res.writeHead(502).end())
      req.pipe(forwarded)
    }).listen(0, "localhost")
    await new Promise((resolve) => proxy.once("listening", resolve))
    const backendUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`
    const settings = { ...PRODUCTION, backendUrl }
    const isolatedShop = await startIsolatedShop(settings)
    let [originalServer] = isolatedShop.stores
    targetUrl = originalServer.url
    expect(await refreshHome(originalServer)).toMatchObject({ state: "ours" })
    await originalServer.stop()
    const copyServer = await startServerOn(await copyDatabase(isolatedShop.databaseUrl), settings)
    originalServer = await startServerOn(
      isolatedShop.databaseUrl,
      settings,
      getPort(originalServer)
    )
    expect(await refreshHome(copyServer)).toMatchObject({ state: "copy", is_locked: true })
    targetUrl = copyServer.url
    expect(await refreshHome(copyServer)).toMatchObject({ state: "ours", is_locked: false })
    expect(await refreshHome(originalServer)).toMatchObject({ state: "copy", is_locked: true })
    await createApplication(copyServer)
    // A short outage of the address proves nothing: each database keeps its state.
    targetUrl = "http://localhost:9"
    expect(await refreshHome(copyServer)).toMatchObject({ state: "ours" })
    expect(await refreshHome(originalServer)).toMatchObject({ state: "copy" })
  }, 300_000)
})

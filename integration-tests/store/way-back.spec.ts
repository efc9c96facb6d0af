import type { HttpTypes } from "@medusajs/framework/types"
import { eventually } from "../../tooling/clients/eventually"
import { createRequestedDraft } from "./financing-request-steps"
import { createCartWithOffers, signContract } from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { openReturnPage } from "./return-page"
import { listServiceCalls, injectFault } from "./money-steps"
import { makeCheckDue, waitUntilIdle } from "./scheduled-checks"
import { getLatestApplication, updateApplication, listTimelineEntries } from "./plugin-records"
import { createPreApprovedCart } from "./pre-approval-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  waitForOrder,
  createPaidOrder,
  waitForPaidOrder,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "./purchase-steps"

const { run, shop, admin, store, simulator } = createHarness()

const STOREFRONT = new URL(run.settings.storefrontUrl ?? "http://localhost:8000").origin

/** Where the shopper is sent, which is always the merchant's storefront (G2). */
async function getLandingPath(url: string | undefined, init: RequestInit = {}): Promise<string> {
  const { status, headers, address } = await openReturnPage(url, init)
  expect(status).toBe(200)
  expect(headers.get("referrer-policy")).toBe("no-referrer")
  expect(headers.get("cache-control")).toBe("no-store")
  const { origin, pathname, search } = new URL(address)
  expect(origin).toBe(STOREFRONT)
  return pathname + search
}

describe("the shopper's return address", () => {
  afterEach(() => simulator.clearFaults())

  it("leads to the order on every visit, and places it once", async () => {
    const { cart, applied } = await createSignedApplication()
    const firstPath = await getLandingPath(applied.returnUrl)
    const order = await waitForOrder(cart.id)
    expect(firstPath).toBe(`/us/order/${order.id}/confirmed`)
    expect(await getLandingPath(applied.returnUrl)).toBe(firstPath)
    expect(await getLandingPath(applied.cancelUrl)).toBe(firstPath)
    await expectInvariants(cart.id)
  })

  it("places one order for twenty requests at once, with at most three timeline entries (C2, B11)", async () => {
    const { cart, applied } = await createSignedApplication()
    const landingPaths = await Promise.all(
      Array.from({ length: 20 }, () => getLandingPath(applied.returnUrl))
    )
    const order = await waitForOrder(cart.id)
    expect(new Set(landingPaths)).toEqual(new Set([`/us/order/${order.id}/confirmed`]))
    const { id } = await getLatestApplication(cart.id)
    const returnEntries = (await listTimelineEntries(id)).filter(
      ({ what }) => what === "shopper-returned"
    )
    expect(returnEntries.length).toBeLessThanOrEqual(3)
    await expectInvariants(cart.id)
  })

  it("leads to the checkout before the signature, and cancels nothing", async () => {
    const { cart, applied, token } = await createAppliedCart()
    await disablePostbacks(token)
    expect(await getLandingPath(applied.returnUrl)).toBe("/us/checkout?step=payment")
    expect(await getLandingPath(applied.cancelUrl)).toBe("/us/checkout?step=payment")
    expect(await simulator.application(token)).toMatchObject({ status: "P", cancelCount: 0 })
    await signApplication(token)
    expect(await getLandingPath(applied.returnUrl)).toMatch(/\/us\/order\/order_\w+\/confirmed/)
    await expectInvariants(cart.id)
  })

  it("shows the shop's name on the redirect page", async () => {
    const { applied, token } = await createAppliedCart()
    await disablePostbacks(token)
    const { stores } = await admin.adminApi.get<HttpTypes.AdminStoreListResponse>("/admin/stores")
    const name = stores[0]?.name ?? ""
    expect(name).not.toBe("")
    const { page } = await openReturnPage(applied.returnUrl)
    expect(page).toContain(`Taking you back to ${name}…`)
  })

  it("ignores its query (G2, G10)", async () => {
    const { cart, applied, token } = await createAppliedCart()
    await disablePostbacks(token)
    const query =
      "?status=S&app=x&uuid=y&returnUrl=https://evil.example&redirect=//evil.example&order_id=z"
    expect(await getLandingPath(`${applied.returnUrl}${query}`)).toBe("/us/checkout?step=payment")
    expect(await getLandingPath(`${applied.cancelUrl}${query}`)).toBe("/us/checkout?step=payment")
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    expect(await getLatestApplication(cart.id)).toMatchObject({ code: "P", review_reason: null })
  })

  it("leads to the checkout while the service is down, and the order is placed later (H5)", async () => {
    const { cart, applied, token } = await createSignedApplication()
    await injectFault(token, { operation: "getStatus", kind: "reset" })
    expect(await getLandingPath(applied.returnUrl)).toBe("/us/checkout?step=payment")
    await simulator.clearFaults()
    await makeCheckDue(cart.id)
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
    await expectInvariants(cart.id)
  })

  it("leads to the checkout while the stored order does not exist, and to the new order later", async () => {
    const { cart, applied, token } = await createSignedApplication()
    await injectFault(token, { operation: "getStatus", kind: "reset" })
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { order_id: "order_taken_back" })
    expect(await getLandingPath(applied.returnUrl)).toBe("/us/checkout?step=payment")
    await simulator.clearFaults()
    await makeCheckDue(cart.id)
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
    const order = await waitForOrder(cart.id)
    expect(await getLandingPath(applied.returnUrl)).toBe(`/us/order/${order.id}/confirmed`)
    await expectInvariants(cart.id)
  })

  it("leads to the order after its capture and refund, and changes nothing (B6)", async () => {
    const { cart, applied, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    expect(await getLandingPath(applied.returnUrl)).toBe(`/us/order/${order.id}/confirmed`)
    expect(await getLandingPath(applied.cancelUrl)).toBe(`/us/order/${order.id}/confirmed`)
    await expectInvariants(cart.id)
  })
})

/** The return addresses of an application, even if the service did not get them. */
async function getReturnUrls(purchaseId: string) {
  const application = await getLatestApplication(purchaseId)
  type Addresses = { returnUrl: string; cancelUrl: string }
  return await store.call<Addresses>("consumerFinancing", "addresses.of", application)
}

/** Makes an order and its payment this many hours old. */
async function ageOrder(orderId: string, payment: { id: string }, hours: number): Promise<void> {
  for (const [table, id] of [["order", orderId] as const, ["payment", payment.id] as const]) {
    const statement = `update "${table}" set created_at = now() - make_interval(hours => :hours) where id = :id`
    await store.call("__pg_connection__", "raw", statement, { id, hours })
  }
}

describe("a returning shopper", () => {
  afterEach(() => simulator.clearFaults())

  it("lands on the order placed through the shop's own form", async () => {
    const { cart } = await createCartWithOffers()
    const { returnUrl } = await getReturnUrls(cart.id)
    await signContract(cart.id)
    const landingPath = await getLandingPath(returnUrl)
    expect(landingPath).toBe(`/us/order/${(await waitForOrder(cart.id)).id}/confirmed`)
  })

  it("lands on the order that a pre-approval pays for", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    await simulator.decision(token, { outcome: "sign" })
    const { returnUrl } = await getReturnUrls(cart.id)
    const landingPath = await getLandingPath(returnUrl)
    expect(landingPath).toBe(`/us/order/${(await waitForOrder(cart.id)).id}/confirmed`)
  })

  it("lands on the order of a signed financing request, by either address", async () => {
    const { orderId, token } = await createRequestedDraft()
    const { returnUrl, cancelUrl } = await simulator.application(token)
    await disablePostbacks(token)
    expect(await getLandingPath(cancelUrl)).toBe("/")
    await signApplication(token)
    expect(await getLandingPath(returnUrl)).toBe(`/us/order/${orderId}/confirmed`)
    expect(await getLandingPath(cancelUrl)).toBe(`/us/order/${orderId}/confirmed`)
  })

  it("waits for an order that is being placed", async () => {
    const { cart, applied } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    // Stands for another process that is reconciling the application.
    type Lease = { name: string; holder: string }
    const lease = await store.call<Lease>(
      "consumerFinancing",
      "leases.acquire",
      `reconcile:${id}`,
      10_000
    )
    const [landingPath, completion] = await Promise.all([
      getLandingPath(applied.cancelUrl),
      shop.completeCart(cart.id),
    ])
    await store.call("consumerFinancing", "leases.release", lease)
    expect(completion.type).toBe("order")
    expect(landingPath).toBe(`/us/order/${(await waitForOrder(cart.id)).id}/confirmed`)
  })

  it("lands on the cart's order when a later application paid for it", async () => {
    const { cart, applied } = await createAppliedCart()
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await shop.choosePaymentMethod(cart.id)
    const { tip } = await simulator.findCartApplication(cart.id)
    await signApplication(tip)
    const order = await waitForPaidOrder(cart.id)
    expect(await getLandingPath(applied.cancelUrl)).toBe(`/us/order/${order.id}/confirmed`)
  })

  it("lands on the start page once the order is older than a day", async () => {
    const { applied, order, payment } = await createPaidOrder()
    await ageOrder(order.id, payment, 23)
    expect(await getLandingPath(applied.returnUrl)).toBe(`/us/order/${order.id}/confirmed`)
    await ageOrder(order.id, payment, 25)
    expect(await getLandingPath(applied.returnUrl)).toBe("/")
    expect(await getLandingPath(applied.cancelUrl)).toBe("/")
  })

  it("can arrive by POST on both addresses, and the body is ignored (G10)", async () => {
    const { cart, applied, token } = await createAppliedCart()
    await disablePostbacks(token)
    const bodies = [
      ["application/json", `{"status":"S","redirect":"https://evil.example`],
      ["application/x-www-form-urlencoded", "status=S&order_id=order_1&url=//evil.example"],
      ["multipart/form-data; boundary=x", "--x"],
      ["text/plain", "x".repeat(500_000)],
    ] as const
    for (const [type, body] of bodies) {
      const init = { method: "POST", headers: { "content-type": type }, body }
      expect(await getLandingPath(applied.cancelUrl, init)).toBe("/us/checkout?step=payment")
    }
    await signApplication(token)
    const [[type, body]] = bodies
    const init = { method: "POST", headers: { "content-type": type }, body }
    const landingPath = await getLandingPath(applied.returnUrl, init)
    expect(landingPath).toBe(`/us/order/${(await waitForOrder(cart.id)).id}/confirmed`)
  })

  it("causes at most one status check in five seconds, however many visits there are", async () => {
    const { cart, applied, token } = await createAppliedCart()
    await disablePostbacks(token)
    const { id } = await getLatestApplication(cart.id)
    await waitUntilIdle(id)
    const before = (await listServiceCalls(token, "getStatus")).length
    const startedAt = Date.now()
    for (let visit = 0; visit < 50; visit += 1) {
      expect(await getLandingPath(applied.cancelUrl)).toBe("/us/checkout?step=payment")
    }
    const seconds = (Date.now() - startedAt) / 1_000
    const checkCount = (await listServiceCalls(token, "getStatus")).length - before
    // The first visit also restarts the scheduled checks: after 10 seconds, 30, and every minute.
    const scheduledChecks = seconds < 9 ? 0 : 1 + Math.ceil(seconds / 30)
    expect(checkCount).toBeGreaterThanOrEqual(1)
    expect(checkCount).toBeLessThanOrEqual(1 + Math.floor(seconds / 5) + scheduledChecks)
    expect(checkCount).toBeLessThan(25)
    const visitEntries = (await listTimelineEntries(id)).filter(
      ({ what }) => what === "shopper-walked-away"
    )
    expect(visitEntries.length).toBeLessThanOrEqual(1 + Math.floor(seconds / 5))
  })
})

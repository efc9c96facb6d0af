import { eventually } from "./eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { walkBack } from "./landing"
import { faultOn } from "./money-steps"
import { applicationOf, rewrite, timelineOf } from "./our-records"
import {
  appliedCart,
  capturedOrder,
  orderOf,
  sign,
  signedApplication,
  silence,
} from "./purchase-steps"

const { run, admin, simulator } = harness()

const STOREFRONT = new URL(run.settings.storefrontUrl ?? "http://localhost:8000").origin

/** Where the shopper is sent, which is always the merchant's storefront (G2). */
async function landing(url: string | undefined, init: RequestInit = {}): Promise<string> {
  const { status, headers, address } = await walkBack(url, init)
  expect(status).toBe(200)
  expect(headers.get("referrer-policy")).toBe("no-referrer")
  expect(headers.get("cache-control")).toBe("no-store")
  const { origin, pathname, search } = new URL(address)
  expect(origin).toBe(STOREFRONT)
  return pathname + search
}

describe("The shopper's way back", () => {
  afterEach(() => simulator.clearFaults())

  it("leads to the order, every time it is walked, and places it once", async () => {
    const { cart, applied } = await signedApplication()
    const first = await landing(applied.returnUrl)
    const order = await orderOf(cart.id)
    expect(first).toBe(`/us/order/${order.id}/confirmed`)
    expect(await landing(applied.returnUrl)).toBe(first)
    expect(await landing(applied.cancelUrl)).toBe(first)
    await expectInvariants(cart.id)
  })

  it("places one order when a shopper's browser asks twenty times at once, and costs two looks (C2, B11)", async () => {
    const { cart, applied } = await signedApplication()
    const landings = await Promise.all(Array.from({ length: 20 }, () => landing(applied.returnUrl)))
    const order = await orderOf(cart.id)
    expect(new Set(landings)).toEqual(new Set([`/us/order/${order.id}/confirmed`]))
    const { id } = await applicationOf(cart.id)
    const arrivals = (await timelineOf(id)).filter(({ what }) => what === "shopper-returned")
    expect(arrivals.length).toBeLessThanOrEqual(3)
    await expectInvariants(cart.id)
  })

  it("leads to the checkout while nothing is signed, and ends nothing", async () => {
    const { cart, applied, token } = await appliedCart()
    await silence(token)
    expect(await landing(applied.returnUrl)).toBe("/us/checkout?step=payment")
    expect(await landing(applied.cancelUrl)).toBe("/us/checkout?step=payment")
    expect(await simulator.application(token)).toMatchObject({ status: "P", cancelCount: 0 })
    await sign(token)
    expect(await landing(applied.returnUrl)).toMatch(/\/us\/order\/order_\w+\/confirmed/)
    await expectInvariants(cart.id)
  })

  it("does not read what stands in its query (G2, G10)", async () => {
    const { cart, applied, token } = await appliedCart()
    await silence(token)
    const claims =
      "?status=S&app=x&uuid=y&returnUrl=https://evil.example&redirect=//evil.example&order_id=z"
    expect(await landing(`${applied.returnUrl}${claims}`)).toBe("/us/checkout?step=payment")
    expect(await landing(`${applied.cancelUrl}${claims}`)).toBe("/us/checkout?step=payment")
    expect(await admin.orderOfCart(cart.id)).toBeUndefined()
    expect(await applicationOf(cart.id)).toMatchObject({ code: "P", attention: null })
  })

  it("leads on although the service is down, and the order follows by itself (H5)", async () => {
    const { cart, applied, token } = await signedApplication()
    await faultOn(token, { operation: "getStatus", kind: "reset" })
    expect(await landing(applied.returnUrl)).toBe("/us/checkout?step=payment")
    await simulator.clearFaults()
    await eventually(async () => expect(await admin.orderOfCart(cart.id)).toBeDefined())
    await expectInvariants(cart.id)
  })

  it("leads to the checkout while the order that was noted is one that core took back", async () => {
    const { cart, applied, token } = await signedApplication()
    await faultOn(token, { operation: "getStatus", kind: "reset" })
    const { id } = await applicationOf(cart.id)
    await rewrite(id, { order_id: "order_taken_back" })
    expect(await landing(applied.returnUrl)).toBe("/us/checkout?step=payment")
    await simulator.clearFaults()
    await eventually(async () => expect(await admin.orderOfCart(cart.id)).toBeDefined())
    const order = await orderOf(cart.id)
    expect(await landing(applied.returnUrl)).toBe(`/us/order/${order.id}/confirmed`)
    await expectInvariants(cart.id)
  })

  it("leads to the order weeks later, and changes nothing there (B6)", async () => {
    const { cart, applied, order, payment } = await capturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    expect(await landing(applied.returnUrl)).toBe(`/us/order/${order.id}/confirmed`)
    expect(await landing(applied.cancelUrl)).toBe(`/us/order/${order.id}/confirmed`)
    await expectInvariants(cart.id)
  })
})

import { expectEnded } from "./ended"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { landingOf, walkBack } from "./landing"
import { callsOf, faultOn } from "./money-steps"
import { applicationOf, timelineOf } from "./our-records"
import { appliedCart, orderUnderReview, paidOrderOf, sign } from "./purchases"

const { run, shop, admin, simulator } = harness()

describe("a shopper who leaves the hosted page", () => {
  it("lands in the checkout, and the application stays open", async () => {
    const { cart, token, applied } = await appliedCart()
    const back = await walkBack(applied.cancelUrl)
    expect(back.status).toBe(200)
    expect(back.address).toMatch(/\/us\/checkout\?step=payment$/)
    expect(await callsOf(token, "cancel")).toEqual([])
    expect((await callsOf(token, "getStatus")).length).toBeGreaterThan(0)
    const { id, state } = await applicationOf(cart.id)
    expect(state).toBe("awaiting-customer")
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({ what: "shopper-walked-away" })
    )
  })

  it("changes nothing with a query on the address (G10)", async () => {
    const { cart, token, applied } = await appliedCart()
    const query = "?status=S&token=another&order_id=1&redirect=https%3A%2F%2Felsewhere.example"
    for (const address of [applied.cancelUrl, applied.returnUrl]) {
      expect(await landingOf(String(address) + query)).toMatch(
        /^http:\/\/localhost:8000\/us\/checkout/
      )
    }
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    expect(await callsOf(token, "cancel")).toEqual([])
  })

  it("gets a 404 from a forged address and from one with another purpose (G6)", async () => {
    const { applied } = await appliedCart()
    const real = new URL(String(applied.cancelUrl))
    const wrong = [
      real.href.replace("/cancel/", "/return/"),
      real.href.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      real.href.replace(/finapp_[^/]+/, "finapp_01JUNKNOWN"),
      real.href.replace("/staging/", "/production/"),
    ]
    for (const address of wrong) {
      const answer = await fetch(address, { redirect: "manual" })
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { type: "not_found", message: "Not found" },
      ])
    }
    expect(real.origin).toBe(run.storeUrl)
  })

  it("can come back and finish the same application", async () => {
    const { cart, token, applied } = await appliedCart()
    await walkBack(applied.cancelUrl)
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data.url).toBe(applied.url)
    await sign(token)
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })
})

describe("a shopper who chooses another payment method", () => {
  it("ends the application at the service within seconds", async () => {
    const { cart, token } = await appliedCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await expectEnded(cart.id, token)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })

  it("can order while the service is down, and the application is cancelled afterwards (C6)", async () => {
    const { cart, token } = await appliedCart()
    await faultOn(token, { operation: "getStatus", kind: "status", status: 503, count: 4 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await expectInvariants(cart.id)
  })

  it("can return to financing at once, and one application stays open", async () => {
    const { cart } = await appliedCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await shop.choosePaymentMethod(cart.id)
    await eventually(async () => {
      const alive = (await simulator.listCartApplications(cart.id)).filter(
        ({ cancelled }) => !cancelled
      )
      const live = await applicationOf(cart.id)
      expect(alive).toHaveLength(1)
      expect(live.live_key).not.toBeNull()
    })
    const { tip } =
      (await simulator.listCartApplications(cart.id)).find((one) => !one.cancelled) ?? {}
    await sign(String(tip))
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

describe("a cancel at the service", () => {
  it("leaves a cart that can be financed again", async () => {
    const { cart, token } = await appliedCart()
    await simulator.decision(token, { outcome: "cancel" })
    await eventually(async () => {
      expect((await applicationOf(cart.id)).state).toBe("cancelled")
    })
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
    await expectInvariants(cart.id)
  })

  it("cancels the order under review (C7)", async () => {
    const { cart, order, token } = await orderUnderReview()
    await simulator.portal(token, { action: "cancel" })
    await simulator.postback(token)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).status).toBe("canceled")
    })
    expect(await callsOf(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })
})

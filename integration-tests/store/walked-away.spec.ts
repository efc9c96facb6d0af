import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getLandingUrl, openReturnPage } from "./return-page"
import { listServiceCalls, injectFault } from "./money-steps"
import { getLatestApplication, listTimelineEntries } from "./plugin-records"
import {
  createAppliedCart,
  createOrderUnderReview,
  waitForPaidOrder,
  signApplication,
} from "./purchases"

const { run, shop, admin, simulator } = createHarness()

describe("a shopper who leaves the hosted page", () => {
  it("lands in the checkout, and the application stays open", async () => {
    const { cart, token, applied } = await createAppliedCart()
    const returnPage = await openReturnPage(applied.cancelUrl)
    expect(returnPage.status).toBe(200)
    expect(returnPage.address).toMatch(/\/us\/checkout\?step=payment$/)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect((await listServiceCalls(token, "getStatus")).length).toBeGreaterThan(0)
    const { id, state } = await getLatestApplication(cart.id)
    expect(state).toBe("awaiting-customer")
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({ what: "shopper-walked-away" })
    )
  })

  it("changes nothing with a query on the address (G10)", async () => {
    const { cart, token, applied } = await createAppliedCart()
    const query = "?status=S&token=another&order_id=1&redirect=https%3A%2F%2Felsewhere.example"
    for (const address of [applied.cancelUrl, applied.returnUrl]) {
      expect(await getLandingUrl(String(address) + query)).toMatch(
        /^http:\/\/localhost:8000\/us\/checkout/
      )
    }
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })

  it("gets a 404 from a forged address and from one with another purpose (G6)", async () => {
    const { applied } = await createAppliedCart()
    const validUrl = new URL(String(applied.cancelUrl))
    const invalidUrls = [
      validUrl.href.replace("/cancel/", "/return/"),
      validUrl.href.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      validUrl.href.replace(/finapp_[^/]+/, "finapp_01JUNKNOWN"),
      validUrl.href.replace("/staging/", "/production/"),
    ]
    for (const address of invalidUrls) {
      const answer = await fetch(address, { redirect: "manual" })
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { type: "not_found", message: "Not found" },
      ])
    }
    expect(validUrl.origin).toBe(run.storeUrl)
  })

  it("can come back and finish the same application", async () => {
    const { cart, token, applied } = await createAppliedCart()
    await openReturnPage(applied.cancelUrl)
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data.url).toBe(applied.url)
    await signApplication(token)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })
})

describe("a shopper who chooses another payment method", () => {
  it("ends the application at the service within seconds", async () => {
    const { cart, token } = await createAppliedCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await expectApplicationEnded(cart.id, token)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })

  it("can order while the service is down, and the application is cancelled afterwards (C6)", async () => {
    const { cart, token } = await createAppliedCart()
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503, count: 4 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await expectInvariants(cart.id)
  })

  it("can return to financing at once, and one application stays open", async () => {
    const { cart } = await createAppliedCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await shop.choosePaymentMethod(cart.id)
    await eventually(async () => {
      const activeApplications = (await simulator.listCartApplications(cart.id)).filter(
        ({ cancelled }) => !cancelled
      )
      const currentApplication = await getLatestApplication(cart.id)
      expect(activeApplications).toHaveLength(1)
      expect(currentApplication.live_key).not.toBeNull()
    })
    const { tip } =
      (await simulator.listCartApplications(cart.id)).find(
        (application) => !application.cancelled
      ) ?? {}
    await signApplication(String(tip))
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

describe("a cancel at the service", () => {
  it("leaves a cart that can be financed again", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "cancel" })
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).state).toBe("cancelled")
    })
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
    await expectInvariants(cart.id)
  })

  it("cancels the order under review (C7)", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await simulator.portal(token, { action: "cancel" })
    await simulator.postback(token)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).status).toBe("canceled")
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })
})

import { eventually } from "../../tooling/clients/eventually"
import { harness, startAnotherStore } from "./harness"
import { expectInvariants } from "./invariants"
import { landingOf } from "./landing"
import { faultOn, sentenceOf } from "./money-steps"
import { newCart } from "./new-cart"
import {
  applicationOf,
  applicationsOf,
  hoursAgo,
  journalOf,
  rewrite,
  reconcile,
} from "./our-records"
import { paidOrderOf, signedApplication, paidOrder } from "./purchase-steps"
import { expectRefusedPolitely, SORRY } from "./refused-politely"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run, shop, admin, simulator } = harness()

const NOBODY_LISTENS = {
  baseUrl: "http://localhost:9",
  apiUsername: "shop",
  apiPassword: "password",
  apiSignature: "c2hvcDpzZWNyZXQ=",
}

describe("a service that is unreachable when the shopper chooses financing", () => {
  it("shows the shopper a message, leaves other methods usable, and leaves no open application", async () => {
    const other = await startAnotherStore({ staging: NOBODY_LISTENS })
    const cartId = await expectRefusedPolitely(createShopClient(other.url, run.facts))
    const [application, ...more] = await applicationsOf(cartId)
    expect(more).toEqual([])
    expect(application).toMatchObject({ state: "cancelled", live_key: null, review_reason: null })
    expect(await journalOf(application?.id ?? "")).toMatchObject([
      { kind: "create", outcome: "refused" },
    ])
    await other.stop()
  })

  it("lets the shopper try again once it answers", async () => {
    const cart = await newCart()
    const match = { orderId: `${cart.id}-1` }
    await simulator.fault({ operation: "createOrder", kind: "status", status: 429, match })
    await sentenceOf(shop.choosePaymentMethod(cart.id))
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

describe("a service that is down while the cart is completed", () => {
  it("shows the shopper an error, and the order is placed once the service is up again", async () => {
    const { cart, token } = await signedApplication()
    await faultOn(token, { operation: "getStatus", kind: "status", status: 503, count: 3 })
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_authorization_error",
        message: expect.stringMatching(SORRY) as string,
      },
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await eventually(
      async () => {
        await reconcile((await applicationOf(cart.id)).id)
        expect(await admin.findOrderByCart(cart.id)).toBeDefined()
      },
      { everyMs: 500 }
    )
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("sends a returning shopper to the checkout, and to the order once it is up again (H5)", async () => {
    const { cart, token, applied } = await signedApplication()
    await faultOn(token, { operation: "getStatus", kind: "reset", count: 3 })
    expect(await landingOf(applied.returnUrl)).toMatch(/\/us\/checkout/)
    await eventually(async () => {
      expect(await landingOf(applied.returnUrl)).toMatch(/\/us\/order\/order_/)
    })
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

describe("a service that reports no status of an order's application for hours", () => {
  afterEach(() => simulator.clearFaults())

  it.each([
    ["answers 503", { kind: "status", status: 503 }],
    ["returns an unreadable answer", { kind: "garbage" }],
    ["refuses the credentials", { kind: "unauthorized" }],
  ] as const)(
    "opens a review case when it %s, and closes it once a status arrives",
    async (_, how) => {
      const { cart, token } = await paidOrder()
      const { id } = await applicationOf(cart.id)
      await faultOn(token, { operation: "getStatus", ...how })
      await rewrite(id, { checks_done: 0, last_check_at: hoursAgo(5) })
      await reconcile(id)
      expect((await applicationOf(cart.id)).review_reason).toBeNull()
      await rewrite(id, { checks_done: 0, last_check_at: hoursAgo(7) })
      await reconcile(id)
      expect((await applicationOf(cart.id)).review_reason).toMatch(/has not said for hours/)
      await expectInvariants(cart.id, { listed: true })
      await simulator.clearFaults()
      await reconcile(id)
      expect((await applicationOf(cart.id)).review_reason).toBeNull()
      await expectInvariants(cart.id)
    }
  )
})

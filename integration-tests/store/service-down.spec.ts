import { eventually } from "../../tooling/clients/eventually"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { getLandingUrl } from "./return-page"
import { injectFault, getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  listApplications,
  hoursAgo,
  listOperations,
  updateApplication,
  reconcile,
} from "./plugin-records"
import { waitForPaidOrder, createSignedApplication, createPaidOrder } from "./purchase-steps"
import { expectFinancingUnavailable, UNAVAILABLE_MESSAGE } from "./financing-unavailable"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run, shop, admin, simulator } = createHarness()

const UNREACHABLE_CREDENTIALS = {
  baseUrl: "http://localhost:9",
  apiUsername: "shop",
  apiPassword: "password",
  apiSignature: "c2hvcDpzZWNyZXQ=",
}

describe("a service that is unreachable when the shopper chooses financing", () => {
  it("shows the shopper a message, leaves other methods usable, and leaves no open application", async () => {
    const otherStore = await startExtraStore({ staging: UNREACHABLE_CREDENTIALS })
    const cartId = await expectFinancingUnavailable(createShopClient(otherStore.url, run.facts))
    const [application, ...more] = await listApplications(cartId)
    expect(more).toEqual([])
    expect(application).toMatchObject({ state: "cancelled", live_key: null, review_reason: null })
    expect(await listOperations(application?.id ?? "")).toMatchObject([
      { kind: "create", outcome: "refused" },
    ])
    await otherStore.stop()
  })

  it("lets the shopper try again once it answers", async () => {
    const cart = await createCart()
    const match = { orderId: `${cart.id}-1` }
    await simulator.fault({ operation: "createOrder", kind: "status", status: 429, match })
    await getRefusalMessage(shop.choosePaymentMethod(cart.id))
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

describe("a service that is down while the cart is completed", () => {
  it("shows the shopper an error, and the order is placed once the service is up again", async () => {
    const { cart, token } = await createSignedApplication()
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503, count: 3 })
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_authorization_error",
        message: expect.stringMatching(UNAVAILABLE_MESSAGE) as string,
      },
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await eventually(
      async () => {
        await reconcile((await getLatestApplication(cart.id)).id)
        expect(await admin.findOrderByCart(cart.id)).toBeDefined()
      },
      { everyMs: 500 }
    )
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("sends a returning shopper to the checkout, and to the order once it is up again (H5)", async () => {
    const { cart, token, applied } = await createSignedApplication()
    await injectFault(token, { operation: "getStatus", kind: "reset", count: 3 })
    expect(await getLandingUrl(applied.returnUrl)).toMatch(/\/us\/checkout/)
    await eventually(async () => {
      expect(await getLandingUrl(applied.returnUrl)).toMatch(/\/us\/order\/order_/)
    })
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
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
    async (_, fault) => {
      const { cart, token } = await createPaidOrder()
      const { id } = await getLatestApplication(cart.id)
      await injectFault(token, { operation: "getStatus", ...fault })
      await updateApplication(id, { checks_done: 0, last_check_at: hoursAgo(5) })
      await reconcile(id)
      expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
      await updateApplication(id, { checks_done: 0, last_check_at: hoursAgo(7) })
      await reconcile(id)
      expect((await getLatestApplication(cart.id)).review_reason).toMatch(/has not said for hours/)
      await expectInvariants(cart.id, { listed: true })
      await simulator.clearFaults()
      await reconcile(id)
      expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
      await expectInvariants(cart.id)
    }
  )
})

import { listPurchaseReviewCases } from "./review-cases-steps"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { listServiceCalls, injectFault } from "./money-steps"
import { getLatestApplication, hoursAgo, updateApplication, reconcile } from "./plugin-records"
import {
  createAppliedCart,
  createOrderUnderReview,
  createPaidOrder,
  createSignedApplication,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, store, simulator } = createHarness()

/** Lists the causes and reasons of the review cases that staff see. */
const describeReviewCases = async (cartId: string) =>
  (await listPurchaseReviewCases(cartId)).map(({ cause, reason }) => `${cause}: ${reason}`)

describe("an application at the service", () => {
  afterEach(() => simulator.clearFaults())

  it("ends when the cart's items change and the shopper does not choose financing again (C3)", async () => {
    const { cart, token } = await createAppliedCart()
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await expectApplicationEnded(cart.id, token)
  })

  it("ends when the cart's items change after the customer signed (C3, I7)", async () => {
    const { cart, token } = await createSignedApplication()
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await expectApplicationEnded(cart.id, token)
  })

  it("stays open while a payment session uses it, and ends when the session is replaced", async () => {
    const { cart, token } = await createAppliedCart()
    const address = { ...NEW_YORK, address_1: "1 Elsewhere Street" }
    await shop.updateCart(cart.id, { shipping_address: address })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await expectApplicationEnded(cart.id, token)
  })

  it("ends when its session is deleted", async () => {
    const { cart, token, session } = await createAppliedCart()
    await store.call("payment", "deletePaymentSession", session.id)
    await expectApplicationEnded(cart.id, token)
  })

  it("ends when its order is cancelled, under review or authorized", async () => {
    const reviewedOrder = await createOrderUnderReview()
    await admin.cancelOrder(reviewedOrder.order.id)
    await expectApplicationEnded(reviewedOrder.cart.id, reviewedOrder.token)
    const paidOrder = await createPaidOrder()
    await admin.cancelOrder(paidOrder.order.id)
    await expectApplicationEnded(paidOrder.cart.id, paidOrder.token)
  })

  it("does not end when only its payment is cancelled and the order is open (I5)", async () => {
    const { cart, payment, token } = await createPaidOrder()
    await store.call("payment", "cancelPayment", payment.id)
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect((await simulator.application(token)).status).toBe("S")
  })
})

describe("a cancel that cannot reach the service", () => {
  afterEach(() => simulator.clearFaults())

  it("is listed for a cancelled order from the first failed status check until it succeeds (A12)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await describeReviewCases(cart.id)).toEqual([
        expect.stringMatching(/^cancel: .*cannot be told so at the moment\. It is tried again/),
      ])
    })
    await simulator.clearFaults()
    await eventually(() => expectApplicationEnded(cart.id, token))
    expect(await describeReviewCases(cart.id)).toEqual([])
  })

  it("is listed while the service answers 429, until it succeeds (A12, E9)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "status", status: 429 })
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await describeReviewCases(cart.id)).toEqual([
        expect.stringMatching(/^cancel: .*tried again/),
      ])
    })
    await simulator.clearFaults()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await expectApplicationEnded(cart.id, token)
  })

  it("is repeated soon after each error response, and succeeds within a minute after two 503 (A12)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "status", status: 503, count: 2 })
    const startedAt = Date.now()
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    expect(Date.now() - startedAt).toBeLessThan(60_000)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(3)
    await expectApplicationEnded(cart.id, token)
    expect(await describeReviewCases(cart.id)).toEqual([])
  })

  it("is listed for an abandoned cart only when the outage lasts", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await reconcile(id)
    expect(await describeReviewCases(cart.id)).toEqual([])
    await updateApplication(id, { last_check_at: hoursAgo(0.3), created_at: hoursAgo(0.4) })
    await reconcile(id)
    expect(await describeReviewCases(cart.id)).toEqual([expect.stringMatching(/^cancel: /)])
    await simulator.clearFaults()
    await eventually(async () => {
      await reconcile(id)
      await expectApplicationEnded(cart.id, token)
    })
  })

  it("is withdrawn when the shopper chooses financing again", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await updateApplication(id, { last_check_at: hoursAgo(0.3), created_at: hoursAgo(0.4) })
    await reconcile(id)
    expect(await describeReviewCases(cart.id)).toHaveLength(1)
    await shop.choosePaymentMethod(cart.id)
    await simulator.clearFaults()
    await eventually(async () => {
      await reconcile(id)
      expect(await describeReviewCases(cart.id)).toEqual([])
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })
})

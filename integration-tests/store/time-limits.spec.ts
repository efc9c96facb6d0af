import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { ageDoubt, listServiceCalls, injectFault, listOutcomes } from "./money-steps"
import {
  getLatestApplication,
  hoursAgo,
  updateApplication,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import {
  createAppliedCart,
  createOrderUnderReview,
  createPaidOrder,
  disablePostbacks,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, store, simulator } = createHarness()

/** The customer signed, but the cart was changed, so the order is not placed automatically. */
async function createUnusedSignedCart() {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  await shop.updateCart(appliedCart.cart.id, {
    shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" },
  })
  await simulator.status(appliedCart.token, { status: "S", postback: false })
  const application = await getLatestApplication(appliedCart.cart.id)
  await store.call("consumerFinancing", "checkStatus", application)
  return { ...appliedCart, id: application.id }
}

/** An unsigned application past the time limit, without a scheduled check. */
async function createOverdueApplication() {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  const { id } = await getLatestApplication(appliedCart.cart.id)
  await updateApplication(id, { created_at: hoursAgo(49), next_check_at: hoursAgo(-1) })
  return { ...appliedCart, id }
}

describe("an unsigned application", () => {
  it.each(["P", "Z", "R", "A"])(
    "expires and is cancelled at the service after 48 hours in status %s (I7)",
    async (status) => {
      const { cart, token } = await createAppliedCart()
      await simulator.status(token, { status, postback: false })
      const { id } = await getLatestApplication(cart.id)
      await updateApplication(id, { created_at: hoursAgo(48.1) })
      await reconcile(id)
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
      await eventually(async () => {
        expect(await getLatestApplication(cart.id)).toMatchObject({
          state: "expired",
          expired: true,
          live_key: null,
          next_check_at: null,
        })
      })
      expect(await listTimelineEntries(id)).toContainEqual(
        expect.objectContaining({ what: "cancelled", details: { reason: "unsigned-too-long" } })
      )
      await expectInvariants(cart.id)
    }
  )

  it("ends after one cancel whose answer was lost, once the service reports it (A12)", async () => {
    const { cart, token, id } = await createOverdueApplication()
    await injectFault(token, { operation: "cancel", kind: "reset", when: "after", count: 1 })
    await reconcile(id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["in-doubt"])
    await reconcile(id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["confirmed"])
    await expectApplicationEnded(cart.id, token)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
  })

  it("ends as declined when the service declines it while its cancel is in doubt (A12)", async () => {
    const { cart, token, id } = await createOverdueApplication()
    await injectFault(token, { operation: "cancel", kind: "reset", when: "before", count: 1 })
    await reconcile(id)
    await simulator.status(token, { status: "U", postback: false })
    await reconcile(id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "declined",
      review_reason: null,
      next_check_at: null,
    })
    await expectInvariants(cart.id)
  })

  it("is cancelled again when the first cancel never reached the service (A12)", async () => {
    const { cart, token, id } = await createOverdueApplication()
    await injectFault(token, { operation: "cancel", kind: "reset", when: "before", count: 1 })
    await reconcile(id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["in-doubt"])
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
    await ageDoubt(cart.id, 1)
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(2)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["confirmed"])
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    await expectInvariants(cart.id)
  })

  it("is not cancelled before 48 hours, nor while the service reviews it", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(47.9) })
    await reconcile(id)
    expect((await getLatestApplication(cart.id)).state).toBe("awaiting-customer")
    await simulator.status(token, { status: "W", postback: false })
    await updateApplication(id, { created_at: hoursAgo(200) })
    await reconcile(id)
    expect((await getLatestApplication(cart.id)).state).toBe("under-review")
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })

  it("lets the shopper finance the cart again once it has expired", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(49) })
    await reconcile(id)
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect((await simulator.findCartApplication(cart.id)).originalOrderId).toBe(`${cart.id}-2`)
    expect((await getLatestApplication(cart.id)).id).not.toBe(id)
  })

  it("never expires while it has an order", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await simulator.status(token, { status: "A", postback: false })
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(500) })
    await eventually(async () => expect(await reconcile(id)).toMatchObject({ action: "wait" }))
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })
})

describe("a signed application without an order", () => {
  it("opens a review case after 15 minutes, and is not cancelled (I7)", async () => {
    const { cart, id, token } = await createUnusedSignedCart()
    await updateApplication(id, { ready_at: hoursAgo(0.3) })
    await reconcile(id)
    expect((await getLatestApplication(cart.id)).review_reason).toEqual(expect.any(String))
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id, { listed: true })
  })

  it("is cancelled at the service after seven days", async () => {
    const { cart, id, token } = await createUnusedSignedCart()
    await updateApplication(id, { ready_at: hoursAgo(7 * 24 + 0.1) })
    await reconcile(id)
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "cancelled",
      live_key: null,
      review_reason: null,
    })
    await expectInvariants(cart.id)
  })

  it("is never cancelled for its age once it pays for an order (I5)", async () => {
    const { cart, token } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(1000), ready_at: hoursAgo(900) })
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
    await expectInvariants(cart.id)
  })
})

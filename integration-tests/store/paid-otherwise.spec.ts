import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import {
  ageDoubt,
  listServiceCalls,
  injectFault,
  listOutcomes,
  reconcileUntil,
} from "./money-steps"
import { getLatestApplication, reconcile, listTimelineEntries } from "./plugin-records"
import { waitForReviewCase, listPurchaseReviewCases } from "./review-cases-steps"
import { authorizeOtherMethod, chooseOtherMethod, payWithOtherMethod } from "./other-method"
import {
  type PlacedOrder,
  createOrderUnderReview,
  createPaidOrder,
  listPayments,
} from "./purchases"

const { admin, store, simulator } = createHarness()

/** Creates an order under review that another method pays for. */
async function createOrderWithOtherPayment(): Promise<PlacedOrder> {
  const purchase = await createOrderUnderReview()
  await payWithOtherMethod(purchase.collectionId)
  return purchase
}

describe("an order under review that another method pays for (C13)", () => {
  it("is not cancelled when the financing is declined", async () => {
    const { cart, order, token } = await createOrderWithOtherPayment()
    await simulator.status(token, { status: "U", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    const updatedOrder = await admin.getOrder(order.id)
    expect(updatedOrder.status).toBe("pending")
    expect(listPayments(updatedOrder)).toMatchObject([
      { provider_id: "pp_system_default", canceled_at: null },
    ])
    expect(await getLatestApplication(cart.id)).toMatchObject({ state: "declined", live_key: null })
  })

  it("opens a review case when the financing is declined before the other method has paid", async () => {
    const { cart, order, token, collectionId } = await createOrderUnderReview()
    await simulator.status(token, { status: "U", postback: false })
    await chooseOtherMethod(collectionId)
    await reconcile((await getLatestApplication(cart.id)).id)
    const reviewCase = await waitForReviewCase(cart.id, "order")
    expect(reviewCase.reason).toMatch(/another payment method was chosen .* wait for that payment/)
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    expect(reviewCase.actions).toContain("cancel-order")
    await authorizeOtherMethod(collectionId)
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
    expect(listPayments(await admin.getOrder(order.id))).toMatchObject([
      { provider_id: "pp_system_default", canceled_at: null },
    ])
  })

  it("is not paid twice when the financing is approved: the application is cancelled", async () => {
    const { cart, order, token } = await createOrderWithOtherPayment()
    await simulator.status(token, { status: "S", postback: false })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await eventually(async () => {
      expect((await simulator.application(token)).cancelled).toBe(true)
    })
    expect(listPayments(await admin.getOrder(order.id))).toHaveLength(1)
    expect((await getLatestApplication(cart.id)).state).toBe("cancelled")
  })
})

describe("a cancel whose answer was lost, for an order that another method paid for", () => {
  it.each(["before", "after"] as const)(
    "is confirmed once the service has cancelled the application (A12: lost %s it took effect)",
    async (when) => {
      const { cart, token, collectionId } = await createOrderUnderReview()
      await injectFault(token, { operation: "cancel", kind: "reset", when, nth: 1 })
      await payWithOtherMethod(collectionId)
      const { id } = await getLatestApplication(cart.id)
      await reconcile(id)
      await eventually(async () => {
        expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
        expect(await listOutcomes(cart.id, "cancel")).not.toEqual(["intended"])
      })
      await ageDoubt(cart.id, 1)
      await reconcileUntil(cart.id, async () => {
        expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
        expect(await listOutcomes(cart.id, "cancel")).toEqual(["confirmed"])
        expect(await getLatestApplication(cart.id)).toMatchObject({
          state: "cancelled",
          review_reason: null,
        })
      })
    }
  )
})

describe("an order whose cancelled payment is replaced by another method's", () => {
  it("keeps the new payment, and the unused loan is cancelled (A13)", async () => {
    const { cart, order, payment, collectionId, token } = await createPaidOrder()
    await store.call("payment", "cancelPayment", payment.id)
    await payWithOtherMethod(collectionId)
    await reconcile((await getLatestApplication(cart.id)).id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    const activePayments = listPayments(await admin.getOrder(order.id)).filter(
      ({ canceled_at }) => !canceled_at
    )
    expect(activePayments).toMatchObject([{ provider_id: "pp_system_default" }])
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    await eventually(async () => {
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "cancelled",
        review_reason: null,
      })
    })
  })
})

describe("an approval for another amount than the order's", () => {
  it("creates no payment and records no authorized order (I4)", async () => {
    const { cart, order, token, applied } = await createOrderUnderReview()
    const loanAmount = applied.loanAmount - 10
    await simulator.status(token, { status: "S", loanAmount, postback: false })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    const entries = (await listTimelineEntries(id)).map(({ what }) => what)
    expect(entries).toContain("needs-attention")
    expect(entries).not.toContain("order-authorized")
    expect(listPayments(await admin.getOrder(order.id))).toEqual([])
  })
})

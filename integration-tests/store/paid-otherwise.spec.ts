import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { ageDoubt, callsOf, faultOn, outcomesOf, reconciled } from "./money-steps"
import { applicationOf, reconcile, timelineOf } from "./our-records"
import { asked, reviewCasesOf } from "./review-cases-steps"
import { authorizeOtherMethod, chooseAnotherMethod, payByAnotherMethod } from "./other-method"
import { type PlacedOrder, orderUnderReview, paidOrder, paymentsOf } from "./purchases"

const { admin, store, simulator } = harness()

/** The order waits for the service's decision, and another method pays for it. */
async function paidByAnotherMethod(): Promise<PlacedOrder> {
  const made = await orderUnderReview()
  await payByAnotherMethod(made.collectionId)
  return made
}

describe("an order under review that another method pays for (C13)", () => {
  it("is not cancelled when the financing is declined", async () => {
    const { cart, order, token } = await paidByAnotherMethod()
    await simulator.status(token, { status: "U", postback: false })
    await reconcile((await applicationOf(cart.id)).id)
    const after = await admin.getOrder(order.id)
    expect(after.status).toBe("pending")
    expect(paymentsOf(after)).toMatchObject([
      { provider_id: "pp_system_default", canceled_at: null },
    ])
    expect(await applicationOf(cart.id)).toMatchObject({ state: "declined", live_key: null })
  })

  it("opens a review case when the financing is declined before the other method has paid", async () => {
    const { cart, order, token, collectionId } = await orderUnderReview()
    await simulator.status(token, { status: "U", postback: false })
    await chooseAnotherMethod(collectionId)
    await reconcile((await applicationOf(cart.id)).id)
    const reviewCase = await asked(cart.id, "order")
    expect(reviewCase.reason).toMatch(/another payment method was chosen .* wait for that payment/)
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    expect(reviewCase.actions).toContain("cancel-order")
    await authorizeOtherMethod(collectionId)
    await reconciled(cart.id, async () => expect(await reviewCasesOf(cart.id)).toEqual([]))
    expect(paymentsOf(await admin.getOrder(order.id))).toMatchObject([
      { provider_id: "pp_system_default", canceled_at: null },
    ])
  })

  it("is not paid twice when the financing is approved: the application is cancelled", async () => {
    const { cart, order, token } = await paidByAnotherMethod()
    await simulator.status(token, { status: "S", postback: false })
    const { id } = await applicationOf(cart.id)
    await reconcile(id)
    await eventually(async () => {
      expect((await simulator.application(token)).cancelled).toBe(true)
    })
    expect(paymentsOf(await admin.getOrder(order.id))).toHaveLength(1)
    expect((await applicationOf(cart.id)).state).toBe("cancelled")
  })
})

describe("a cancel whose answer was lost, for an order that another method paid for", () => {
  it.each(["before", "after"] as const)(
    "is confirmed once the service has cancelled the application (A12: lost %s it took effect)",
    async (when) => {
      const { cart, token, collectionId } = await orderUnderReview()
      await faultOn(token, { operation: "cancel", kind: "reset", when, nth: 1 })
      await payByAnotherMethod(collectionId)
      const { id } = await applicationOf(cart.id)
      await reconcile(id)
      await eventually(async () => {
        expect(await callsOf(token, "cancel")).toHaveLength(1)
        expect(await outcomesOf(cart.id, "cancel")).not.toEqual(["intended"])
      })
      await ageDoubt(cart.id, 1)
      await reconciled(cart.id, async () => {
        expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
        expect(await outcomesOf(cart.id, "cancel")).toEqual(["confirmed"])
        expect(await applicationOf(cart.id)).toMatchObject({
          state: "cancelled",
          review_reason: null,
        })
      })
    }
  )
})

describe("an order whose cancelled payment is replaced by another method's", () => {
  it("keeps the new payment, and the unused loan is cancelled (A13)", async () => {
    const { cart, order, payment, collectionId, token } = await paidOrder()
    await store.call("payment", "cancelPayment", payment.id)
    await payByAnotherMethod(collectionId)
    await reconcile((await applicationOf(cart.id)).id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    const live = paymentsOf(await admin.getOrder(order.id)).filter(({ canceled_at }) => !canceled_at)
    expect(live).toMatchObject([{ provider_id: "pp_system_default" }])
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    await eventually(async () => {
      expect(await applicationOf(cart.id)).toMatchObject({
        state: "cancelled",
        review_reason: null,
      })
    })
  })
})

describe("an approval for another amount than the order's", () => {
  it("creates no payment and records no authorized order (I4)", async () => {
    const { cart, order, token, applied } = await orderUnderReview()
    const loanAmount = applied.loanAmount - 10
    await simulator.status(token, { status: "S", loanAmount, postback: false })
    const { id } = await applicationOf(cart.id)
    await reconcile(id)
    const entries = (await timelineOf(id)).map(({ what }) => what)
    expect(entries).toContain("needs-attention")
    expect(entries).not.toContain("order-authorized")
    expect(paymentsOf(await admin.getOrder(order.id))).toEqual([])
  })
})

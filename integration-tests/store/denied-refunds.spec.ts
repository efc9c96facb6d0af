import { reviewCasesOf } from "./review-cases-steps"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { faultOn, outcomesOf, sentenceOf } from "./money-steps"
import { applicationOf, journalOf, timelineOf } from "./our-records"
import { capturedOrder, paymentOf } from "./purchases"

const { admin, store, simulator } = harness()

const DENIED = { kind: "status", status: 409, when: "after", nth: 1 } as const

describe("a refund that the service refuses", () => {
  afterEach(() => simulator.clearFaults())

  it("is confirmed by a status check when it was carried out in full (A7, I3)", async () => {
    const { cart, order, payment, token } = await capturedOrder()
    await faultOn(token, { operation: "refund", ...DENIED })
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    expect(paymentOf(await admin.getOrder(order.id)).refunds).toHaveLength(1)
    expect(await outcomesOf(cart.id, "refund")).toEqual(["confirmed"])
    expect(await reviewCasesOf(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it.each(["T", "404", "follows"] as const)(
    "is in doubt when it was carried out in part, until staff name the new token (A5, %s)",
    async (oldTokenAfterPartialRefund) => {
      const { cart, payment, token } = await capturedOrder()
      await simulator.behaviour(token, { oldTokenAfterPartialRefund })
      await faultOn(token, { operation: "partialRefund", ...DENIED })
      expect(await sentenceOf(admin.refund(payment.id, { amount: 100 }))).toMatch(
        /refused this refund, and yet .* not known whether the refund happened/
      )
      expect(await outcomesOf(cart.id, "partial-refund")).toEqual(["in-doubt"])
      expect((await reviewCasesOf(cart.id)).map(({ cause }) => cause)).toContain("doubt")
      const [doubt] = (await journalOf((await applicationOf(cart.id)).id)).filter(
        ({ outcome }) => outcome === "in-doubt"
      )
      const { tip } = await simulator.application(token)
      await store.runWorkflow("resolve-financing-doubt", {
        operation_id: doubt?.id,
        outcome: "confirmed",
        token: tip,
        actor: "user_1",
        note: "seen in the portal",
      })
      expect(await outcomesOf(cart.id, "partial-refund")).toEqual(["confirmed"])
    }
  )

  it("counts as refused when the status is unchanged, and can be repeated", async () => {
    const { cart, payment, token } = await capturedOrder()
    await faultOn(token, { operation: "partialRefund", ...DENIED, when: "before" })
    await sentenceOf(admin.refund(payment.id, { amount: 100 }))
    expect(await outcomesOf(cart.id, "partial-refund")).toEqual(["refused"])
    expect(await reviewCasesOf(cart.id)).toEqual([])

    const { id } = await applicationOf(cart.id)
    const entry = (await timelineOf(id)).find(({ what }) => what === "refund-refused")
    expect(entry?.details).toMatchObject({ cents: 10_000 })
    await admin.refund(payment.id, { amount: 100 })
    await expectInvariants(cart.id)
  })
})

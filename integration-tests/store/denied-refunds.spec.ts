import { listPurchaseReviewCases } from "./review-cases-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { injectFault, listOutcomes, getRefusalMessage } from "./money-steps"
import { getLatestApplication, listOperations, listTimelineEntries } from "./plugin-records"
import { createCapturedOrder, getOnlyPayment } from "./purchases"

const { admin, store, simulator } = createHarness()

const REFUSAL_FAULT = { kind: "status", status: 409, when: "after", nth: 1 } as const

describe("a refund that the service refuses", () => {
  afterEach(() => simulator.clearFaults())

  it("is confirmed by a status check when it was carried out in full (A7, I3)", async () => {
    const { cart, order, payment, token } = await createCapturedOrder()
    await injectFault(token, { operation: "refund", ...REFUSAL_FAULT })
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(1)
    expect(await listOutcomes(cart.id, "refund")).toEqual(["confirmed"])
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it.each(["T", "404", "follows"] as const)(
    "is in doubt when it was carried out in part, until staff name the new token (A5, %s)",
    async (oldTokenAfterPartialRefund) => {
      const { cart, payment, token } = await createCapturedOrder()
      await simulator.behaviour(token, { oldTokenAfterPartialRefund })
      await injectFault(token, { operation: "partialRefund", ...REFUSAL_FAULT })
      expect(await getRefusalMessage(admin.refund(payment.id, { amount: 100 }))).toMatch(
        /refused this refund, and yet .* not known whether the refund happened/
      )
      expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["in-doubt"])
      expect((await listPurchaseReviewCases(cart.id)).map(({ cause }) => cause)).toContain("doubt")
      const [operationInDoubt] = (
        await listOperations((await getLatestApplication(cart.id)).id)
      ).filter(({ outcome }) => outcome === "in-doubt")
      const { tip } = await simulator.application(token)
      await store.runWorkflow("resolve-financing-doubt", {
        operation_id: operationInDoubt?.id,
        outcome: "confirmed",
        token: tip,
        actor: "user_1",
        note: "seen in the portal",
      })
      expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["confirmed"])
    }
  )

  it("counts as refused when the status is unchanged, and can be repeated", async () => {
    const { cart, payment, token } = await createCapturedOrder()
    await injectFault(token, { operation: "partialRefund", ...REFUSAL_FAULT, when: "before" })
    await getRefusalMessage(admin.refund(payment.id, { amount: 100 }))
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["refused"])
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])

    const { id } = await getLatestApplication(cart.id)
    const entry = (await listTimelineEntries(id)).find(({ what }) => what === "refund-refused")
    expect(entry?.details).toMatchObject({ cents: 10_000 })
    await admin.refund(payment.id, { amount: 100 })
    await expectInvariants(cart.id)
  })
})

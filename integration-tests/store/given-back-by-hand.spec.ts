import * as situations from "./review-cases-situations"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  expectRefusal,
  resolveReviewCase,
} from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { withPausedWrites } from "./blocked-writes"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { getOnlyPayment } from "./purchase-steps"

const { admin, shop, simulator, store } = createHarness()

/** Creates a cancelled order whose capture was not refunded, and of which staff refund a part. */
async function createPartlyRefundedOrder(answer: "code" | "S") {
  const purchase = await situations.createCancelWithoutRefund()
  const loan = await waitForReviewCase(purchase.cart.id, "unneeded-loan")
  const captured = loan.medusa.captured_cents ?? 0
  const part = { cents: 10_000, left_cents: captured }
  await simulator.settings({ behaviour: { partialRefundAnswer: answer } })
  await resolveReviewCase(loan, "refund", part)
  return { ...purchase, loan, captured, part }
}

describe("a partial refund by staff for a cancelled order (A20)", () => {
  afterEach(() => simulator.settings({ behaviour: { partialRefundAnswer: "code" } }))

  it("does not cancel the remaining loan, which is captured in Medusa (I3, I5)", async () => {
    const { cart, token, order } = await createPartlyRefundedOrder("S")
    const reviewCase = await waitForReviewCase(cart.id, "settle-again")
    expect(reviewCase.actions).toEqual(["settle", "check-again", "acknowledge"])
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ state: "ready-to-settle" })
    const { tip } = await simulator.application(token)
    expect(await simulator.calls({ operation: "cancel", token: tip })).toEqual([])

    await resolveReviewCase(reviewCase, "settle")
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    await resolveReviewCase(await waitForReviewCase(cart.id, "unneeded-loan"), "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true })
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(2)
    await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toEqual([]))
    await expectInvariants(cart.id)
  })

  it("is made once when a second staff user submits the same amount (A14)", async () => {
    const { cart, token, loan, captured, part } = await createPartlyRefundedOrder("code")
    expect(await expectRefusal(resolveReviewCase(loan, "refund", part))).toMatch(
      /is left of the captured amount by now, .* perhaps somebody has refunded it already/
    )
    expect(await expectRefusal(resolveReviewCase(loan, "refund", { cents: 10_000 }))).toMatch(
      /left_cents/
    )
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
    await resolveReviewCase(loan, "refund", { cents: 10_000, left_cents: captured - 10_000 })
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(2)
    await expectInvariants(cart.id, { listed: true })
  })
})

describe("a refund by staff of a loan that no order needs (A11)", () => {
  it("lets a concurrent completion place no order (I5)", async () => {
    const { cart, token } = await situations.createUnplaceableCart()
    await simulator.status(token, { status: "C", postback: false })
    const { id } = await getLatestApplication(cart.id)
    await store.call("consumerFinancing", "reviewCases.open", id, "order", "Nothing is in stock.")
    const reviewCase = (await listPurchaseReviewCases(cart.id)).find(
      ({ cause }) => cause === "order"
    )
    if (!reviewCase) throw new Error("Nobody is asked for it")
    // The refund is journaled, and not sent yet.
    const refundWrite = {
      table: "financing_operation",
      event: "insert",
      when: `new.kind = 'refund' and new.application_id = '${id}'`,
    } as const
    await withPausedWrites(refundWrite, async ({ held, goOn }) => {
      const pendingRefund = resolveReviewCase(reviewCase, "refund")
      await eventually(held)
      expect(await shop.completeCart(cart.id)).toMatchObject({
        type: "cart",
        error: { message: expect.stringMatching(/is being closed/) as string },
      })
      await goOn()
      await pendingRefund
    })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectInvariants(cart.id)
  })
})

import type { ReviewCaseView } from "../../src/workflows"
import { asked, reviewCasesOf, refusalOf, resolve } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, outcomesOf, sentenceOf, reconciled } from "./money-steps"
import { comeToRest } from "./no-check-due"
import { applicationOf, timelineOf, tokensOf } from "./our-records"
import { capturedOrder, type PaidOrder, paidOrder, paymentOf } from "./purchases"
import { ship } from "./shipping-steps"

const { admin, simulator } = harness()

/** The details for the customer's message, once for each new application. */
async function eventsOf(cartId: string) {
  const { id } = await applicationOf(cartId)
  const entries = await timelineOf(id)
  return entries
    .filter(({ what }) => what === "customer-must-sign-again")
    .map(({ details }) => details)
}

const settled = (cartId: string) =>
  reconciled(cartId, async () =>
    expect((await reviewCasesOf(cartId)).map(({ cause }) => cause)).not.toContain("sign-again")
  )

/** A partial refund that the service answers with B: the customer has to sign the new loan. */
async function refundedWithB(bought: PaidOrder): Promise<ReviewCaseView> {
  await simulator.settings({ behaviour: { partialRefundAnswer: "B" } })
  expect(await sentenceOf(admin.refund(bought.payment.id, { amount: 100 }))).toMatch(
    /^The customer has to sign again before the partial refund counts\./
  )
  await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
  return await asked(bought.cart.id, "sign-again")
}

describe("a partial refund that the customer has to sign (A9)", () => {
  afterEach(async () => {
    await simulator.settings({ behaviour: { statusAfterSettle: "C", partialRefundAnswer: "code" } })
  })

  it("opens a review case that says the service writes to the customer, and blocks other refunds", async () => {
    const bought = await capturedOrder()
    const reviewCase = await refundedWithB(bought)
    expect(reviewCase.reason).toMatch(
      /^The customer has to sign again, by the message that the service sends to the customer: the plugin knows no link/
    )
    expect(await eventsOf(bought.cart.id)).toEqual([{ order_id: bought.order.id, has_link: false }])
    expect(await sentenceOf(admin.refund(bought.payment.id, { amount: 50 }))).toMatch(
      /earlier partial refund/
    )
    expect(await callsOf(bought.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(bought.cart.id, { listed: true })
  })

  it("opens a review case that refers to the customer's link when the application still has one", async () => {
    await simulator.settings({ behaviour: { statusAfterSettle: "S" } })
    const bought = await capturedOrder()
    const reviewCase = await refundedWithB(bought)
    expect(reviewCase.reason).toMatch(
      /at their link, which the application's page in the dashboard copies/
    )
    expect(await eventsOf(bought.cart.id)).toEqual([{ order_id: bought.order.id, has_link: true }])
    const { customer_url: link } = await applicationOf(bought.cart.id)
    expect(await (await fetch(String(link))).text()).toMatch(/sign/i)
    expect(JSON.stringify(await eventsOf(bought.cart.id))).not.toContain(String(link))
  })

  it.each(["A", "W"])(
    "keeps its review case while the new application has status %s",
    async (status) => {
      const bought = await capturedOrder()
      await refundedWithB(bought)
      await simulator.status(bought.token, { status, postback: false })
      await reconciled(bought.cart.id, async () => {
        expect((await applicationOf(bought.cart.id)).code).toBe(status)
      })
      await asked(bought.cart.id, "sign-again")
      expect(await outcomesOf(bought.cart.id, "partial-refund")).toEqual(["in-doubt"])
    }
  )

  it.each([
    ["C", "partly-refunded"],
    ["L", "partly-refunded"],
    ["S", "ready-to-settle"],
  ])("is confirmed once the new application has status %s", async (status, state) => {
    const bought = await capturedOrder()
    await refundedWithB(bought)
    const { tip } = await simulator.application(bought.token)
    await simulator.status(bought.token, { status, postback: false })
    await settled(bought.cart.id)
    expect(await outcomesOf(bought.cart.id, "partial-refund")).toEqual(["confirmed"])
    const application = await applicationOf(bought.cart.id)
    expect(application).toMatchObject({ refunded_cents: 10_000, code: status })
    expect([state, "partly-refunded"]).toContain(application.state)
    expect(await eventsOf(bought.cart.id)).toHaveLength(1)
    const after = await simulator.application(bought.token)
    expect(after).toMatchObject({ tip, loanAmount: after.originalLoanAmount - 100 })
  })
})

describe("an unsigned partial refund that staff confirmed did not happen", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
  })

  /** The service has already replaced the application by the new one. */
  async function takenForRefused() {
    const bought = await capturedOrder()
    const reviewCase = await refundedWithB(bought)
    await resolve(reviewCase, "confirm-it-did-not")
    expect(await outcomesOf(bought.cart.id, "partial-refund")).toEqual(["refused"])
    return { bought, tip: (await simulator.application(bought.token)).tip }
  }

  it("is recorded and settled by staff when the customer signs after all (A9)", async () => {
    const { bought, tip } = await takenForRefused()
    await simulator.status(tip, { status: "S", postback: false })
    const reviewCase = await asked(bought.cart.id, "amounts")
    expect(reviewCase.actions).toContain("record-refund")
    await resolve(reviewCase, "record-refund", { cents: 10_000 })
    await resolve(await asked(bought.cart.id, "settle-again"), "settle")
    await reconciled(bought.cart.id, async () =>
      expect(await reviewCasesOf(bought.cart.id)).toEqual([])
    )
    expect(paymentOf(await admin.getOrder(bought.order.id)).refunds).toMatchObject([{ amount: 100 }])
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("stays unrecorded when the first loan continues and staff confirm that", async () => {
    const { bought, tip } = await takenForRefused()
    await simulator.status(tip, { status: "O", postback: false })
    const reviewCase = await asked(bought.cart.id, "mismatch")
    const back = () => resolve(reviewCase, "record-refund", { cents: 0, token: bought.token })
    expect(await refusalOf(back())).toMatch(/does not finance|neither funded/)
    // A scheduled check would read the altered answer and close the case.
    await comeToRest((await applicationOf(bought.cart.id)).id)
    await simulator.fault({
      operation: "getStatus",
      kind: "altered",
      when: "after",
      fields: { status: "C", loanAmount: bought.applied.loanAmount },
      match: { token: bought.token },
    })
    await back()
    await reconciled(bought.cart.id, async () =>
      expect(await reviewCasesOf(bought.cart.id)).toEqual([])
    )
    const { id } = await applicationOf(bought.cart.id)
    expect((await tokensOf(id)).map(({ token }) => token)).toEqual([tip, bought.token])
    expect(await applicationOf(bought.cart.id)).toMatchObject({ code: "C", refunded_cents: 0 })
    expect(paymentOf(await admin.getOrder(bought.order.id)).refunds).toEqual([])
  })
})

describe("a loan that the customer has to sign again for another reason", () => {
  it("opens a review case before the shipment, and is settled after the signature", async () => {
    const paid = await paidOrder()
    await simulator.status(paid.token, { status: "B", postback: false })
    const reviewCase = await asked(paid.cart.id, "sign-again")
    expect(reviewCase.reason).toMatch(/at their link/)
    expect(await eventsOf(paid.cart.id)).toEqual([{ order_id: paid.order.id, has_link: true }])
    await ship(paid)
    await asked(paid.cart.id, "sign-again")
    expect(await callsOf(paid.token, "settle")).toEqual([])
    await simulator.status(paid.token, { status: "S", postback: false })
    await settled(paid.cart.id)
    await eventually(async () => {
      expect(paymentOf(await admin.getOrder(paid.order.id)).captured_at).toEqual(expect.any(String))
    })
    await reconciled(paid.cart.id, async () =>
      expect(await reviewCasesOf(paid.cart.id)).toEqual([])
    )
    await expectInvariants(paid.cart.id)
  })

  it("opens a review case after its funding, and cannot be refunded before the signature", async () => {
    const bought = await capturedOrder()
    await reconciled(bought.cart.id, async () => {
      expect((await applicationOf(bought.cart.id)).code).toBe("C")
    })
    await simulator.status(bought.token, { status: "B", postback: false })
    await asked(bought.cart.id, "sign-again")
    expect(await sentenceOf(admin.refund(bought.payment.id, { amount: 50 }))).toMatch(
      /Only a settled or funded financing can be refunded/
    )
    await simulator.status(bought.token, { status: "C", postback: false })
    await settled(bought.cart.id)
    expect(await reviewCasesOf(bought.cart.id)).toEqual([])
    await expectInvariants(bought.cart.id)
  })
})

import * as situations from "./review-cases-situations"
import { asked, reviewCasesOf, refusalOf, resolve } from "./review-cases-steps"
import { expectEnded } from "./ended"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, faultOn, outcomesOf } from "./money-steps"
import { applicationOf, journalOf, reconcile, timelineOf } from "./our-records"
import { paidOrderOf, paymentOf, paymentsOf, sign } from "./purchase-steps"

const { shop, admin, simulator } = harness()

/** The cart has no open review case, and Medusa and the service agree. */
async function expectSettled(cartId: string): Promise<void> {
  await eventually(async () => expect(await reviewCasesOf(cartId)).toEqual([]))
  await expectInvariants(cartId)
}

describe("a decision by staff on a review case", () => {
  afterEach(() => simulator.clearFaults())

  it("doubt: confirms that a settle did not happen, and the order can be captured (A1)", async () => {
    const { cart, token, payment } = await situations.lostSettle()
    const doubt = await asked(cart.id, "doubt")
    expect(await resolve(doubt, "confirm-it-did-not")).toMatchObject({ settled: true })
    expect(await outcomesOf(cart.id, "settle")).toEqual(["refused"])
    await admin.capture(payment.id)
    expect((await callsOf(token, "settle")).length).toBeLessThanOrEqual(2)
    expect((await simulator.application(token)).settleCount).toBe(1)
    await expectSettled(cart.id)
  })

  it("doubt: confirms a partial refund by its new token, and the journal stores the actor (A5)", async () => {
    const { cart, token } = await situations.lostPartialRefund()
    const doubt = await asked(cart.id, "doubt")
    expect(await refusalOf(resolve(doubt, "confirm-it-happened"))).toMatch(/Enter the token/)
    const { tip } = await simulator.application(token)
    await resolve(doubt, "confirm-it-happened", { token: tip })
    const { id } = await applicationOf(cart.id)
    expect((await journalOf(id)).find(({ kind }) => kind === "partial-refund")).toMatchObject({
      outcome: "confirmed",
      resolved_by: "user_merchant",
      resolution_note: "The portal shows it",
    })
    expect(await callsOf(token, "partialRefund")).toHaveLength(1)
  })

  it("doubt: confirms that an application was never created, and closes it (A16)", async () => {
    const cartId = await situations.lostCreate()
    const doubt = await asked(cartId, "doubt")
    expect(doubt).toMatchObject({ operation: { kind: "create" }, medusa: { purchase_state: null } })
    expect(await refusalOf(resolve(doubt, "end-application"))).toMatch(/What can be done: confirm/)
    expect(await resolve(doubt, "confirm-it-did-not")).toMatchObject({ settled: true })
    await eventually(async () =>
      expect(await applicationOf(cartId)).toMatchObject({ state: "cancelled", next_check_at: null })
    )
    await expectSettled(cartId)
  })

  it("unused: places the order (I7)", async () => {
    const { cart } = await situations.unplaceableCart()
    const [unused] = await reviewCasesOf(cart.id)
    if (!unused) throw new Error("Nobody is asked for it")
    expect(await resolve(unused, "place-order")).toMatchObject({ settled: true })
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectSettled(cart.id)
  })

  it("order: does not place the order while another method's session is active", async () => {
    const { cart, token } = await situations.secondSession()
    const order = await asked(cart.id, "order")
    expect(await refusalOf(resolve(order, "place-order"))).toMatch(/another payment session/)
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await resolve(order, "end-application")
    await expectEnded(cart.id, token)
  })

  it.each([
    ["tax-exempt", situations.exemptedFromTaxes],
    ["late-approval", situations.approvedTooLate],
    ["unknown-code", situations.unknownCode],
  ] as const)(
    "%s: ends the application, and the shopper can apply again",
    async (cause, arrange) => {
      const { cart, token } = await arrange()
      expect(await resolve(await asked(cart.id, cause), "end-application")).toMatchObject({
        settled: true,
      })
      await expectEnded(cart.id, token)
      await shop.choosePaymentMethod(cart.id)
      const again = await simulator.findCartApplication(cart.id)
      expect(again.originalOrderId).toBe(`${cart.id}-2`)
      await sign(again.tip)
      expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
      await expectSettled(cart.id)
    }
  )

  it("cancel: repeats the refused cancel at once, and reports another refusal (A12)", async () => {
    const { cart, token } = await situations.refusedCancel()
    const reviewCase = await asked(cart.id, "cancel")
    expect(await refusalOf(resolve(reviewCase, "end-application"))).toMatch(/refused/)
    expect(await callsOf(token, "cancel")).toHaveLength(2)
    await simulator.clearFaults()
    await resolve(reviewCase, "end-application")
    await expectEnded(cart.id, token)
  })

  it("settle-again: settles the new application once (A9)", async () => {
    const { cart, token } = await situations.settleAgain()
    const reviewCase = await asked(cart.id, "settle-again")
    expect(await resolve(reviewCase, "settle")).toMatchObject({ settled: true })
    const { tip, status } = await simulator.application(token)
    expect(status).toBe("C")
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    expect(await refusalOf(resolve(reviewCase, "settle"))).toMatch(/settled already/)
    await expectSettled(cart.id)
  })

  it("unneeded-loan: refunds a loan that Medusa never captured, and only in full (A11)", async () => {
    const { cart, token } = await situations.fundedAndCancelled()
    const reviewCase = await asked(cart.id, "unneeded-loan")
    expect(await refusalOf(resolve(reviewCase, "refund", { cents: 100 }))).toMatch(/only all of it/)
    expect(await resolve(reviewCase, "refund")).toMatchObject({ settled: true })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await eventually(async () => {
      expect(await applicationOf(cart.id)).toMatchObject({ state: "refunded", next_check_at: null })
    })
    await expectSettled(cart.id)
  })

  it("unneeded-loan: can only acknowledge a partial refund made in the portal (C7)", async () => {
    const { cart, token, applied } = await situations.fundedAndCancelled()
    await asked(cart.id, "unneeded-loan")
    const loanAmount = applied.loanAmount - 100
    await simulator.portal(token, { action: "partial-refund", loanAmount, postback: false })
    await reconcile((await applicationOf(cart.id)).id)
    const reviewCase = await asked(cart.id, "refunded-elsewhere")
    expect(reviewCase.actions).toEqual(["record-refund", "check-again", "acknowledge"])
    expect(await refusalOf(resolve(reviewCase, "record-refund"))).toMatch(/captured nothing/)
    expect(await resolve(reviewCase, "check-again")).toMatchObject({ settled: false })
    expect(await resolve(reviewCase, "acknowledge")).toMatchObject({ settled: true })
    // The reconciliation triggered by the cancelled order may still be running.
    await eventually(async () =>
      expect(await applicationOf(cart.id)).toMatchObject({ next_check_at: null })
    )
  })

  it("dead-payment: refunds a funded loan, and keeps the review case of the unpaid order", async () => {
    const { cart, token, order } = await situations.cancelledPayment()
    await simulator.status(token, { status: "C", postback: false })
    await resolve(await asked(cart.id, "dead-payment"), "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    const left = await asked(cart.id, "dead-payment")
    expect(left.actions).toEqual(["cancel-order", "check-again", "acknowledge"])
    await resolve(left, "cancel-order")
    expect(await admin.getOrder(order.id)).toMatchObject({ status: "canceled" })
    await expectSettled(cart.id)
  })

  it("dead-payment: captures a funded loan whose amount equals the order's", async () => {
    const { cart, token, order, payment } = await situations.cancelledPayment()
    const loanAmount = Math.round(Number(payment.amount) * 100) / 100
    await simulator.status(token, { status: "C", loanAmount, postback: false })
    const deadPayment = await asked(cart.id, "dead-payment")
    expect(deadPayment.actions[0]).toBe("settle")
    await resolve(deadPayment, "settle")
    const live = paymentsOf(await admin.getOrder(order.id)).filter((one) => !one.canceled_at)
    expect(live).toMatchObject([{ captured_at: expect.any(String) as string }])
    expect(await simulator.calls({ operation: "settle", token })).toEqual([])
    await expectSettled(cart.id)
  })

  it("late-approval: refunds the funded loan of a changed cart", async () => {
    const { cart, token } = await situations.approvedTooLate()
    await simulator.status(token, { status: "L", postback: false })
    await resolve(await asked(cart.id, "late-approval"), "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await shop.choosePaymentMethod(cart.id)
    expect((await simulator.findCartApplication(cart.id)).originalOrderId).toBe(`${cart.id}-2`)
    await expectSettled(cart.id)
  })

  it("unneeded-loan: refunds a cancelled order's captured payment in Medusa (A20)", async () => {
    const { cart, token, order } = await situations.cancelledWithoutRefund()
    const reviewCase = await asked(cart.id, "unneeded-loan")
    expect(reviewCase.medusa.captured_cents).toBe(reviewCase.medusa.financed_cents)
    await resolve(reviewCase, "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    expect(paymentOf(await admin.getOrder(order.id)).refunds).toMatchObject([
      { created_by: "user_merchant", note: "The portal shows it" },
    ])
    await expectSettled(cart.id)
  })

  it.each([
    ["mismatch", situations.cancelledInPortal],
    ["amounts", situations.oneCentMore],
    ["dead-payment", situations.cancelledPayment],
  ] as const)("%s: cancels the order and its loan", async (cause, arrange) => {
    const { cart, token, order } = await arrange()
    await resolve(await asked(cart.id, cause), "cancel-order")
    expect(await admin.getOrder(order.id)).toMatchObject({ status: "canceled" })
    await eventually(async () => {
      await reconcile((await applicationOf(cart.id)).id)
      expect((await simulator.application(token)).cancelled).toBe(true)
      expect(await applicationOf(cart.id)).toMatchObject({ state: "cancelled" })
    })
    await expectSettled(cart.id)
  })

  it("unwatched: checks the status again, and the signed order is paid", async () => {
    const { cart, token } = await situations.unheardOf()
    const reviewCase = await asked(cart.id, "unwatched")
    await simulator.decision(token, { outcome: "approve" })
    await simulator.decision(token, { outcome: "sign" })
    await resolve(reviewCase, "check-again")
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await reconcile((await applicationOf(cart.id)).id)
    await expectSettled(cart.id)
  })

  it("is stored in the timeline with its actor and the reason when it fails", async () => {
    const { cart, token } = await situations.exemptedFromTaxes()
    const reviewCase = await asked(cart.id, "tax-exempt")
    await faultOn(token, { operation: "cancel", kind: "status", status: 409, nth: 1 })
    const sentence = await refusalOf(resolve(reviewCase, "end-application"))
    const { id } = await applicationOf(cart.id)
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({
        what: "review-case-not-resolved",
        actor: "user_merchant",
        details: {
          review_case_id: reviewCase.id,
          cause: "tax-exempt",
          action: "end-application",
          note: "The portal shows it",
          reason: sentence.slice(0, 200),
        },
      })
    )
    await resolve(reviewCase, "end-application")
    await expectEnded(cart.id, token)
  })
})

import * as situations from "./review-cases-situations"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  expectRefusal,
  resolveReviewCase,
} from "./review-cases-steps"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, listOutcomes } from "./money-steps"
import {
  getLatestApplication,
  listOperations,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { waitForPaidOrder, getOnlyPayment, listPayments, signApplication } from "./purchase-steps"

const { shop, admin, simulator } = createHarness()

/** The cart has no open review case, and Medusa and the service agree. */
async function expectResolved(cartId: string): Promise<void> {
  await eventually(async () => expect(await listPurchaseReviewCases(cartId)).toEqual([]))
  await expectInvariants(cartId)
}

describe("a decision by staff on a review case", () => {
  afterEach(() => simulator.clearFaults())

  it("doubt: confirms that a settle did not happen, and the order can be captured (A1)", async () => {
    const { cart, token, payment } = await situations.createLostSettle()
    const doubtCase = await waitForReviewCase(cart.id, "doubt")
    expect(await resolveReviewCase(doubtCase, "confirm-it-did-not")).toMatchObject({
      settled: true,
    })
    expect(await listOutcomes(cart.id, "settle")).toEqual(["refused"])
    await admin.capture(payment.id)
    expect((await listServiceCalls(token, "settle")).length).toBeLessThanOrEqual(2)
    expect((await simulator.application(token)).settleCount).toBe(1)
    await expectResolved(cart.id)
  })

  it("doubt: confirms a partial refund by its new token, and the journal stores the actor (A5)", async () => {
    const { cart, token } = await situations.createLostPartialRefund()
    const doubtCase = await waitForReviewCase(cart.id, "doubt")
    expect(await expectRefusal(resolveReviewCase(doubtCase, "confirm-it-happened"))).toMatch(
      /Enter the token/
    )
    const { tip } = await simulator.application(token)
    await resolveReviewCase(doubtCase, "confirm-it-happened", { token: tip })
    const { id } = await getLatestApplication(cart.id)
    expect((await listOperations(id)).find(({ kind }) => kind === "partial-refund")).toMatchObject({
      outcome: "confirmed",
      resolved_by: "user_merchant",
      resolution_note: "The portal shows it",
    })
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
  })

  it("doubt: confirms that an application was never created, and closes it (A16)", async () => {
    const cartId = await situations.createLostCreate()
    const doubtCase = await waitForReviewCase(cartId, "doubt")
    expect(doubtCase).toMatchObject({
      operation: { kind: "create" },
      medusa: { purchase_state: null },
    })
    expect(await expectRefusal(resolveReviewCase(doubtCase, "end-application"))).toMatch(
      /What can be done: confirm/
    )
    expect(await resolveReviewCase(doubtCase, "confirm-it-did-not")).toMatchObject({
      settled: true,
    })
    await eventually(async () =>
      expect(await getLatestApplication(cartId)).toMatchObject({
        state: "cancelled",
        next_check_at: null,
      })
    )
    await expectResolved(cartId)
  })

  it("unused: places the order (I7)", async () => {
    const { cart } = await situations.createUnplaceableCart()
    const [unusedCase] = await listPurchaseReviewCases(cart.id)
    if (!unusedCase) throw new Error("Nobody is asked for it")
    expect(await resolveReviewCase(unusedCase, "place-order")).toMatchObject({ settled: true })
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectResolved(cart.id)
  })

  it("order: does not place the order while another method's session is active", async () => {
    const { cart, token } = await situations.createSecondSession()
    const orderCase = await waitForReviewCase(cart.id, "order")
    expect(await expectRefusal(resolveReviewCase(orderCase, "place-order"))).toMatch(
      /another payment session/
    )
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await resolveReviewCase(orderCase, "end-application")
    await expectApplicationEnded(cart.id, token)
  })

  it.each([
    ["tax-exempt", situations.createTaxExemption],
    ["late-approval", situations.createLateApproval],
    ["unknown-code", situations.createUnknownCode],
  ] as const)(
    "%s: ends the application, and the shopper can apply again",
    async (cause, arrange) => {
      const { cart, token } = await arrange()
      expect(
        await resolveReviewCase(await waitForReviewCase(cart.id, cause), "end-application")
      ).toMatchObject({
        settled: true,
      })
      await expectApplicationEnded(cart.id, token)
      await shop.choosePaymentMethod(cart.id)
      const newApplication = await simulator.findCartApplication(cart.id)
      expect(newApplication.originalOrderId).toBe(`${cart.id}-2`)
      await signApplication(newApplication.tip)
      expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
      await expectResolved(cart.id)
    }
  )

  it("cancel: repeats the refused cancel at once, and reports another refusal (A12)", async () => {
    const { cart, token } = await situations.createRefusedCancel()
    const reviewCase = await waitForReviewCase(cart.id, "cancel")
    expect(await expectRefusal(resolveReviewCase(reviewCase, "end-application"))).toMatch(/refused/)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(2)
    await simulator.clearFaults()
    await resolveReviewCase(reviewCase, "end-application")
    await expectApplicationEnded(cart.id, token)
  })

  it("settle-again: settles the new application once (A9)", async () => {
    const { cart, token } = await situations.createSettleAgainCase()
    const reviewCase = await waitForReviewCase(cart.id, "settle-again")
    expect(await resolveReviewCase(reviewCase, "settle")).toMatchObject({ settled: true })
    const { tip, status } = await simulator.application(token)
    expect(status).toBe("C")
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    expect(await expectRefusal(resolveReviewCase(reviewCase, "settle"))).toMatch(/settled already/)
    await expectResolved(cart.id)
  })

  it("unneeded-loan: refunds a loan that Medusa never captured, and only in full (A11)", async () => {
    const { cart, token } = await situations.createFundedCancelledOrder()
    const reviewCase = await waitForReviewCase(cart.id, "unneeded-loan")
    expect(await expectRefusal(resolveReviewCase(reviewCase, "refund", { cents: 100 }))).toMatch(
      /only all of it/
    )
    expect(await resolveReviewCase(reviewCase, "refund")).toMatchObject({ settled: true })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await eventually(async () => {
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "refunded",
        next_check_at: null,
      })
    })
    await expectResolved(cart.id)
  })

  it("unneeded-loan: can only acknowledge a partial refund made in the portal (C7)", async () => {
    const { cart, token, applied } = await situations.createFundedCancelledOrder()
    await waitForReviewCase(cart.id, "unneeded-loan")
    const loanAmount = applied.loanAmount - 100
    await simulator.portal(token, { action: "partial-refund", loanAmount, postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    const reviewCase = await waitForReviewCase(cart.id, "refunded-elsewhere")
    expect(reviewCase.actions).toEqual(["record-refund", "check-again", "acknowledge"])
    expect(await expectRefusal(resolveReviewCase(reviewCase, "record-refund"))).toMatch(
      /captured nothing/
    )
    expect(await resolveReviewCase(reviewCase, "check-again")).toMatchObject({ settled: false })
    expect(await resolveReviewCase(reviewCase, "acknowledge")).toMatchObject({ settled: true })
    // The reconciliation triggered by the cancelled order may still be running.
    await eventually(async () =>
      expect(await getLatestApplication(cart.id)).toMatchObject({ next_check_at: null })
    )
  })

  it("dead-payment: refunds a funded loan, and keeps the review case of the unpaid order", async () => {
    const { cart, token, order } = await situations.createCancelledPayment()
    await simulator.status(token, { status: "C", postback: false })
    await resolveReviewCase(await waitForReviewCase(cart.id, "dead-payment"), "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    const remainingCase = await waitForReviewCase(cart.id, "dead-payment")
    expect(remainingCase.actions).toEqual(["cancel-order", "check-again", "acknowledge"])
    await resolveReviewCase(remainingCase, "cancel-order")
    expect(await admin.getOrder(order.id)).toMatchObject({ status: "canceled" })
    await expectResolved(cart.id)
  })

  it("dead-payment: captures a funded loan whose amount equals the order's", async () => {
    const { cart, token, order, payment } = await situations.createCancelledPayment()
    const loanAmount = Math.round(Number(payment.amount) * 100) / 100
    await simulator.status(token, { status: "C", loanAmount, postback: false })
    const deadPaymentCase = await waitForReviewCase(cart.id, "dead-payment")
    expect(deadPaymentCase.actions[0]).toBe("settle")
    await resolveReviewCase(deadPaymentCase, "settle")
    const activePayments = listPayments(await admin.getOrder(order.id)).filter(
      (candidate) => !candidate.canceled_at
    )
    expect(activePayments).toMatchObject([{ captured_at: expect.any(String) as string }])
    expect(await simulator.calls({ operation: "settle", token })).toEqual([])
    await expectResolved(cart.id)
  })

  it("late-approval: refunds the funded loan of a changed cart", async () => {
    const { cart, token } = await situations.createLateApproval()
    await simulator.status(token, { status: "L", postback: false })
    await resolveReviewCase(await waitForReviewCase(cart.id, "late-approval"), "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await shop.choosePaymentMethod(cart.id)
    expect((await simulator.findCartApplication(cart.id)).originalOrderId).toBe(`${cart.id}-2`)
    await expectResolved(cart.id)
  })

  it("unneeded-loan: refunds a cancelled order's captured payment in Medusa (A20)", async () => {
    const { cart, token, order } = await situations.createCancelWithoutRefund()
    const reviewCase = await waitForReviewCase(cart.id, "unneeded-loan")
    expect(reviewCase.medusa.captured_cents).toBe(reviewCase.medusa.financed_cents)
    await resolveReviewCase(reviewCase, "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([
      { created_by: "user_merchant", note: "The portal shows it" },
    ])
    await expectResolved(cart.id)
  })

  it.each([
    ["mismatch", situations.createPortalCancel],
    ["amounts", situations.createAmountMismatch],
    ["dead-payment", situations.createCancelledPayment],
  ] as const)("%s: cancels the order and its loan", async (cause, arrange) => {
    const { cart, token, order } = await arrange()
    await resolveReviewCase(await waitForReviewCase(cart.id, cause), "cancel-order")
    expect(await admin.getOrder(order.id)).toMatchObject({ status: "canceled" })
    await eventually(async () => {
      await reconcile((await getLatestApplication(cart.id)).id)
      expect((await simulator.application(token)).cancelled).toBe(true)
      expect(await getLatestApplication(cart.id)).toMatchObject({ state: "cancelled" })
    })
    await expectResolved(cart.id)
  })

  it("unwatched: checks the status again, and the signed order is paid", async () => {
    const { cart, token } = await situations.createUndecidedOrder()
    const reviewCase = await waitForReviewCase(cart.id, "unwatched")
    await simulator.decision(token, { outcome: "approve" })
    await simulator.decision(token, { outcome: "sign" })
    await resolveReviewCase(reviewCase, "check-again")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectResolved(cart.id)
  })

  it("is stored in the timeline with its actor and the reason when it fails", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const reviewCase = await waitForReviewCase(cart.id, "tax-exempt")
    await injectFault(token, { operation: "cancel", kind: "status", status: 409, nth: 1 })
    const refusalMessage = await expectRefusal(resolveReviewCase(reviewCase, "end-application"))
    const { id } = await getLatestApplication(cart.id)
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({
        what: "review-case-not-resolved",
        actor: "user_merchant",
        details: {
          review_case_id: reviewCase.id,
          cause: "tax-exempt",
          action: "end-application",
          note: "The portal shows it",
          reason: refusalMessage.slice(0, 200),
        },
      })
    )
    await resolveReviewCase(reviewCase, "end-application")
    await expectApplicationEnded(cart.id, token)
  })
})

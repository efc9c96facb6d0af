import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import {
  createCapturedOrder,
  type PaidOrder,
  createPaidOrder,
  getOnlyPayment,
  listPayments,
} from "./purchases"
import { returnGoods } from "./returned-goods"

const { admin, simulator, store } = createHarness()

/** A code that the interface does not define: neither success nor failure. */
const UNKNOWN_CODE = "Q"

const TWO_DESKS = { items: [{ handle: "walnut-desk", quantity: 2 }] }

/** Creates a captured order: the service confirmed the settle, and reports an unknown code from then on. */
async function createUnknownCodeOrder(): Promise<PaidOrder> {
  const purchase = await createPaidOrder(TWO_DESKS)
  await simulator.behaviour(purchase.token, { statusAfterSettle: UNKNOWN_CODE })
  await admin.capture(purchase.payment.id)
  await reconcile((await getLatestApplication(purchase.cart.id)).id)
  expect((await getLatestApplication(purchase.cart.id)).code).toBe(UNKNOWN_CODE)
  return { ...purchase, order: await admin.getOrder(purchase.order.id) }
}

const waitForNoReviewCases = async ({ cart }: PaidOrder) =>
  await reconcileUntil(cart.id, async () =>
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  )

describe("a loan with a confirmed settle and an unknown code (F5)", () => {
  afterEach(() => simulator.clearFaults())

  it("opens a review case that says a refund is possible", async () => {
    const { cart } = await createUnknownCodeOrder()
    const reviewCase = await waitForReviewCase(cart.id, "unknown-code")
    expect(reviewCase.reason).toMatch(/confirmed the settle.*Nothing is in the way of a refund/)
    expect(reviewCase.actions).toEqual(["record-refund", "check-again", "acknowledge"])
  })

  it("is refunded in full", async () => {
    const purchase = await createUnknownCodeOrder()
    await admin.refund(purchase.payment.id, { amount: purchase.payment.amount })
    expect(await simulator.application(purchase.token)).toMatchObject({
      refunded: true,
      refundCount: 1,
    })
    await waitForNoReviewCases(purchase)
    await expectInvariants(purchase.cart.id)
  })

  it("is refunded in part and then in full, though the new application has an unknown code", async () => {
    const purchase = await createUnknownCodeOrder()
    await admin.refund(purchase.payment.id, { amount: 100 })
    const { tip, loanAmount } = await simulator.application(purchase.token)
    expect(tip).not.toBe(purchase.token)
    await simulator.status(tip, { status: UNKNOWN_CODE, postback: false })
    await admin.refund(purchase.payment.id, { amount: loanAmount })
    expect(await simulator.application(purchase.token)).toMatchObject({
      refunded: true,
      refundCount: 1,
    })
    await waitForNoReviewCases(purchase)
    await expectInvariants(purchase.cart.id)
  })

  it("is partly refunded for returned goods", async () => {
    const purchase = await createUnknownCodeOrder()
    await returnGoods(purchase, [{ title: "Walnut Desk", quantity: 1 }])
    const { summary } = await admin.getOrder(purchase.order.id)
    await admin.refund(purchase.payment.id, { amount: -Number(summary.pending_difference) })
    expect((await simulator.application(purchase.token)).partialRefunds).toHaveLength(1)
    await waitForNoReviewCases(purchase)
    await expectInvariants(purchase.cart.id)
  })

  it("is refunded when its order is cancelled", async () => {
    const purchase = await createUnknownCodeOrder()
    await admin.cancelOrder(purchase.order.id)
    await eventually(async () => {
      expect(await simulator.application(purchase.token)).toMatchObject({
        refunded: true,
        refundCount: 1,
        cancelCount: 0,
      })
    })
    await waitForNoReviewCases(purchase)
    await expectInvariants(purchase.cart.id)
  })

  it("lets staff refund it when its order was cancelled and the service refused the refund", async () => {
    const purchase = await createUnknownCodeOrder()
    await injectFault(purchase.token, { operation: "refund", kind: "status", status: 409, nth: 1 })
    await admin.cancelOrder(purchase.order.id)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "unknown-code")
    expect(reviewCase.reason).toMatch(
      /order was cancelled, and its financing is alive.*Give it back/
    )
    expect(reviewCase.actions).toEqual(["refund", "record-refund", "check-again", "acknowledge"])
    expect(await listServiceCalls(purchase.token, "cancel")).toEqual([])
    await resolveReviewCase(reviewCase, "refund")
    expect(await simulator.application(purchase.token)).toMatchObject({ refunded: true })
    await waitForNoReviewCases(purchase)
    await expectInvariants(purchase.cart.id)
  })

  it("is refunded in the portal, in full or in part, and staff record it", async () => {
    const fullyRefunded = await createUnknownCodeOrder()
    await simulator.behaviour(fullyRefunded.token, { statusAfterRefund: UNKNOWN_CODE })
    await simulator.portal(fullyRefunded.token, { action: "refund", postback: false })
    const { financed_cents } = await getLatestApplication(fullyRefunded.cart.id)
    await resolveReviewCase(
      await waitForReviewCase(fullyRefunded.cart.id, "unknown-code"),
      "record-refund",
      {
        cents: financed_cents,
      }
    )
    await waitForNoReviewCases(fullyRefunded)
    const order = await admin.getOrder(fullyRefunded.order.id)
    expect(order.payment_status).toBe("refunded")
    expect(await listServiceCalls(fullyRefunded.token, "refund")).toEqual([])
    await expectInvariants(fullyRefunded.cart.id)

    const partlyRefunded = await createUnknownCodeOrder()
    const remainingAmount = partlyRefunded.applied.loanAmount - 100
    await simulator.portal(partlyRefunded.token, {
      action: "partial-refund",
      loanAmount: remainingAmount,
      postback: false,
    })
    const { tip } = await simulator.application(partlyRefunded.token)
    await simulator.status(partlyRefunded.token, { status: UNKNOWN_CODE, postback: false })
    // The portal shows the new application; the known application reads as refunded.
    await resolveReviewCase(
      await waitForReviewCase(partlyRefunded.cart.id, "refunded-elsewhere"),
      "record-refund",
      {
        cents: 10_000,
        token: tip,
      }
    )
    await reconcileUntil(partlyRefunded.cart.id, async () => {
      expect((await getLatestApplication(partlyRefunded.cart.id)).refunded_cents).toBe(10_000)
      expect(getOnlyPayment(await admin.getOrder(partlyRefunded.order.id)).refunds).toHaveLength(1)
    })
    await admin.refund(partlyRefunded.payment.id, { amount: remainingAmount })
    expect(await simulator.application(partlyRefunded.token)).toMatchObject({ refunded: true })
    await waitForNoReviewCases(partlyRefunded)
    await expectInvariants(partlyRefunded.cart.id, { elsewhere: 1 })
  })

  it("is captured without a second settle when the process died after the first (fact 23)", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await simulator.behaviour(purchase.token, {
      statusAfterSettle: UNKNOWN_CODE,
      secondSettle: "409",
    })
    const { id } = await getLatestApplication(purchase.cart.id)
    await store.call("consumerFinancing", "settle", { applicationId: id })
    await admin.capture(purchase.payment.id)
    expect(await listServiceCalls(purchase.token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).captured_at).toEqual(
      expect.any(String)
    )
    await waitForReviewCase(purchase.cart.id, "unknown-code")
    await expectInvariants(purchase.cart.id, { listed: true })
  })

  it.each(["T", "O", "U", "X", "B"])("is not refunded once its status is %s", async (status) => {
    const purchase = await createCapturedOrder()
    await simulator.status(purchase.token, { status, postback: false })
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    // It is not refunded with an unknown code after that either.
    await simulator.status(purchase.token, { status: UNKNOWN_CODE, postback: false })
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    expect(await listServiceCalls(purchase.token, "partialRefund")).toEqual([])
  })

  it("is not refunded when the service reports another amount or another token", async () => {
    const purchase = await createUnknownCodeOrder()
    const { loanAmount } = await simulator.application(purchase.token)
    await simulator.status(purchase.token, { loanAmount: loanAmount - 1, postback: false })
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    await simulator.status(purchase.token, { loanAmount, postback: false })
    await injectFault(purchase.token, {
      operation: "getStatus",
      kind: "altered",
      when: "after",
      fields: { token: "another" },
    })
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    expect(await listServiceCalls(purchase.token, "partialRefund")).toEqual([])
  })

  it("can be ended but not refunded when it was never settled", async () => {
    const purchase = await createPaidOrder()
    await simulator.status(purchase.token, { status: UNKNOWN_CODE, postback: false })
    await admin.cancelOrder(purchase.order.id)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "unknown-code")
    expect(reviewCase.actions).toEqual(["end-application", "check-again", "acknowledge"])
    await resolveReviewCase(reviewCase, "end-application")
    expect(await simulator.application(purchase.token)).toMatchObject({ cancelCount: 1 })
  })
})

describe("a loan that reports an unknown code after a cancel or a refund", () => {
  it.each(["cancel", "refund"])("opens no review case after the plugin's %s", async (operation) => {
    const purchase = operation === "cancel" ? await createPaidOrder() : await createCapturedOrder()
    await simulator.behaviour(purchase.token, {
      statusAfterCancel: UNKNOWN_CODE,
      statusAfterRefund: UNKNOWN_CODE,
    })
    await admin.cancelOrder(purchase.order.id)
    const state = operation === "cancel" ? "cancelled" : "refunded"
    await reconcileUntil(purchase.cart.id, async () => {
      expect((await simulator.application(purchase.token)).status).toBe(UNKNOWN_CODE)
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({
        code: UNKNOWN_CODE,
        state: state,
      })
    })
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    expect(listPayments(await admin.getOrder(purchase.order.id))).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })
})

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
const ODD = "Q"

const DESK = { items: [{ handle: "walnut-desk", quantity: 2 }] }

/** Creates a captured order: the service confirmed the settle, and reports an unknown code from then on. */
async function oddlySettled(): Promise<PaidOrder> {
  const paid = await createPaidOrder(DESK)
  await simulator.behaviour(paid.token, { statusAfterSettle: ODD })
  await admin.capture(paid.payment.id)
  await reconcile((await getLatestApplication(paid.cart.id)).id)
  expect((await getLatestApplication(paid.cart.id)).code).toBe(ODD)
  return { ...paid, order: await admin.getOrder(paid.order.id) }
}

const isQuiet = async ({ cart }: PaidOrder) =>
  await reconcileUntil(cart.id, async () =>
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  )

describe("a loan with a confirmed settle and an unknown code (F5)", () => {
  afterEach(() => simulator.clearFaults())

  it("opens a review case that says a refund is possible", async () => {
    const { cart } = await oddlySettled()
    const reviewCase = await waitForReviewCase(cart.id, "unknown-code")
    expect(reviewCase.reason).toMatch(/confirmed the settle.*Nothing is in the way of a refund/)
    expect(reviewCase.actions).toEqual(["record-refund", "check-again", "acknowledge"])
  })

  it("is refunded in full", async () => {
    const bought = await oddlySettled()
    await admin.refund(bought.payment.id, { amount: bought.payment.amount })
    expect(await simulator.application(bought.token)).toMatchObject({
      refunded: true,
      refundCount: 1,
    })
    await isQuiet(bought)
    await expectInvariants(bought.cart.id)
  })

  it("is refunded in part and then in full, though the new application has an unknown code", async () => {
    const bought = await oddlySettled()
    await admin.refund(bought.payment.id, { amount: 100 })
    const { tip, loanAmount } = await simulator.application(bought.token)
    expect(tip).not.toBe(bought.token)
    await simulator.status(tip, { status: ODD, postback: false })
    await admin.refund(bought.payment.id, { amount: loanAmount })
    expect(await simulator.application(bought.token)).toMatchObject({
      refunded: true,
      refundCount: 1,
    })
    await isQuiet(bought)
    await expectInvariants(bought.cart.id)
  })

  it("is partly refunded for returned goods", async () => {
    const bought = await oddlySettled()
    await returnGoods(bought, [{ title: "Walnut Desk", quantity: 1 }])
    const { summary } = await admin.getOrder(bought.order.id)
    await admin.refund(bought.payment.id, { amount: -Number(summary.pending_difference) })
    expect((await simulator.application(bought.token)).partialRefunds).toHaveLength(1)
    await isQuiet(bought)
    await expectInvariants(bought.cart.id)
  })

  it("is refunded when its order is cancelled", async () => {
    const bought = await oddlySettled()
    await admin.cancelOrder(bought.order.id)
    await eventually(async () => {
      expect(await simulator.application(bought.token)).toMatchObject({
        refunded: true,
        refundCount: 1,
        cancelCount: 0,
      })
    })
    await isQuiet(bought)
    await expectInvariants(bought.cart.id)
  })

  it("lets staff refund it when its order was cancelled and the service refused the refund", async () => {
    const bought = await oddlySettled()
    await injectFault(bought.token, { operation: "refund", kind: "status", status: 409, nth: 1 })
    await admin.cancelOrder(bought.order.id)
    const reviewCase = await waitForReviewCase(bought.cart.id, "unknown-code")
    expect(reviewCase.reason).toMatch(
      /order was cancelled, and its financing is alive.*Give it back/
    )
    expect(reviewCase.actions).toEqual(["refund", "record-refund", "check-again", "acknowledge"])
    expect(await listServiceCalls(bought.token, "cancel")).toEqual([])
    await resolveReviewCase(reviewCase, "refund")
    expect(await simulator.application(bought.token)).toMatchObject({ refunded: true })
    await isQuiet(bought)
    await expectInvariants(bought.cart.id)
  })

  it("is refunded in the portal, in full or in part, and staff record it", async () => {
    const whole = await oddlySettled()
    await simulator.behaviour(whole.token, { statusAfterRefund: ODD })
    await simulator.portal(whole.token, { action: "refund", postback: false })
    const { financed_cents } = await getLatestApplication(whole.cart.id)
    await resolveReviewCase(
      await waitForReviewCase(whole.cart.id, "unknown-code"),
      "record-refund",
      {
        cents: financed_cents,
      }
    )
    await isQuiet(whole)
    const order = await admin.getOrder(whole.order.id)
    expect(order.payment_status).toBe("refunded")
    expect(await listServiceCalls(whole.token, "refund")).toEqual([])
    await expectInvariants(whole.cart.id)

    const part = await oddlySettled()
    const left = part.applied.loanAmount - 100
    await simulator.portal(part.token, {
      action: "partial-refund",
      loanAmount: left,
      postback: false,
    })
    const { tip } = await simulator.application(part.token)
    await simulator.status(part.token, { status: ODD, postback: false })
    // The portal shows the new application; the known application reads as refunded.
    await resolveReviewCase(
      await waitForReviewCase(part.cart.id, "refunded-elsewhere"),
      "record-refund",
      {
        cents: 10_000,
        token: tip,
      }
    )
    await reconcileUntil(part.cart.id, async () => {
      expect((await getLatestApplication(part.cart.id)).refunded_cents).toBe(10_000)
      expect(getOnlyPayment(await admin.getOrder(part.order.id)).refunds).toHaveLength(1)
    })
    await admin.refund(part.payment.id, { amount: left })
    expect(await simulator.application(part.token)).toMatchObject({ refunded: true })
    await isQuiet(part)
    await expectInvariants(part.cart.id, { elsewhere: 1 })
  })

  it("is captured without a second settle when the process died after the first (fact 23)", async () => {
    const paid = await createPaidOrder(DESK)
    await simulator.behaviour(paid.token, { statusAfterSettle: ODD, secondSettle: "409" })
    const { id } = await getLatestApplication(paid.cart.id)
    await store.call("consumerFinancing", "settle", { applicationId: id })
    await admin.capture(paid.payment.id)
    expect(await listServiceCalls(paid.token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(paid.order.id)).captured_at).toEqual(
      expect.any(String)
    )
    await waitForReviewCase(paid.cart.id, "unknown-code")
    await expectInvariants(paid.cart.id, { listed: true })
  })

  it.each(["T", "O", "U", "X", "B"])("is not refunded once its status is %s", async (status) => {
    const bought = await createCapturedOrder()
    await simulator.status(bought.token, { status, postback: false })
    expect(await getRefusalMessage(admin.refund(bought.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    // It is not refunded with an unknown code after that either.
    await simulator.status(bought.token, { status: ODD, postback: false })
    expect(await getRefusalMessage(admin.refund(bought.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    expect(await listServiceCalls(bought.token, "partialRefund")).toEqual([])
  })

  it("is not refunded when the service reports another amount or another token", async () => {
    const bought = await oddlySettled()
    const { loanAmount } = await simulator.application(bought.token)
    await simulator.status(bought.token, { loanAmount: loanAmount - 1, postback: false })
    expect(await getRefusalMessage(admin.refund(bought.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    await simulator.status(bought.token, { loanAmount, postback: false })
    await injectFault(bought.token, {
      operation: "getStatus",
      kind: "altered",
      when: "after",
      fields: { token: "another" },
    })
    expect(await getRefusalMessage(admin.refund(bought.payment.id, { amount: 50 }))).toMatch(
      /Nothing was sent/
    )
    expect(await listServiceCalls(bought.token, "partialRefund")).toEqual([])
  })

  it("can be ended but not refunded when it was never settled", async () => {
    const paid = await createPaidOrder()
    await simulator.status(paid.token, { status: ODD, postback: false })
    await admin.cancelOrder(paid.order.id)
    const reviewCase = await waitForReviewCase(paid.cart.id, "unknown-code")
    expect(reviewCase.actions).toEqual(["end-application", "check-again", "acknowledge"])
    await resolveReviewCase(reviewCase, "end-application")
    expect(await simulator.application(paid.token)).toMatchObject({ cancelCount: 1 })
  })
})

describe("a loan that reports an unknown code after a cancel or a refund", () => {
  it.each(["cancel", "refund"])("opens no review case after the plugin's %s", async (verb) => {
    const bought = verb === "cancel" ? await createPaidOrder() : await createCapturedOrder()
    await simulator.behaviour(bought.token, { statusAfterCancel: ODD, statusAfterRefund: ODD })
    await admin.cancelOrder(bought.order.id)
    const ended = verb === "cancel" ? "cancelled" : "refunded"
    await reconcileUntil(bought.cart.id, async () => {
      expect((await simulator.application(bought.token)).status).toBe(ODD)
      expect(await getLatestApplication(bought.cart.id)).toMatchObject({ code: ODD, state: ended })
    })
    expect(await listPurchaseReviewCases(bought.cart.id)).toEqual([])
    expect(listPayments(await admin.getOrder(bought.order.id))).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })
})

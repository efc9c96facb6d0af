import { ageLedger } from "./aged-ledger"
import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
  reconcileUntil,
} from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { createCapturedOrder, createPaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator, store } = createHarness()

describe("Refunding a captured order in full", () => {
  afterEach(() => simulator.clearFaults())

  it("refunds the application with the merchant's note as the reason", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: Number(payment.amount), note: " It  arrived broken " })
    const [call] = await listServiceCalls(token, "refund")
    expect(call?.request).toEqual({ reason: "It arrived broken" })
    expect(await listServiceCalls(token, "partialRefund")).toEqual([])
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "refunded",
      review_reason: null,
    })
    await expectInvariants(cart.id)
  })

  it("closes the review case of a refund that was missing in Medusa", async () => {
    const { cart, payment } = await createCapturedOrder()
    const { id } = await getLatestApplication(cart.id)
    await store.call(
      "consumerFinancing",
      "reviewCases.open",
      id,
      "missing-refund",
      "It is missing."
    )
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
    await expectInvariants(cart.id)
  })

  it("sends the refund reason's label when there is no note", async () => {
    const { token, payment } = await createCapturedOrder()
    const { refund_reason } = await admin.adminApi.post<{ refund_reason: { id: string } }>(
      "/admin/refund-reasons",
      { label: "Changed their mind", code: `changed-${Date.now()}` }
    )
    await admin.adminApi.post(`/admin/payments/${payment.id}/refund`, {
      amount: payment.amount,
      refund_reason_id: refund_reason.id,
    })
    const [call] = await listServiceCalls(token, "refund")
    expect(call?.request).toEqual({ reason: "Changed their mind" })
  })

  it("refunds everything when no amount is named", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await admin.adminApi.post(`/admin/payments/${payment.id}/refund`, {})
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await expectInvariants(cart.id)
  })

  it("refunds nothing more after a full refund (A7)", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 1 }))).toMatch(
      /refund more than/
    )
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    expect(await listServiceCalls(token, "partialRefund")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("refunds once when staff click twice at the same moment (A7)", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    const refundAll = () => admin.refund(payment.id, { amount: Number(payment.amount) })
    const results = await Promise.allSettled([refundAll(), refundAll()])
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it.each(["timeout", "reset", "garbage"] as const)(
    "counts a refund whose answer was lost when a status check proves it (%s)",
    async (kind) => {
      const { cart, token, payment } = await createCapturedOrder()
      await injectFault(token, { operation: "refund", kind, when: "after", nth: 1 })
      await admin.refund(payment.id, { amount: Number(payment.amount) })
      expect(await listServiceCalls(token, "refund")).toHaveLength(1)
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "refunded",
        review_reason: null,
      })
      await expectInvariants(cart.id)
    }
  )

  it("keeps a refund in doubt while nothing proves it, and sends no other", async () => {
    const { cart, token, payment, order } = await createCapturedOrder()
    await injectFault(token, {
      operation: "refund",
      kind: "reset",
      executesAfterMs: 3_600_000,
      nth: 1,
    })
    const amount = Number(payment.amount)
    expect(await getRefusalMessage(admin.refund(payment.id, { amount }))).toMatch(
      /may have taken effect/
    )
    expect(await getRefusalMessage(admin.refund(payment.id, { amount }))).toMatch(
      /Nothing was sent/
    )
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 5 }))).toMatch(
      /Nothing was sent/
    )
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    expect(await listOutcomes(cart.id, "refund")).toEqual(["in-doubt"])
    await expectInvariants(cart.id)

    // The service carries it out an hour later: status T proves it, and it is recorded automatically.
    await simulator.clock({ advanceSeconds: 3_600 })
    await reconcileUntil(cart.id, async () =>
      expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(1)
    )
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "refunded",
      review_reason: null,
    })
    await expectInvariants(cart.id)
  })

  it("is refused and opens a review case after a refund in the service's portal (A7)", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await simulator.portal(token, { action: "refund", postback: false })
    expect(
      await getRefusalMessage(admin.refund(payment.id, { amount: Number(payment.amount) }))
    ).toMatch(/refunded already, though not from here\. Nothing was sent/)
    expect(await listServiceCalls(token, "refund")).toEqual([])
    await expectInvariants(cart.id, { listed: true })
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectInvariants(cart.id, { listed: true })
  })

  it("opens a review case for a refund made in the portal (C7)", async () => {
    const { cart, token } = await createCapturedOrder()
    await simulator.portal(token, { action: "refund", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectInvariants(cart.id, { listed: true })
  })

  it("fails while the service is down, and succeeds once it is back", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await injectFault(token, { operation: "getStatus", kind: "reset" })
    await getRefusalMessage(admin.refund(payment.id, { amount: Number(payment.amount) }))
    expect(await listServiceCalls(token, "refund")).toEqual([])
    await simulator.clearFaults()
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    await expectInvariants(cart.id)
  })

  it("opens a review case for an order that core cancelled although its refund failed (A20, fact 24)", async () => {
    const { cart, token, order } = await createCapturedOrder()
    await injectFault(token, { operation: "refund", kind: "status", status: 409 })
    await admin.cancelOrder(order.id).catch(() => undefined)
    const cancelledOrder = await admin.getOrder(order.id)
    expect(cancelledOrder.status).toBe("canceled")
    expect(getOnlyPayment(cancelledOrder).refunds).toEqual([])
    await eventually(() => expectInvariants(cart.id, { listed: true }))
    expect((await getLatestApplication(cart.id)).review_reason).toMatch(/the order was cancelled/)
    await simulator.clearFaults()

    await ageLedger(order.id)
    const ledgerCase = await waitForReviewCase(cart.id, "ledger")
    expect(ledgerCase).toMatchObject({
      reason: expect.stringMatching(/Medusa counts .* as refunded .* that refund failed/) as string,
      actions: ["refund", "check-again", "acknowledge"],
    })
    await resolveReviewCase(ledgerCase, "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(1)
    await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toEqual([]))
    await expectInvariants(cart.id)
  })

  it("refunds the financing of a captured order that is cancelled", async () => {
    const { cart, token, order } = await createCapturedOrder()
    await admin.cancelOrder(order.id)
    expect(await simulator.application(token)).toMatchObject({ refunded: true, cancelCount: 0 })
    await expectInvariants(cart.id)
  })

  it("sends nothing before the order is captured", async () => {
    const { cart, token, payment } = await createPaidOrder()
    await getRefusalMessage(admin.refund(payment.id, { amount: 10 }))
    expect(await listServiceCalls(token, "partialRefund")).toEqual([])
    await expectInvariants(cart.id)
  })
})

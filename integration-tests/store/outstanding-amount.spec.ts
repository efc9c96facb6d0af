import { PROVIDER_ID } from "../../tooling/shop-template/src/scripts/accounts"
import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { expectConsistentLedger } from "./medusa-ledger"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import {
  waitForAuthorizedOrder,
  listPaymentCollections,
  markAsPaid,
  createPartlyPaidOrder,
  updateOrderQuantity,
  createRequestedDraft,
  requestFinancing,
  getFinancingRequest,
  listFinancingRequests,
  withdrawRequest,
} from "./financing-request-steps"
import { withPausedWrites } from "./blocked-writes"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication, updateApplication, reconcile } from "./plugin-records"
import { createOrderUnderReview, createPaidOrder, listPayments, signApplication } from "./purchases"

const { admin, shop, simulator, store } = createHarness()

/** Lists the financed payments of an order that are not cancelled. */
async function listFinancedPayments(orderId: string) {
  const payments = listPayments(await admin.getOrder(orderId))
  return payments.filter((payment) => payment.provider_id === PROVIDER_ID && !payment.canceled_at)
}

async function waitForFinancedPayment(orderId: string) {
  return await eventually(async () => {
    const [payment, ...others] = await listFinancedPayments(orderId)
    if (!payment || others.length > 0) throw new Error("There is no single financed payment")
    return payment
  })
}

const getPendingCents = async (orderId: string): Promise<number> =>
  Math.round(Number((await admin.getOrder(orderId)).summary.pending_difference) * 100)

describe("a financing request for the remaining amount of an order", () => {
  it("is authorized automatically, settled, and refunded apart from the earlier payment", async () => {
    const orderId = await createPartlyPaidOrder()
    const request = await requestFinancing(orderId)
    expect(request).toMatchObject({ amount: 1414.29, state: "awaiting-customer" })
    const { tip } = await simulator.findCartApplication(orderId)
    await signApplication(tip)
    const payment = await waitForFinancedPayment(orderId)
    await admin.capture(payment.id)
    await eventually(async () => expect(await getPendingCents(orderId)).toBe(0))
    expect(await simulator.application(tip)).toMatchObject({ settleCount: 1, loanAmount: 1414.29 })
    await admin.refund(payment.id, { amount: 414.29 })
    expect(await simulator.findCartApplication(orderId)).toMatchObject({ loanAmount: 1000 })
    expect(await listPurchaseReviewCases(orderId)).toEqual([])
  })

  it("can be repeated when the order grows again, and each application pays for its own part", async () => {
    const orderId = await createPartlyPaidOrder()
    const first = await requestFinancing(orderId)
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    await admin.capture((await waitForFinancedPayment(orderId)).id)
    await updateOrderQuantity(orderId, 3)
    const second = await requestFinancing(orderId)
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ amount: 1414.29, is_open: true })
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    await eventually(async () => expect(await listFinancedPayments(orderId)).toHaveLength(2))
    expect(await simulator.listCartApplications(orderId)).toMatchObject([
      { cancelCount: 0, settleCount: 1 },
      { cancelCount: 0, status: "S" },
    ])
  })

  it("can be repeated after it is declined", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    await simulator.decision(token, { outcome: "decline" })
    await eventually(async () => {
      expect(await getFinancingRequest(request.id)).toMatchObject({
        state: "declined",
        is_open: false,
      })
    })
    const secondRequest = await requestFinancing(orderId, { apply_again: true })
    expect(secondRequest).toMatchObject({ is_open: true })
    expect(await listFinancingRequests(orderId)).toHaveLength(2)
  })

  it("is refused when nothing is due or a payment is already authorized", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    await signApplication(token)
    const { payment } = await waitForAuthorizedOrder(orderId)
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(
      /authorized and not captured/
    )
    expect(await getRefusalMessage(withdrawRequest(request.id))).toMatch(/paid for with it/)
    await admin.capture(payment.id)
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(/Nothing is due/)
    expect(await getRefusalMessage(requestFinancing("order_nobody"))).toMatch(/no such order/)
    await expectInvariants(orderId)
  })

  it("is refused while the service reviews the application from the checkout", async () => {
    const { order, cart } = await createOrderUnderReview()
    expect(await getRefusalMessage(requestFinancing(order.id))).toMatch(/has not decided yet/)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect(await listFinancingRequests(order.id)).toEqual([])
  })

  it("is refused even while the application from the checkout has no order ID yet", async () => {
    const { order, cart } = await createOrderUnderReview()
    const { id } = await eventually(async () => {
      const application = await getLatestApplication(cart.id)
      expect(application.order_id).toBe(order.id)
      return application
    })
    await updateApplication(id, { order_id: null })
    expect(await getRefusalMessage(requestFinancing(order.id))).toMatch(/has not decided yet/)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })

  it("is refused while a signed and funded loan of the order pays for nothing (C7)", async () => {
    const { cart, order, payment, token } = await createPaidOrder()
    await simulator.status(token, { status: "C", loanAmount: 1, postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    await store.call("payment", "cancelPayment", payment.id)
    expect(await getRefusalMessage(requestFinancing(order.id))).toMatch(
      /has signed a financing for this order that pays for nothing yet/
    )
    expect(await simulator.listCartApplications(order.id)).toEqual([])
  })

  it("ends when the order is cancelled or paid by another method, or the draft is deleted", async () => {
    const cancelledDraft = await createRequestedDraft()
    await admin.adminApi.post(`/admin/draft-orders/${cancelledDraft.orderId}/convert-to-order`)
    await admin.cancelOrder(cancelledDraft.orderId)
    await expectApplicationEnded(cancelledDraft.orderId, cancelledDraft.token)
    const paidDraft = await createRequestedDraft()
    await admin.adminApi.post(`/admin/draft-orders/${paidDraft.orderId}/convert-to-order`)
    await markAsPaid(paidDraft.orderId, (await listPaymentCollections(paidDraft.orderId))[0] ?? "")
    await expectApplicationEnded(paidDraft.orderId, paidDraft.token)
    const deletedDraft = await createRequestedDraft()
    await admin.adminApi.delete(`/admin/draft-orders/${deletedDraft.orderId}`)
    await eventually(async () => {
      expect(await simulator.application(deletedDraft.token)).toMatchObject({ cancelCount: 1 })
    })
  })

  it("is refused after the order is lowered again, and the cancelled order is partially refunded", async () => {
    const orderId = await createPartlyPaidOrder()
    await updateOrderQuantity(orderId, 1)
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(/Nothing is due/)
    await admin.cancelOrder(orderId)
    await eventually(async () => expectConsistentLedger(await admin.getOrder(orderId)))
    const { payment_collections, payment_status } = await admin.getOrder(orderId)
    const collections = payment_collections
      .map(({ amount, refunded_amount }) => [amount, refunded_amount ?? 0])
      .sort(([a = 0], [b = 0]) => b - a)
    expect({ collections, payment_status }).toEqual({
      // Core's status for an empty collection next to one that was refunded in full.
      payment_status: "partially_refunded",
      collections: [
        [1467.635, 1467.635],
        [0, 0],
      ],
    })
  })

  it("stays open while core counts another payment's refund and the amount due is briefly wrong", async () => {
    const orderId = await createPartlyPaidOrder()
    const [otherPayment] = listPayments(await admin.getOrder(orderId))
    const request = await requestFinancing(orderId)
    const { tip: token } = await simulator.findCartApplication(orderId)
    const { id } = await getLatestApplication(orderId)
    const dueCents = await getPendingCents(orderId)
    const orderChangeWrite = {
      table: "order_change",
      event: "insert" as const,
      when: `new.order_id = '${orderId}'`,
    }
    await withPausedWrites(orderChangeWrite, async ({ goOn }) => {
      const pendingRefund = admin.refund(otherPayment?.id ?? "", { amount: 100 })
      await eventually(async () => expect(await getPendingCents(orderId)).toBe(dueCents + 10_000))
      await reconcile(id)
      expect(await getPendingCents(orderId)).toBe(dueCents + 10_000)
      await goOn()
      await pendingRefund
    })
    expect(await getPendingCents(orderId)).toBe(dueCents)
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect(await getFinancingRequest(request.id)).toMatchObject({ is_open: true })
    await signApplication(token)
    await waitForFinancedPayment(orderId)
    await expectInvariants(orderId)
  })

  it("stays open when a browser starts a session of the same method on the order (C13)", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    const [collectionId] = await listPaymentCollections(orderId)
    await shop.storeApi.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: PROVIDER_ID,
    })
    await reconcileUntil(orderId, async () => {
      expect(await getFinancingRequest(request.id)).toMatchObject({ is_open: true })
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await signApplication(token)
    await waitForAuthorizedOrder(orderId)
    expect(await simulator.listCartApplications(orderId)).toHaveLength(1)
  })

  it("opens a review case when the order is edited after signing, and staff settle as signed (C16)", async () => {
    const { orderId, token } = await createRequestedDraft()
    await signApplication(token)
    await waitForAuthorizedOrder(orderId)
    await updateOrderQuantity(orderId, 2)
    const reviewCase = await waitForReviewCase(orderId, "order-edit")
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await resolveReviewCase(reviewCase, "settle")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
    expect(await getPendingCents(orderId)).toBe(141429)
  })
})

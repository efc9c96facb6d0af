import { PROVIDER_ID } from "../../tooling/shop-template/src/scripts/accounts"
import { asked, reviewCasesOf, resolve } from "./review-cases-steps"
import { expectLedgerAddsUp } from "./medusa-ledger"
import { expectEnded } from "./ended"
import { eventually } from "../../tooling/clients/eventually"
import {
  authorizedOrder,
  collectionsOf,
  markAsPaid,
  orderWithRest,
  raiseOrder,
  requestedDraft,
  requestFinancing,
  requestOf,
  requestsOf,
  withdrawRequest,
} from "./financing-request-steps"
import { whileDatabasePauses } from "./database-hold"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, sentenceOf, reconciled } from "./money-steps"
import { applicationOf, rewrite, reconcile } from "./our-records"
import { orderUnderReview, paidOrder, paymentsOf, sign } from "./purchases"

const { admin, shop, simulator, store } = harness()

/** The financed payments of an order that are not cancelled. */
async function financedPayments(orderId: string) {
  const payments = paymentsOf(await admin.getOrder(orderId))
  return payments.filter((one) => one.provider_id === PROVIDER_ID && !one.canceled_at)
}

async function financedPayment(orderId: string) {
  return await eventually(async () => {
    const [payment, ...others] = await financedPayments(orderId)
    if (!payment || others.length > 0) throw new Error("There is no single financed payment")
    return payment
  })
}

const dueOn = async (orderId: string): Promise<number> =>
  Math.round(Number((await admin.getOrder(orderId)).summary.pending_difference) * 100)

describe("a financing request for the remaining amount of an order", () => {
  it("is authorized automatically, settled, and refunded apart from the earlier payment", async () => {
    const orderId = await orderWithRest()
    const request = await requestFinancing(orderId)
    expect(request).toMatchObject({ amount: 1414.29, state: "awaiting-customer" })
    const { tip } = await simulator.findCartApplication(orderId)
    await sign(tip)
    const payment = await financedPayment(orderId)
    await admin.capture(payment.id)
    await eventually(async () => expect(await dueOn(orderId)).toBe(0))
    expect(await simulator.application(tip)).toMatchObject({ settleCount: 1, loanAmount: 1414.29 })
    await admin.refund(payment.id, { amount: 414.29 })
    expect(await simulator.findCartApplication(orderId)).toMatchObject({ loanAmount: 1000 })
    expect(await reviewCasesOf(orderId)).toEqual([])
  })

  it("can be repeated when the order grows again, and each application pays for its own part", async () => {
    const orderId = await orderWithRest()
    const first = await requestFinancing(orderId)
    await sign((await simulator.findCartApplication(orderId)).tip)
    await admin.capture((await financedPayment(orderId)).id)
    await raiseOrder(orderId, 3)
    const second = await requestFinancing(orderId)
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ amount: 1414.29, is_open: true })
    await sign((await simulator.findCartApplication(orderId)).tip)
    await eventually(async () => expect(await financedPayments(orderId)).toHaveLength(2))
    expect(await simulator.listCartApplications(orderId)).toMatchObject([
      { cancelCount: 0, settleCount: 1 },
      { cancelCount: 0, status: "S" },
    ])
  })

  it("can be repeated after it is declined", async () => {
    const { orderId, request, token } = await requestedDraft()
    await simulator.decision(token, { outcome: "decline" })
    await eventually(async () => {
      expect(await requestOf(request.id)).toMatchObject({ state: "declined", is_open: false })
    })
    const again = await requestFinancing(orderId, { apply_again: true })
    expect(again).toMatchObject({ is_open: true })
    expect(await requestsOf(orderId)).toHaveLength(2)
  })

  it("is refused when nothing is due or a payment is already authorized", async () => {
    const { orderId, request, token } = await requestedDraft()
    await sign(token)
    const { payment } = await authorizedOrder(orderId)
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(/authorized and not captured/)
    expect(await sentenceOf(withdrawRequest(request.id))).toMatch(/paid for with it/)
    await admin.capture(payment.id)
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(/Nothing is due/)
    expect(await sentenceOf(requestFinancing("order_nobody"))).toMatch(/no such order/)
    await expectInvariants(orderId)
  })

  it("is refused while the service reviews the application from the checkout", async () => {
    const { order, cart } = await orderUnderReview()
    expect(await sentenceOf(requestFinancing(order.id))).toMatch(/has not decided yet/)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect(await requestsOf(order.id)).toEqual([])
  })

  it("is refused even while the application from the checkout has no order ID yet", async () => {
    const { order, cart } = await orderUnderReview()
    const { id } = await eventually(async () => {
      const application = await applicationOf(cart.id)
      expect(application.order_id).toBe(order.id)
      return application
    })
    await rewrite(id, { order_id: null })
    expect(await sentenceOf(requestFinancing(order.id))).toMatch(/has not decided yet/)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })

  it("is refused while a signed and funded loan of the order pays for nothing (C7)", async () => {
    const { cart, order, payment, token } = await paidOrder()
    await simulator.status(token, { status: "C", loanAmount: 1, postback: false })
    await reconcile((await applicationOf(cart.id)).id)
    await store.call("payment", "cancelPayment", payment.id)
    expect(await sentenceOf(requestFinancing(order.id))).toMatch(
      /has signed a financing for this order that pays for nothing yet/
    )
    expect(await simulator.listCartApplications(order.id)).toEqual([])
  })

  it("ends when the order is cancelled or paid by another method, or the draft is deleted", async () => {
    const cancelled = await requestedDraft()
    await admin.adminApi.post(`/admin/draft-orders/${cancelled.orderId}/convert-to-order`)
    await admin.cancelOrder(cancelled.orderId)
    await expectEnded(cancelled.orderId, cancelled.token)
    const paid = await requestedDraft()
    await admin.adminApi.post(`/admin/draft-orders/${paid.orderId}/convert-to-order`)
    await markAsPaid(paid.orderId, (await collectionsOf(paid.orderId))[0] ?? "")
    await expectEnded(paid.orderId, paid.token)
    const deleted = await requestedDraft()
    await admin.adminApi.delete(`/admin/draft-orders/${deleted.orderId}`)
    await eventually(async () => {
      expect(await simulator.application(deleted.token)).toMatchObject({ cancelCount: 1 })
    })
  })

  it("is refused after the order is lowered again, and the cancelled order is partially refunded", async () => {
    const orderId = await orderWithRest()
    await raiseOrder(orderId, 1)
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(/Nothing is due/)
    await admin.cancelOrder(orderId)
    await eventually(async () => expectLedgerAddsUp(await admin.getOrder(orderId)))
    const { payment_collections, payment_status } = await admin.getOrder(orderId)
    const collections = payment_collections
      .map(({ amount, refunded_amount }) => [amount, refunded_amount ?? 0])
      .sort(([one = 0], [two = 0]) => two - one)
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
    const orderId = await orderWithRest()
    const [other] = paymentsOf(await admin.getOrder(orderId))
    const request = await requestFinancing(orderId)
    const { tip: token } = await simulator.findCartApplication(orderId)
    const { id } = await applicationOf(orderId)
    const due = await dueOn(orderId)
    const credit = {
      table: "order_change",
      event: "insert" as const,
      when: `new.order_id = '${orderId}'`,
    }
    await whileDatabasePauses(credit, async ({ goOn }) => {
      const refunded = admin.refund(other?.id ?? "", { amount: 100 })
      await eventually(async () => expect(await dueOn(orderId)).toBe(due + 10_000))
      await reconcile(id)
      expect(await dueOn(orderId)).toBe(due + 10_000)
      await goOn()
      await refunded
    })
    expect(await dueOn(orderId)).toBe(due)
    await reconcile(id)
    expect(await callsOf(token, "cancel")).toEqual([])
    expect(await requestOf(request.id)).toMatchObject({ is_open: true })
    await sign(token)
    await financedPayment(orderId)
    await expectInvariants(orderId)
  })

  it("stays open when a browser starts a session of the same method on the order (C13)", async () => {
    const { orderId, request, token } = await requestedDraft()
    const [collectionId] = await collectionsOf(orderId)
    await shop.storeApi.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: PROVIDER_ID,
    })
    await reconciled(orderId, async () => {
      expect(await requestOf(request.id)).toMatchObject({ is_open: true })
    })
    expect(await callsOf(token, "cancel")).toEqual([])
    await sign(token)
    await authorizedOrder(orderId)
    expect(await simulator.listCartApplications(orderId)).toHaveLength(1)
  })

  it("opens a review case when the order is edited after signing, and staff settle as signed (C16)", async () => {
    const { orderId, token } = await requestedDraft()
    await sign(token)
    await authorizedOrder(orderId)
    await raiseOrder(orderId, 2)
    const reviewCase = await asked(orderId, "order-edit")
    expect(await callsOf(token, "cancel")).toEqual([])
    await resolve(reviewCase, "settle")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
    expect(await dueOn(orderId)).toBe(141429)
  })
})

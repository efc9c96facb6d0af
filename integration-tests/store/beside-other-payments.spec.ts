import type { HttpTypes } from "@medusajs/framework/types"
import { ageLedger, repairLedger } from "./aged-ledger"
import { runDuringCaptures } from "./during-capture"
import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { updateItemQuantity } from "./edit-steps"
import { eventually } from "../../tooling/clients/eventually"
import {
  listPaymentCollections,
  markAsPaid,
  createPartlyPaidOrder,
  requestFinancing,
} from "./financing-request-steps"
import { withPausedWrites } from "./blocked-writes"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import {
  createOrderUnderReview,
  type PaidOrder,
  createPaidOrder,
  listPayments,
  signApplication,
} from "./purchases"
import { shipGoods } from "./shipping-steps"

const { admin, store, simulator } = createHarness()

const TWO_DESKS = { items: [{ handle: "walnut-desk", quantity: 2 }] }

/** Collects a part of an order, or all of it, with another payment, as staff do. */
async function collectPayment(orderId: string, amount: number): Promise<HttpTypes.AdminPayment> {
  const previousIds = listPayments(await admin.getOrder(orderId)).map(({ id }) => id)
  const [collection] = await store.runWorkflow<{ id: string }[]>(
    "create-order-payment-collection",
    {
      order_id: orderId,
      amount,
    }
  )
  await markAsPaid(orderId, collection?.id ?? "")
  const payments = listPayments(await admin.getOrder(orderId))
  const payment = payments.find(({ id }) => !previousIds.includes(id))
  if (!payment) throw new Error("Nothing was collected")
  return payment
}

/** Expects that two reconciliations neither settle nor cancel the loan. */
async function expectUnchangedLoan({
  cart,
  token,
}: Pick<PaidOrder, "cart" | "token">): Promise<void> {
  const { id } = await getLatestApplication(cart.id)
  await reconcile(id)
  await reconcile(id)
  expect(await listServiceCalls(token, "settle")).toEqual([])
  expect(await listServiceCalls(token, "cancel")).toEqual([])
}

describe("an order that another payment covers in part (C13, C16)", () => {
  it("keeps its loan after an edit's difference is collected, and settles when staff decide so", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, { title: "Walnut Desk", quantity: 3 })
    await collectPayment(purchase.order.id, 707.143125)
    await expectUnchangedLoan(purchase)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order-edit")
    expect(reviewCase.reason).toMatch(
      /Another payment pays for \$707\.14 of this order: it is worth \$2,174\.78 now, and the financing is for \$1,467\.64\..* Settle what was signed: together they pay for the order/
    )
    await resolveReviewCase(reviewCase, "settle")
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect(await simulator.application(purchase.token)).toMatchObject({ settleCount: 1 })
    const { summary } = await admin.getOrder(purchase.order.id)
    expect(Math.round(Number(summary.pending_difference) * 100)).toBe(0)
    await expectInvariants(purchase.cart.id)
  })

  it("does not settle on shipment when the approved loan exceeds the remaining amount", async () => {
    const purchase = await createOrderUnderReview()
    await collectPayment(purchase.order.id, 100)
    await simulator.status(purchase.token, { status: "S", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order-edit")
    expect(reviewCase.reason).toMatch(/charges the customer \$100\.00 too much/)
    await shipGoods(purchase)
    await expectUnchangedLoan(purchase)
    await expectInvariants(purchase.cart.id, { listed: true })
  })
})

describe("an authorized order that another payment covers in full (C13)", () => {
  it("settles only when staff decide so, not on shipment or capture, and staff refund the other payment", async () => {
    const purchase = await createPaidOrder()
    const { order, payment, cart, token } = purchase
    const otherPayment = await collectPayment(order.id, Number(order.total))
    await shipGoods(purchase)
    await expectUnchangedLoan(purchase)
    const reviewCase = await waitForReviewCase(cart.id, "order-edit")
    expect(reviewCase.reason).toMatch(/charges the customer \$1,467\.64 too much/)
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      /Another payment pays for \$1,467\.64 of this order.* Nothing was sent/
    )
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await expectInvariants(cart.id, { listed: true })

    await resolveReviewCase(reviewCase, "settle")
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect((await waitForReviewCase(cart.id, "order-edit")).reason).toMatch(
      /settled in full .* Refund the difference of \$1,467\.64 from the order/
    )
    await admin.refund(otherPayment.id, { amount: Number(otherPayment.amount) })
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
    const { total, summary } = await admin.getOrder(order.id)
    expect([total, Number(summary.pending_difference)]).toEqual([order.total, 0])
    await expectInvariants(cart.id)
  })
})

describe("a settled order that another payment also covers, and whose total staff raise (C16)", () => {
  it("owes nothing once that payment is refunded, even if a reconciliation runs amid the refund", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    const { order, cart } = purchase
    const otherPayment = await collectPayment(order.id, Number(order.total))
    await shipGoods(purchase)
    await resolveReviewCase(await waitForReviewCase(cart.id, "order-edit"), "settle")
    await updateItemQuantity(purchase, { title: "Walnut Desk", quantity: 3 })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await getPendingCents(order.id)).toBe(-76_049)
    const orderChangeWrite = {
      table: "order_change",
      event: "insert" as const,
      when: `new.order_id = '${order.id}'`,
    }
    await withPausedWrites(orderChangeWrite, async ({ goOn }) => {
      const pendingRefund = admin.refund(otherPayment.id, { amount: Number(otherPayment.amount) })
      await eventually(async () => expect(await getPendingCents(order.id)).toBeGreaterThan(0))
      await reconcile(id)
      await goOn()
      await pendingRefund
    })
    expect(await getPendingCents(order.id)).toBe(0)
    for (let index = 0; index < 2; index += 1) await repairLedger(purchase)
    const collections = (await admin.getOrder(order.id)).payment_collections ?? []
    expect(collections.map(({ status }) => status)).not.toContain("not_paid")
    await expectInvariants(cart.id)
  })
})

describe("a payment by another method that is authorized during a financing request (C13)", () => {
  it("stays authorized, and the financing request for the same amount fails", async () => {
    const orderId = await createPartlyPaidOrder()
    const tokenWrite = {
      table: "financing_token",
      event: "insert",
      when: `exists (select 1 from financing_application one
        where one.id = new.application_id and one.requested_order_id = '${orderId}')`,
    } as const
    await withPausedWrites(tokenWrite, async ({ held, goOn }) => {
      const requestOutcome = requestFinancing(orderId).then(
        () => "asked",
        (error: unknown) => String(error)
      )
      await eventually(held)
      await authorizeOtherMethod(orderId)
      await goOn()
      expect(await requestOutcome).toMatch(/has a payment that is authorized and not captured/)
    })
    const activePayments = listPayments(await admin.getOrder(orderId)).filter(
      ({ canceled_at }) => !canceled_at
    )
    expect(activePayments).toHaveLength(2)
    const { tip } = await simulator.findCartApplication(orderId)
    await eventually(async () => {
      expect(await simulator.application(tip)).toMatchObject({ status: "O", cancelCount: 1 })
    })
  })
})

const getPendingCents = async (orderId: string): Promise<number> =>
  Math.round(Number((await admin.getOrder(orderId)).summary.pending_difference) * 100)

/** Authorizes another method for the rest of an order, without a capture. */
async function authorizeOtherMethod(orderId: string): Promise<void> {
  const rows = await store.queryGraph<{ id: string; status: string; amount: number }>({
    entity: "payment_collection",
    fields: ["id", "status", "amount"],
    filters: { id: await listPaymentCollections(orderId) },
  })
  const openCollection = rows.find(({ status }) => status === "not_paid")
  const session = await store.call<{ id: string }>(
    "payment",
    "createPaymentSession",
    openCollection?.id,
    {
      provider_id: "pp_system_default",
      currency_code: "usd",
      amount: openCollection?.amount,
      data: {},
    }
  )
  await store.call("payment", "authorizePaymentSession", session.id, {})
}

describe("an order under review that another payment covers in part, when the service declines", () => {
  it("opens a review case, and neither cancels the order nor refunds that payment (C13)", async () => {
    const purchase = await createOrderUnderReview()
    const otherPayment = await collectPayment(purchase.order.id, 100)
    await simulator.status(purchase.token, { status: "U", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order")
    const warning = /not approved, and another payment pays for \$100\.00 of the order/
    expect(reviewCase.reason).toMatch(warning)
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    expect((await waitForReviewCase(purchase.cart.id, "order")).reason).toMatch(warning)
    const order = await admin.getOrder(purchase.order.id)
    expect(order.status).toBe("pending")
    const [keptPayment] = listPayments(order).filter(({ id }) => id === otherPayment.id)
    expect(keptPayment?.refunds).toEqual([])
  })
})

describe("a loan that the service funded for an order with another payment (C13)", () => {
  it("records the capture, and opens a review case about the overcharge", async () => {
    const purchase = await createPaidOrder()
    await collectPayment(purchase.order.id, Number(purchase.order.total))
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order-edit")
    expect(reviewCase.reason).toMatch(/charges the customer \$1,467\.64 too much/)
    await simulator.portal(purchase.token, { action: "fund", postback: false })
    await reconcileUntil(purchase.cart.id, async () => {
      const payments = listPayments(await admin.getOrder(purchase.order.id))
      expect(payments.every(({ captured_at }) => captured_at)).toBe(true)
    })
    expect((await waitForReviewCase(purchase.cart.id, "order-edit")).reason).toMatch(
      /Refund the difference/
    )
    expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
    await expectInvariants(purchase.cart.id, { listed: true })
  })
})

describe("the financing of an order's remaining amount (C13)", () => {
  it("is not settled by a capture once another payment covers that amount", async () => {
    const orderId = await createPartlyPaidOrder()
    await requestFinancing(orderId)
    const { tip } = await simulator.findCartApplication(orderId)
    await signApplication(tip)
    const { payment } = await waitForFinancedPayment(orderId)
    await collectPayment(orderId, Number(payment.amount))
    expect((await waitForReviewCase(orderId, "order-edit")).reason).toMatch(/charges the customer/)
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      /would charge the customer too much/
    )
    expect(await listServiceCalls(tip, "settle")).toEqual([])
  })

  it("stays captured and refundable when staff cancel its payment amid the settle (A11)", async () => {
    const orderId = await createPartlyPaidOrder()
    await requestFinancing(orderId)
    const { tip } = await simulator.findCartApplication(orderId)
    await signApplication(tip)
    const { payment } = await waitForFinancedPayment(orderId)
    const paymentToCapture = { purchaseId: orderId, paymentId: payment.id, token: tip }
    await runDuringCaptures([paymentToCapture], () =>
      store.call("payment", "cancelPayment", payment.id)
    )
    const { canceled_at, captured_at } = (await waitForFinancedPayment(orderId)).payment
    expect([canceled_at, captured_at]).toEqual([expect.any(String), expect.any(String)])
    await ageLedger(orderId)
    await reconcileUntil(orderId, async () => {
      expect((await waitForFinancedPayment(orderId)).payment).toMatchObject({ canceled_at: null })
    })
    expect(await listPurchaseReviewCases(orderId)).toEqual([])
    await admin.refund(payment.id, { amount: 100 })
    expect(await simulator.calls({ operation: "partialRefund", token: tip })).toHaveLength(1)
    expect((await admin.getOrder(orderId)).payment_status).toBe("partially_refunded")
  })

  async function waitForFinancedPayment(orderId: string) {
    return await eventually(async () => {
      const payments = listPayments(await admin.getOrder(orderId))
      const [payment] = payments.filter((candidate) =>
        candidate.provider_id.startsWith("pp_consumer-financing")
      )
      if (!payment) throw new Error("The rest is not authorized yet")
      return { payment }
    })
  }
})

describe("a loan whose order is cancelled without its payment (C14)", () => {
  afterEach(async () => {
    await simulator.settings({ behaviour: { fundDelaySeconds: 0 } })
  })

  const cancelOrderWithoutPayment = (orderId: string) => store.call("order", "cancel", [orderId])

  it("refuses a capture, and is cancelled at the service", async () => {
    const { cart, order, payment, token } = await createPaidOrder()
    await cancelOrderWithoutPayment(order.id)
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      /This order was cancelled, so its financing is not settled\. Nothing was sent/
    )
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await reconcileUntil(cart.id, async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
  })

  it("opens a review case instead of a cancel once it is settled, even while the service reports S", async () => {
    await simulator.settings({ behaviour: { fundDelaySeconds: 3_600 } })
    const { cart, order, payment, token } = await createPaidOrder()
    await admin.capture(payment.id)
    expect(await simulator.application(token)).toMatchObject({ status: "S", settled: true })
    await cancelOrderWithoutPayment(order.id)
    const reviewCase = await waitForReviewCase(cart.id, "mismatch")
    expect(reviewCase.reason).toMatch(
      /order was cancelled.* settled and not funded yet: give it back/
    )
    expect(reviewCase.actions).toEqual(["refund", "check-again", "acknowledge"])
    expect(await listServiceCalls(token, "cancel")).toEqual([])

    await resolveReviewCase(reviewCase, "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
    await repairLedger({ cart, order })
    await expectInvariants(cart.id)
  })
})

import { changeOrderItems } from "./edit-steps"
import {
  markAsPaid,
  updateDraftQuantity,
  updateOrderQuantity,
  createRequestedDraft,
} from "./financing-request-steps"
import { createHarness } from "./harness"
import { injectFault, reconcileUntil } from "./money-steps"
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  hoursAgo,
  isListed,
  isListedToShip,
  getStaffMessage,
  reconcile,
} from "./plugin-records"
import {
  createCapturedOrder,
  createOrderUnderReview,
  type PaidOrder,
  createPaidOrder,
  waitForPaidOrder,
  getOnlyPayment,
  type PlacedOrder,
  signApplication,
} from "./purchases"
import { requestReturn, requestExchange, receiveReturn, returnGoods } from "./returned-goods"
import { createLostSettle } from "./review-cases-situations"
import { waitForReviewCase, resolveReviewCase } from "./review-cases-steps"
import { createSettingsClient } from "./setting-steps"
import { shipGoods } from "./shipping-steps"

const { admin, shop, simulator, store } = createHarness()
const settings = createSettingsClient(admin.adminApi)

const ONE_DESK = { items: [{ handle: "walnut-desk", quantity: 1 }] }
const TWO_DESKS = { items: [{ handle: "walnut-desk", quantity: 2 }] }
const DESK = { title: "Walnut Desk", quantity: 1 }

/** Reads the staff message of an order after a check, and whether the order is listed to be shipped. */
async function readStaffMessage({ cart }: PlacedOrder) {
  const { id } = await getLatestApplication(cart.id)
  await reconcile(id)
  return { ...(await getStaffMessage(id)), listed: await isListedToShip(id) }
}

async function createGiftCardOrder(amount: number): Promise<PaidOrder> {
  const cart = await createCart(TWO_DESKS)
  const { id } = cart
  const creditLine = { cart_id: id, amount, reference: "gift-card", reference_id: "card_1" }
  await store.runWorkflow("create-cart-credit-lines", [creditLine])
  const paymentChoice = await shop.choosePaymentMethod(id)
  const applied = await simulator.findCartApplication(id)
  await signApplication(applied.tip)
  await shop.completeCart(id)
  const order = await waitForPaidOrder(id)
  return {
    cart,
    ...paymentChoice,
    token: applied.tip,
    applied,
    order,
    payment: getOnlyPayment(order),
  }
}

describe("an unpaid order", () => {
  it("reports that the shop ended the financing when staff edit a draft after its request", async () => {
    const { orderId } = await createRequestedDraft()
    const { id } = await getLatestApplication(orderId)
    await updateDraftQuantity(orderId, 2)
    await reconcile(id)
    expect(await getStaffMessage(id)).toMatchObject({ code: "ended-unshipped" })
  })

  it("is due in full while goods are being returned, and reads as declined once all are received", async () => {
    const purchase = await createOrderUnderReview(TWO_DESKS)
    await shipGoods(purchase)
    const firstReturn = await requestReturn(purchase, [DESK])
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "shipped-in-review" })
    await simulator.status(purchase.token, { status: "U", postback: false })
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "shipped-unpaid", due: 146_764 })
    const secondReturn = await requestReturn(purchase, [DESK])
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "shipped-unpaid", due: 146_764 })
    await receiveReturn(firstReturn)
    await receiveReturn(secondReturn)
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "declined", goods: "hold" })
  })
})

describe("a paid order whose total rises", () => {
  it("holds the goods until the difference is collected when an edit swaps its only item", async () => {
    const purchase = await createCapturedOrder(ONE_DESK)
    await changeOrderItems(purchase, { add: "harbor-sofa", remove: "Walnut Desk" })
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "edit-collect",
      goods: "hold",
      listed: false,
    })
  })

  it("holds the new goods until the difference is collected when shipped goods are exchanged", async () => {
    const purchase = await createCapturedOrder(ONE_DESK)
    await shipGoods(purchase)
    await requestExchange(purchase, "Walnut Desk", "harbor-sofa")
    const message = await readStaffMessage(purchase)
    expect(message).toMatchObject({ code: "edit-collect", goods: "hold-rest", listed: false })
    const { summary } = await admin.getOrder(purchase.order.id)
    expect(message.difference).toBe(Math.round(Number(summary.pending_difference) * 100))
    expect(Math.abs(Number(message.total) - message.amount - message.difference)).toBeLessThan(2)
  })

  it("ships the paid goods when an edit adds an item without shipping", async () => {
    const purchase = await createCapturedOrder({ items: [{ handle: "reading-lamp", quantity: 3 }] })
    await changeOrderItems(purchase, { add: "protection-plan", quantity: 3 })
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "ship-collect",
      goods: "ship",
      listed: true,
    })
  })

  it("holds the goods when an edit swaps them and an item without shipping is open", async () => {
    const items = [
      { handle: "walnut-desk", quantity: 1 },
      { handle: "protection-plan", quantity: 1 },
    ]
    const purchase = await createCapturedOrder({ items })
    await changeOrderItems(purchase, { add: "harbor-sofa", remove: "Walnut Desk" })
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "edit-collect",
      goods: "hold",
      listed: false,
    })
  })

  it("ships an item that is added for free", async () => {
    const purchase = await createCapturedOrder(ONE_DESK)
    await shipGoods(purchase)
    await changeOrderItems(purchase, { add: "reading-lamp", unit_price: 0 })
    expect(await readStaffMessage(purchase)).toMatchObject({ goods: "ship", due: 0, listed: true })
  })

  it("ships the signed goods once staff request the payment, and collects the difference", async () => {
    const purchase = await createPaidOrder(ONE_DESK)
    await updateOrderQuantity(purchase.order.id, 2)
    await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "order-edit"), "settle")
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "ship-collect",
      goods: "ship",
      listed: true,
    })
  })

  it("collects the difference that Medusa reports, to the cent", async () => {
    const purchase = await createCapturedOrder({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
    await updateOrderQuantity(purchase.order.id, 2)
    const { summary, total } = await admin.getOrder(purchase.order.id)
    expect(await readStaffMessage(purchase)).toMatchObject({
      difference: Math.round(Number(summary.pending_difference) * 100),
      total: Math.round(Number(total) * 100),
    })
  })
})

describe("a paid order with a balance", () => {
  const isBalanceListed = async ({ cart }: PlacedOrder): Promise<boolean> =>
    await isListed((await getLatestApplication(cart.id)).id, "balance")

  it("is listed for a refund once returned goods are received, with nothing to ship", async () => {
    const purchase = await createCapturedOrder(TWO_DESKS)
    await shipGoods(purchase)
    const requestedReturn = await requestReturn(purchase, [DESK])
    expect(await isBalanceListed(purchase)).toBe(false)
    await receiveReturn(requestedReturn)
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "shipped-refund",
      goods: "none",
    })
    expect(await isBalanceListed(purchase)).toBe(true)
    const { summary } = await admin.getOrder(purchase.order.id)
    await admin.refund(purchase.payment.id, { amount: -Number(summary.pending_difference) })
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "partly-refunded" })
    expect(await isBalanceListed(purchase)).toBe(false)
    await receiveReturn(await requestReturn(purchase, [DESK]))
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "shipped-refund" })
    expect(await isBalanceListed(purchase)).toBe(true)
  })

  it("needs no second refund when goods are returned after their refund", async () => {
    const purchase = await createCapturedOrder(TWO_DESKS)
    await shipGoods(purchase)
    await admin.refund(purchase.payment.id, { amount: 707.14 })
    await receiveReturn(await requestReturn(purchase, [DESK]))
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "refund-again", goods: "none" })
    expect(await isBalanceListed(purchase)).toBe(false)
  })

  it("is listed for a refund when the returned goods cost more than an earlier refund", async () => {
    const purchase = await createCapturedOrder(TWO_DESKS)
    await shipGoods(purchase)
    await admin.refund(purchase.payment.id, { amount: 50 })
    await receiveReturn(await requestReturn(purchase, [DESK]))
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "refund-again",
      difference: 70_714,
    })
    expect(await isBalanceListed(purchase)).toBe(true)
  })

  it("does not count a gift card as a refund", async () => {
    const purchase = await createGiftCardOrder(100)
    await admin.capture(purchase.payment.id)
    await shipGoods(purchase)
    await receiveReturn(await requestReturn(purchase, [DESK]))
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "shipped-refund",
      difference: 70_714,
    })
    expect(await isBalanceListed(purchase)).toBe(true)
  })

  it("is listed for collection once its total rises", async () => {
    const purchase = await createCapturedOrder({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
    await shipGoods(purchase)
    expect(await isBalanceListed(purchase)).toBe(false)
    await updateOrderQuantity(purchase.order.id, 2)
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "edit-collect",
      goods: "hold-rest",
    })
    expect(await isBalanceListed(purchase)).toBe(true)
  })
})

describe("an order whose financing ends after its goods have shipped", () => {
  it("asks staff to decide again after they record that the service took its payment back", async () => {
    const purchase = await createCapturedOrder(ONE_DESK)
    await shipGoods(purchase)
    await simulator.status(purchase.token, { status: "O", postback: false })
    const mismatch = await waitForReviewCase(purchase.cart.id, "mismatch")
    await resolveReviewCase(mismatch, "record-refund", { cents: mismatch.medusa.financed_cents })
    const unpaid = await waitForReviewCase(purchase.cart.id, "order")
    expect(unpaid.reason).toMatch(/ended without a payment, and goods have shipped/)
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(await getStaffMessage(id)).toMatchObject({ code: "shipped-unpaid" })
    await resolveReviewCase(unpaid, "acknowledge")
    await returnGoods(purchase, [DESK])
    await reconcileUntil(purchase.cart.id, async () => {
      expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
    })
  })

  it("asks nothing after a refund in full that the service reports as a cancellation", async () => {
    const purchase = await createCapturedOrder(ONE_DESK)
    await shipGoods(purchase)
    await simulator.behaviour(purchase.token, { statusAfterRefund: "O" })
    await admin.refund(purchase.payment.id, { amount: Number(purchase.payment.amount) })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({
        code: "O",
        state: "refunded",
        review_reason: null,
      })
    )
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "refunded" })
  })

  it("asks staff to decide when the order was a draft that they converted before the signature", async () => {
    const { orderId, token } = await createRequestedDraft()
    await admin.adminApi.post(`/admin/draft-orders/${orderId}/convert-to-order`)
    const read = async () =>
      await admin.adminApi.get<{ application: { id: string; message: object }; others: object[] }>(
        `/admin/consumer-financing/orders/${orderId}`
      )
    expect((await read()).application.message).toMatchObject({ code: "unsigned", goods: "hold" })
    await shipGoods({ order: await admin.getOrder(orderId) })
    await simulator.status(token, { status: "U", postback: false })
    await waitForReviewCase(orderId, "order")
    const { application, others } = await read()
    expect(application.message).toMatchObject({ code: "shipped-unpaid" })
    expect(others).toEqual([])
    const { summary } = await admin.getOrder(orderId)
    const { payment_collection } = await admin.adminApi.post<{
      payment_collection: { id: string }
    }>("/admin/payment-collections", { order_id: orderId, amount: summary.pending_difference })
    await markAsPaid(orderId, payment_collection.id)
    await reconcileUntil(orderId, async () => {
      expect((await getLatestApplication(orderId)).review_reason).toBeNull()
    })
    expect((await read()).application.message).toMatchObject({ code: "paid-otherwise" })
  })
})

describe("an order whose payment is not requested yet", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await settings.updateSettings({ settle: null })
  })

  it("refunds nothing for an exchange to cheaper goods before the return is received", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await settings.updateSettings({ settle: "manual" })
    await shipGoods(purchase)
    await requestExchange(purchase, "Walnut Desk", "oak-bookcase")
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "edited-goods", difference: 0 })
  })

  it("is reported after the service refuses to settle shipped goods, and staff request it again", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await injectFault(purchase.token, { operation: "settle", kind: "status", status: 400, nth: 1 })
    await shipGoods(purchase)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order")
    expect(reviewCase.actions).toContain("settle")
    expect(await readStaffMessage(purchase)).toMatchObject({
      code: "request-failed",
      goods: "none",
    })
    await resolveReviewCase(reviewCase, "settle")
    expect((await getLatestApplication(purchase.cart.id)).settled).toBe(true)
  })

  it("is listed under request_payment when staff leave the failed request as it is", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await injectFault(purchase.token, { operation: "settle", kind: "status", status: 400 })
    await shipGoods(purchase)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order")
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(await isListed(id, "request_payment")).toBe(false)
    await resolveReviewCase(reviewCase, "acknowledge")
    expect(await isListed(id, "request_payment")).toBe(true)
  })

  it("is requested at once when staff change the capture setting and change it back after a refusal", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await injectFault(purchase.token, { operation: "settle", kind: "status", status: 400 })
    await shipGoods(purchase)
    await waitForReviewCase(purchase.cart.id, "order")
    await simulator.clearFaults()
    await settings.updateSettings({ settle: "manual" })
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcileUntil(purchase.cart.id, async () => {
      expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
    })
    await settings.updateSettings({ settle: null })
    const { next_check_at } = await getLatestApplication(purchase.cart.id)
    expect(new Date(next_check_at ?? 0).getTime()).toBeLessThan(Date.now() + 60_000)
    await reconcileUntil(purchase.cart.id, async () => {
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ settled: true })
    })
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
    expect(await isListed(id, "request_payment")).toBe(false)
  })

  it("is listed under request_payment, not to ship, when staff leave a failed request of a partly shipped order as it is", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await settings.updateSettings({ settle: "on-shipment" })
    await injectFault(purchase.token, { operation: "settle", kind: "status", status: 400 })
    await shipGoods(purchase, { "Walnut Desk": 1 })
    await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "order"), "acknowledge")
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(await getStaffMessage(id)).toMatchObject({ code: "case-order", goods: "hold-rest" })
    expect(await isListedToShip(id)).toBe(false)
    expect(await isListed(id, "request_payment")).toBe(true)
  })

  it("waits for the delivery under the setting on-delivery, and is listed after a week", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await settings.updateSettings({ settle: "on-delivery" })
    await shipGoods(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(await readStaffMessage(purchase)).toMatchObject({ code: "payment-on-delivery" })
    expect(await isListed(id, "request_payment")).toBe(false)
    const { fulfillments } = await admin.getOrder(purchase.order.id)
    const shipped_at = hoursAgo(24 * 8)
    await store.call("fulfillment", "updateFulfillment", fulfillments?.[0]?.id, { shipped_at })
    expect(await isListed(id, "request_payment")).toBe(true)
  })

  it("is listed to ship while its settle is in doubt", async () => {
    const purchase = await createLostSettle()
    expect(await readStaffMessage(purchase)).toMatchObject({ goods: "ship", listed: true })
  })
})

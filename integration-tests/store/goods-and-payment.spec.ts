import { changeGoods } from "./edit-steps"
import { editDraft, raiseOrder, requestedDraft } from "./financing-request-steps"
import { harness } from "./harness"
import { faultOn } from "./money-steps"
import { newCart } from "./new-cart"
import { applicationOf, hoursAgo, isListed, isToShip, messageOf, reconcile } from "./our-records"
import {
  capturedOrder,
  orderUnderReview,
  type PaidOrder,
  paidOrder,
  paidOrderOf,
  paymentOf,
  type PlacedOrder,
  sign,
} from "./purchases"
import { askBack, exchange, receive } from "./returned-goods"
import { lostSettle } from "./review-cases-situations"
import { asked, resolve } from "./review-cases-steps"
import { settingsOf } from "./setting-steps"
import { ship } from "./shipping-steps"

const { admin, shop, simulator, store } = harness()
const settings = settingsOf(admin.adminApi)

const ONE_DESK = { items: [{ handle: "walnut-desk", quantity: 1 }] }
const TWO_DESKS = { items: [{ handle: "walnut-desk", quantity: 2 }] }
const DESK = { title: "Walnut Desk", quantity: 1 }

/** What staff read about an order after its next check, and whether it is listed to be shipped. */
async function shownOf({ cart }: PlacedOrder) {
  const { id } = await applicationOf(cart.id)
  await reconcile(id)
  return { ...(await messageOf(id)), listed: await isToShip(id) }
}

async function paidWithGiftCard(amount: number): Promise<PaidOrder> {
  const cart = await newCart(TWO_DESKS)
  const { id } = cart
  const line = { cart_id: id, amount, reference: "gift-card", reference_id: "card_1" }
  await store.runWorkflow("create-cart-credit-lines", [line])
  const chosen = await shop.choosePaymentMethod(id)
  const applied = await simulator.findCartApplication(id)
  await sign(applied.tip)
  await shop.completeCart(id)
  const order = await paidOrderOf(id)
  return { cart, ...chosen, token: applied.tip, applied, order, payment: paymentOf(order) }
}

describe("an unpaid order", () => {
  it("reports that the shop ended the financing when staff edit a draft after its request", async () => {
    const { orderId } = await requestedDraft()
    const { id } = await applicationOf(orderId)
    await editDraft(orderId, 2)
    await reconcile(id)
    expect(await messageOf(id)).toMatchObject({ code: "ended-unshipped" })
  })

  it("is due in full while goods are being returned, and reads as declined once all are received", async () => {
    const placed = await orderUnderReview(TWO_DESKS)
    await ship(placed)
    const first = await askBack(placed, [DESK])
    expect(await shownOf(placed)).toMatchObject({ code: "shipped-in-review" })
    await simulator.status(placed.token, { status: "U", postback: false })
    expect(await shownOf(placed)).toMatchObject({ code: "shipped-unpaid", due: 146_764 })
    const second = await askBack(placed, [DESK])
    expect(await shownOf(placed)).toMatchObject({ code: "shipped-unpaid", due: 146_764 })
    await receive(first)
    await receive(second)
    expect(await shownOf(placed)).toMatchObject({ code: "declined", goods: "hold" })
  })
})

describe("a paid order whose total rises", () => {
  it("holds the goods until the difference is collected when an edit swaps its only item", async () => {
    const paid = await capturedOrder(ONE_DESK)
    await changeGoods(paid, { add: "harbor-sofa", remove: "Walnut Desk" })
    expect(await shownOf(paid)).toMatchObject({
      code: "edit-collect",
      goods: "hold",
      listed: false,
    })
  })

  it("holds the new goods until the difference is collected when shipped goods are exchanged", async () => {
    const paid = await capturedOrder(ONE_DESK)
    await ship(paid)
    await exchange(paid, "Walnut Desk", "harbor-sofa")
    const shown = await shownOf(paid)
    expect(shown).toMatchObject({ code: "edit-collect", goods: "hold-rest", listed: false })
    const { summary } = await admin.getOrder(paid.order.id)
    expect(shown.difference).toBe(Math.round(Number(summary.pending_difference) * 100))
    expect(Math.abs(Number(shown.total) - shown.amount - shown.difference)).toBeLessThan(2)
  })

  it("ships the paid goods when an edit adds an item without shipping", async () => {
    const paid = await capturedOrder({ items: [{ handle: "reading-lamp", quantity: 3 }] })
    await changeGoods(paid, { add: "protection-plan", quantity: 3 })
    expect(await shownOf(paid)).toMatchObject({ code: "ship-collect", goods: "ship", listed: true })
  })

  it("holds the goods when an edit swaps them and an item without shipping is open", async () => {
    const items = [
      { handle: "walnut-desk", quantity: 1 },
      { handle: "protection-plan", quantity: 1 },
    ]
    const paid = await capturedOrder({ items })
    await changeGoods(paid, { add: "harbor-sofa", remove: "Walnut Desk" })
    expect(await shownOf(paid)).toMatchObject({
      code: "edit-collect",
      goods: "hold",
      listed: false,
    })
  })

  it("ships an item that is added for free", async () => {
    const paid = await capturedOrder(ONE_DESK)
    await ship(paid)
    await changeGoods(paid, { add: "reading-lamp", unit_price: 0 })
    expect(await shownOf(paid)).toMatchObject({ goods: "ship", due: 0, listed: true })
  })

  it("ships the signed goods once staff request the payment, and collects the difference", async () => {
    const paid = await paidOrder(ONE_DESK)
    await raiseOrder(paid.order.id, 2)
    await resolve(await asked(paid.cart.id, "order-edit"), "settle")
    expect(await shownOf(paid)).toMatchObject({ code: "ship-collect", goods: "ship", listed: true })
  })

  it("collects the difference that Medusa reports, to the cent", async () => {
    const paid = await capturedOrder({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
    await raiseOrder(paid.order.id, 2)
    const { summary, total } = await admin.getOrder(paid.order.id)
    expect(await shownOf(paid)).toMatchObject({
      difference: Math.round(Number(summary.pending_difference) * 100),
      total: Math.round(Number(total) * 100),
    })
  })
})

describe("a paid order with a balance", () => {
  const listed = async ({ cart }: PlacedOrder): Promise<boolean> =>
    await isListed((await applicationOf(cart.id)).id, "balance")

  it("is listed for a refund once returned goods are received, with nothing to ship", async () => {
    const paid = await capturedOrder(TWO_DESKS)
    await ship(paid)
    const back = await askBack(paid, [DESK])
    expect(await listed(paid)).toBe(false)
    await receive(back)
    expect(await shownOf(paid)).toMatchObject({ code: "shipped-refund", goods: "none" })
    expect(await listed(paid)).toBe(true)
    const { summary } = await admin.getOrder(paid.order.id)
    await admin.refund(paid.payment.id, { amount: -Number(summary.pending_difference) })
    expect(await shownOf(paid)).toMatchObject({ code: "partly-refunded" })
    expect(await listed(paid)).toBe(false)
    await receive(await askBack(paid, [DESK]))
    expect(await shownOf(paid)).toMatchObject({ code: "shipped-refund" })
    expect(await listed(paid)).toBe(true)
  })

  it("needs no second refund when goods are returned after their refund", async () => {
    const paid = await capturedOrder(TWO_DESKS)
    await ship(paid)
    await admin.refund(paid.payment.id, { amount: 707.14 })
    await receive(await askBack(paid, [DESK]))
    expect(await shownOf(paid)).toMatchObject({ code: "refund-again", goods: "none" })
    expect(await listed(paid)).toBe(false)
  })

  it("is listed for a refund when the returned goods cost more than an earlier refund", async () => {
    const paid = await capturedOrder(TWO_DESKS)
    await ship(paid)
    await admin.refund(paid.payment.id, { amount: 50 })
    await receive(await askBack(paid, [DESK]))
    expect(await shownOf(paid)).toMatchObject({ code: "refund-again", difference: 70_714 })
    expect(await listed(paid)).toBe(true)
  })

  it("does not count a gift card as a refund", async () => {
    const paid = await paidWithGiftCard(100)
    await admin.capture(paid.payment.id)
    await ship(paid)
    await receive(await askBack(paid, [DESK]))
    expect(await shownOf(paid)).toMatchObject({ code: "shipped-refund", difference: 70_714 })
    expect(await listed(paid)).toBe(true)
  })

  it("is listed for collection once its total rises", async () => {
    const paid = await capturedOrder({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
    await ship(paid)
    expect(await listed(paid)).toBe(false)
    await raiseOrder(paid.order.id, 2)
    expect(await shownOf(paid)).toMatchObject({ code: "edit-collect", goods: "hold-rest" })
    expect(await listed(paid)).toBe(true)
  })
})

describe("an order whose payment is not requested yet", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await settings.change({ settle: null })
  })

  it("refunds nothing for an exchange to cheaper goods before the return is received", async () => {
    const paid = await paidOrder(TWO_DESKS)
    await settings.change({ settle: "manual" })
    await ship(paid)
    await exchange(paid, "Walnut Desk", "oak-bookcase")
    expect(await shownOf(paid)).toMatchObject({ code: "edited-goods", difference: 0 })
  })

  it("is reported after the service refuses to settle shipped goods, and staff request it again", async () => {
    const paid = await paidOrder(TWO_DESKS)
    await faultOn(paid.token, { operation: "settle", kind: "status", status: 400, nth: 1 })
    await ship(paid)
    const reviewCase = await asked(paid.cart.id, "order")
    expect(reviewCase.actions).toContain("settle")
    expect(await shownOf(paid)).toMatchObject({ code: "request-failed", goods: "none" })
    await resolve(reviewCase, "settle")
    expect((await applicationOf(paid.cart.id)).settled).toBe(true)
  })

  it("is listed under request_payment when staff leave the failed request as it is", async () => {
    const paid = await paidOrder(TWO_DESKS)
    await faultOn(paid.token, { operation: "settle", kind: "status", status: 400 })
    await ship(paid)
    const reviewCase = await asked(paid.cart.id, "order")
    const { id } = await applicationOf(paid.cart.id)
    expect(await isListed(id, "request_payment")).toBe(false)
    await resolve(reviewCase, "acknowledge")
    expect(await isListed(id, "request_payment")).toBe(true)
  })

  it("waits for the delivery under the setting on-delivery, and is listed after a week", async () => {
    const paid = await paidOrder(TWO_DESKS)
    await settings.change({ settle: "on-delivery" })
    await ship(paid)
    const { id } = await applicationOf(paid.cart.id)
    expect(await shownOf(paid)).toMatchObject({ code: "payment-on-delivery" })
    expect(await isListed(id, "request_payment")).toBe(false)
    const { fulfillments } = await admin.getOrder(paid.order.id)
    const shipped_at = hoursAgo(24 * 8)
    await store.call("fulfillment", "updateFulfillment", fulfillments?.[0]?.id, { shipped_at })
    expect(await isListed(id, "request_payment")).toBe(true)
  })

  it("is listed to ship while its settle is in doubt", async () => {
    const paid = await lostSettle()
    expect(await shownOf(paid)).toMatchObject({ goods: "ship", listed: true })
  })
})

import { repairLedger } from "./aged-ledger"
import { asked, reviewCasesOf } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { landingOf } from "./landing"
import { callsOf, faultOn, reconciled } from "./money-steps"
import { bringCheckForward, putOffCheck } from "./no-check-due"
import { applicationOf, hoursAgo, rewrite, reconcile, timelineOf } from "./our-records"
import {
  type PlacedOrder,
  appliedCart,
  orderOf,
  orderUnderReview,
  paidOrderOf,
  paymentsOf,
  silence,
} from "./purchases"
import { ship } from "./shipping-steps"

const { shop, admin, simulator } = harness()

async function checkStatus({ order, session }: PlacedOrder): Promise<{ is_authorized: boolean }> {
  const path = `/admin/orders/${order.id}/payment-sessions/authorize`
  return await admin.adminApi.post(path, { payment_session_id: session.id })
}

async function expectPaid({ cart }: PlacedOrder): Promise<void> {
  await eventually(async () => {
    expect((await applicationOf(cart.id)).ready_at).not.toBeNull()
  })
  expect(await paidOrderOf(cart.id)).toMatchObject({
    status: "pending",
    payment_status: "authorized",
  })
  await eventually(async () => {
    expect(await applicationOf(cart.id)).toMatchObject({
      state: "ready-to-settle",
      review_reason: null,
    })
  })
  await expectInvariants(cart.id)
}

describe("an application under review", () => {
  it("places the order without a payment when the storefront completes the cart (C11)", async () => {
    const { order, session } = await orderUnderReview()
    expect(order).toMatchObject({ status: "pending", payment_status: "awaiting" })
    expect(paymentsOf(order)).toEqual([])
    const sessions = order.payment_collections?.[0]?.payment_sessions ?? []
    expect(sessions).toMatchObject([{ id: session.id, status: "pending_authorization" }])
  })

  it("places the order when the shopper returns, and not before", async () => {
    const { cart, token, applied } = await appliedCart()
    await simulator.decision(token, { outcome: "review" })
    await eventually(async () => {
      expect((await applicationOf(cart.id)).state).toBe("under-review")
    })
    await bringCheckForward(cart.id)
    await eventually(async () => {
      const { last_check_at, next_check_at } = await applicationOf(cart.id)
      expect(String(next_check_at) > String(last_check_at)).toBe(true)
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    const address = await landingOf(applied.returnUrl)
    const order = await orderOf(cart.id)
    expect(address).toContain(order.id)
    expect(paymentsOf(order)).toEqual([])
  })

  it("pays for its order when a postback follows the signature", async () => {
    const placed = await orderUnderReview()
    await simulator.decision(placed.token, { outcome: "sign" })
    await simulator.postback(placed.token)
    await expectPaid(placed)
  })

  it("pays for its order by a scheduled check alone, without a postback (B10)", async () => {
    const placed = await orderUnderReview()
    await simulator.decision(placed.token, { outcome: "sign" })
    await bringCheckForward(placed.cart.id)
    await expectPaid(placed)
  })

  it("pays for its order by the admin's Check status, which staff can repeat", async () => {
    const placed = await orderUnderReview()
    expect(await checkStatus(placed)).toMatchObject({ is_authorized: false })
    expect(await checkStatus(placed)).toMatchObject({ is_authorized: false })
    await simulator.decision(placed.token, { outcome: "sign" })
    expect(await checkStatus(placed)).toMatchObject({ is_authorized: true })
    await expectPaid(placed)
  })

  it("cancels its order when it is declined, and records that in the timeline", async () => {
    const { cart, order, token } = await orderUnderReview()
    await simulator.decision(token, { outcome: "decline" })
    await simulator.postback(token)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).status).toBe("canceled")
    })
    await eventually(async () => {
      const application = await applicationOf(cart.id)
      expect(application).toMatchObject({ state: "declined", next_check_at: null })
      expect(await timelineOf(application.id)).toContainEqual(
        expect.objectContaining({ what: "order-cancelled", details: { order_id: order.id } })
      )
    })
    expect(await simulator.application(token)).toMatchObject({ cancelCount: 0, status: "U" })
    await expectInvariants(cart.id)
  })

  it("cancels its order when the customer's data do not match", async () => {
    const { cart, order, token } = await orderUnderReview()
    await simulator.decision(token, { outcome: "mismatch" })
    await bringCheckForward(cart.id)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).status).toBe("canceled")
    })
    await expectInvariants(cart.id)
  })

  it("is cancelled at the service when staff cancel its order", async () => {
    const { cart, order, token } = await orderUnderReview()
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await eventually(async () => {
      expect((await applicationOf(cart.id)).state).toBe("cancelled")
    })
    await expectInvariants(cart.id)
  })

  it("leaves its order cancelled when staff check the status at the same time (C14)", async () => {
    const placed = await orderUnderReview()
    const { cart, order, token } = placed
    await putOffCheck(cart.id)
    const { length: calls } = await callsOf(token, "getStatus")
    // The check is answered once the order is cancelled; a later check has to wait longer.
    for (const [nth, seconds] of [6, 10].entries()) {
      const later = { status: 503, headers: { "retry-after": String(seconds) }, nth: nth + 1 }
      await faultOn(token, { operation: "getStatus", kind: "status", ...later })
    }
    const checking = checkStatus(placed)
    await eventually(async () =>
      expect((await callsOf(token, "getStatus")).length).toBeGreaterThan(calls)
    )
    await admin.cancelOrder(order.id)
    await checking
    // Core derives the status from the collection, which still awaits a payment.
    expect((await admin.getOrder(order.id)).payment_status).toBe("awaiting")
    await eventually(async () => {
      await repairLedger(placed)
      expect((await admin.getOrder(order.id)).payment_status).toBe("canceled")
    })
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    await expectInvariants(cart.id)
  })
})

describe("an order's application that waits for the customer", () => {
  it("keeps the order, and shows the link to sign again", async () => {
    const placed = await orderUnderReview()
    await simulator.status(placed.token, { status: "A" })
    expect(await checkStatus(placed)).toMatchObject({ is_authorized: false })
    const order = await admin.getOrder(placed.order.id)
    const [session] = order.payment_collections?.[0]?.payment_sessions ?? []
    expect(session).toMatchObject({
      status: "pending_authorization",
      data: { status: "awaiting-customer", url: placed.applied.url },
    })
    await simulator.decision(placed.token, { outcome: "sign" })
    await simulator.postback(placed.token)
    await expectPaid(placed)
  })
})

describe("an order whose customer does not sign the approved application", () => {
  it("opens a review case after two days, and is paid once the customer signs", async () => {
    const placed = await orderUnderReview()
    const { id } = await applicationOf(placed.cart.id)
    await simulator.status(placed.token, { status: "A", postback: false })
    await rewrite(id, { created_at: hoursAgo(47) })
    await reconcile(id)
    expect((await applicationOf(placed.cart.id)).review_reason).toBeNull()
    await rewrite(id, { created_at: hoursAgo(49) })
    await reconcile(id)
    expect((await applicationOf(placed.cart.id)).review_reason).toMatch(
      /has not signed.*cancel the order/
    )
    expect((await admin.getOrder(placed.order.id)).status).toBe("pending")
    await simulator.decision(placed.token, { outcome: "sign" })
    await reconcile(id)
    await expectPaid(placed)
    expect((await applicationOf(placed.cart.id)).review_reason).toBeNull()
  })
})

describe("an order that ships while its financing is still under review", () => {
  it("opens a review case with the service's status, and settles once the customer signs (A4)", async () => {
    const placed = await orderUnderReview()
    await silence(placed.token)
    await ship(placed)
    const reviewCase = await asked(placed.cart.id, "order")
    expect(reviewCase.reason).toMatch(/has shipped, but its financing was not settled.*review/)
    expect(reviewCase.actions).toContain("cancel-order")
    expect(await callsOf(placed.token, "settle")).toEqual([])
    await expectInvariants(placed.cart.id)
    await simulator.decision(placed.token, { outcome: "sign" })
    await reconciled(placed.cart.id, async () => {
      const { payment_status } = await admin.getOrder(placed.order.id)
      expect(payment_status).toBe("captured")
      expect(await applicationOf(placed.cart.id)).toMatchObject({ state: "funded" })
      expect(await reviewCasesOf(placed.cart.id)).toEqual([])
    })
    expect(await callsOf(placed.token, "settle")).toHaveLength(1)
    await expectInvariants(placed.cart.id)
  })

  it("opens a review case only when all its goods have shipped (A4)", async () => {
    const placed = await orderUnderReview({ items: [{ handle: "walnut-desk", quantity: 2 }] })
    await silence(placed.token)
    await ship(placed, { "Walnut Desk": 1 })
    await reconciled(placed.cart.id, async () => {
      expect((await applicationOf(placed.cart.id)).code).toBe("W")
    })
    expect(await reviewCasesOf(placed.cart.id)).toEqual([])
    await ship(placed, { "Walnut Desk": 1 })
    await asked(placed.cart.id, "order")
  })
})

describe("a cart whose customer signs after the review, without a postback", () => {
  it("becomes an order by a scheduled check, which a later completion returns", async () => {
    const { cart, token } = await appliedCart()
    await silence(token)
    await simulator.decision(token, { outcome: "review" })
    await simulator.decision(token, { outcome: "sign" })
    await bringCheckForward(cart.id)
    await eventually(() => admin.findOrderByCart(cart.id).then((order) => expect(order).toBeDefined()))
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })
})

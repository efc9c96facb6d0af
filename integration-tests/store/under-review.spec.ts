import { repairLedger } from "./aged-ledger"
import { waitForReviewCase, listPurchaseReviewCases } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getLandingUrl } from "./return-page"
import { listServiceCalls, injectFault, reconcileUntil } from "./money-steps"
import { makeCheckDue, postponeCheck } from "./scheduled-checks"
import {
  getLatestApplication,
  hoursAgo,
  updateApplication,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import {
  type PlacedOrder,
  createAppliedCart,
  waitForOrder,
  createOrderUnderReview,
  waitForPaidOrder,
  listPayments,
  disablePostbacks,
} from "./purchases"
import { shipGoods } from "./shipping-steps"

const { shop, admin, simulator } = createHarness()

async function checkStatus({ order, session }: PlacedOrder): Promise<{ is_authorized: boolean }> {
  const path = `/admin/orders/${order.id}/payment-sessions/authorize`
  return await admin.adminApi.post(path, { payment_session_id: session.id })
}

async function expectPaidOrder({ cart }: PlacedOrder): Promise<void> {
  await eventually(async () => {
    expect((await getLatestApplication(cart.id)).ready_at).not.toBeNull()
  })
  expect(await waitForPaidOrder(cart.id)).toMatchObject({
    status: "pending",
    payment_status: "authorized",
  })
  await eventually(async () => {
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "ready-to-settle",
      review_reason: null,
    })
  })
  await expectInvariants(cart.id)
}

describe("an application under review", () => {
  it("places the order without a payment when the storefront completes the cart (C11)", async () => {
    const { order, session } = await createOrderUnderReview()
    expect(order).toMatchObject({ status: "pending", payment_status: "awaiting" })
    expect(listPayments(order)).toEqual([])
    const sessions = order.payment_collections?.[0]?.payment_sessions ?? []
    expect(sessions).toMatchObject([{ id: session.id, status: "pending_authorization" }])
  })

  it("places the order when the shopper returns, and not before", async () => {
    const { cart, token, applied } = await createAppliedCart()
    await simulator.decision(token, { outcome: "review" })
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).state).toBe("under-review")
    })
    await makeCheckDue(cart.id)
    await eventually(async () => {
      const { last_check_at, next_check_at } = await getLatestApplication(cart.id)
      expect(String(next_check_at) > String(last_check_at)).toBe(true)
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    const address = await getLandingUrl(applied.returnUrl)
    const order = await waitForOrder(cart.id)
    expect(address).toContain(order.id)
    expect(listPayments(order)).toEqual([])
  })

  it("pays for its order when a postback follows the signature", async () => {
    const purchase = await createOrderUnderReview()
    await simulator.decision(purchase.token, { outcome: "sign" })
    await simulator.postback(purchase.token)
    await expectPaidOrder(purchase)
  })

  it("pays for its order by a scheduled check alone, without a postback (B10)", async () => {
    const purchase = await createOrderUnderReview()
    await simulator.decision(purchase.token, { outcome: "sign" })
    await makeCheckDue(purchase.cart.id)
    await expectPaidOrder(purchase)
  })

  it("pays for its order by the admin's Check status, which staff can repeat", async () => {
    const purchase = await createOrderUnderReview()
    expect(await checkStatus(purchase)).toMatchObject({ is_authorized: false })
    expect(await checkStatus(purchase)).toMatchObject({ is_authorized: false })
    await simulator.decision(purchase.token, { outcome: "sign" })
    expect(await checkStatus(purchase)).toMatchObject({ is_authorized: true })
    await expectPaidOrder(purchase)
  })

  it("cancels its order when it is declined, and records that in the timeline", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await simulator.decision(token, { outcome: "decline" })
    await simulator.postback(token)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).status).toBe("canceled")
    })
    await eventually(async () => {
      const application = await getLatestApplication(cart.id)
      expect(application).toMatchObject({ state: "declined", next_check_at: null })
      expect(await listTimelineEntries(application.id)).toContainEqual(
        expect.objectContaining({ what: "order-cancelled", details: { order_id: order.id } })
      )
    })
    expect(await simulator.application(token)).toMatchObject({ cancelCount: 0, status: "U" })
    await expectInvariants(cart.id)
  })

  it("cancels its order when the customer's data do not match", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await simulator.decision(token, { outcome: "mismatch" })
    await makeCheckDue(cart.id)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).status).toBe("canceled")
    })
    await expectInvariants(cart.id)
  })

  it("is cancelled at the service when staff cancel its order", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).state).toBe("cancelled")
    })
    await expectInvariants(cart.id)
  })

  it("leaves its order cancelled when staff check the status at the same time (C14)", async () => {
    const purchase = await createOrderUnderReview()
    const { cart, order, token } = purchase
    await postponeCheck(cart.id)
    const { length: checkCount } = await listServiceCalls(token, "getStatus")
    // The check is answered once the order is cancelled; a later check has to wait longer.
    for (const [nth, seconds] of [6, 10].entries()) {
      const answer = { status: 503, headers: { "retry-after": String(seconds) }, nth: nth + 1 }
      await injectFault(token, { operation: "getStatus", kind: "status", ...answer })
    }
    const pendingCheck = checkStatus(purchase)
    await eventually(async () =>
      expect((await listServiceCalls(token, "getStatus")).length).toBeGreaterThan(checkCount)
    )
    await admin.cancelOrder(order.id)
    await pendingCheck
    // Core derives the status from the collection, which still awaits a payment.
    expect((await admin.getOrder(order.id)).payment_status).toBe("awaiting")
    await eventually(async () => {
      await repairLedger(purchase)
      expect((await admin.getOrder(order.id)).payment_status).toBe("canceled")
    })
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    await expectInvariants(cart.id)
  })
})

describe("an order's application that waits for the customer", () => {
  it("keeps the order, and shows the link to sign again", async () => {
    const purchase = await createOrderUnderReview()
    await simulator.status(purchase.token, { status: "A" })
    expect(await checkStatus(purchase)).toMatchObject({ is_authorized: false })
    const order = await admin.getOrder(purchase.order.id)
    const [session] = order.payment_collections?.[0]?.payment_sessions ?? []
    expect(session).toMatchObject({
      status: "pending_authorization",
      data: { status: "awaiting-customer", url: purchase.applied.url },
    })
    await simulator.decision(purchase.token, { outcome: "sign" })
    await simulator.postback(purchase.token)
    await expectPaidOrder(purchase)
  })
})

describe("an order whose customer does not sign the approved application", () => {
  it("opens a review case after two days, and is paid once the customer signs", async () => {
    const purchase = await createOrderUnderReview()
    const { id } = await getLatestApplication(purchase.cart.id)
    await simulator.status(purchase.token, { status: "A", postback: false })
    await updateApplication(id, { created_at: hoursAgo(47) })
    await reconcile(id)
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
    await updateApplication(id, { created_at: hoursAgo(49) })
    await reconcile(id)
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toMatch(
      /has not signed.*cancel the order/
    )
    expect((await admin.getOrder(purchase.order.id)).status).toBe("pending")
    await simulator.decision(purchase.token, { outcome: "sign" })
    await reconcile(id)
    await expectPaidOrder(purchase)
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
  })
})

describe("an order that ships while its financing is still under review", () => {
  it("opens a review case with the service's status, and settles once the customer signs (A4)", async () => {
    const purchase = await createOrderUnderReview()
    await disablePostbacks(purchase.token)
    await shipGoods(purchase)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order")
    expect(reviewCase.reason).toMatch(/has shipped, but its financing was not settled.*review/)
    expect(reviewCase.actions).toContain("cancel-order")
    expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
    await expectInvariants(purchase.cart.id)
    await simulator.decision(purchase.token, { outcome: "sign" })
    await reconcileUntil(purchase.cart.id, async () => {
      const { payment_status } = await admin.getOrder(purchase.order.id)
      expect(payment_status).toBe("captured")
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ state: "funded" })
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    })
    expect(await listServiceCalls(purchase.token, "settle")).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })

  it("opens a review case only when all its goods have shipped (A4)", async () => {
    const purchase = await createOrderUnderReview({
      items: [{ handle: "walnut-desk", quantity: 2 }],
    })
    await disablePostbacks(purchase.token)
    await shipGoods(purchase, { "Walnut Desk": 1 })
    await reconcileUntil(purchase.cart.id, async () => {
      expect((await getLatestApplication(purchase.cart.id)).code).toBe("W")
    })
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    await shipGoods(purchase, { "Walnut Desk": 1 })
    await waitForReviewCase(purchase.cart.id, "order")
  })
})

describe("a cart whose customer signs after the review, without a postback", () => {
  it("becomes an order by a scheduled check, which a later completion returns", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.decision(token, { outcome: "review" })
    await simulator.decision(token, { outcome: "sign" })
    await makeCheckDue(cart.id)
    await eventually(() =>
      admin.findOrderByCart(cart.id).then((order) => expect(order).toBeDefined())
    )
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })
})

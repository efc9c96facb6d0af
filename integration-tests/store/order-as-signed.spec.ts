import {
  waitForReviewCase,
  listPurchaseReviewCases,
  resolveReviewCase,
  countStaffMessages,
} from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, reconcileUntil } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import {
  createOrderUnderReview,
  type PaidOrder,
  createPaidOrder,
  waitForPaidOrder,
  listPayments,
  type PlacedOrder,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"
import { shipGoods } from "./shipping-steps"

const { admin, simulator, store } = createHarness()

const ELSEWHERE = { ...NEW_YORK, address_1: "1 Elsewhere Street" }

/** Updates the shipping address as the order's page does. */
async function changeAddress({ order }: PlacedOrder, address: typeof NEW_YORK): Promise<void> {
  await admin.adminApi.post(`/admin/orders/${order.id}`, { shipping_address: address })
}

async function expectCaptured({ cart, order, token }: PlacedOrder): Promise<void> {
  await eventually(async () => {
    expect((await admin.getOrder(order.id)).payment_status).toBe("captured")
  })
  expect(await listServiceCalls(token, "settle")).toHaveLength(1)
  await reconcileUntil(cart.id, async () =>
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  )
  await expectInvariants(cart.id)
}

describe("an order whose address was changed after the customer signed (C16)", () => {
  it("is not settled when it ships: a review case opens, and staff settle it anyway", async () => {
    const paid = await createPaidOrder()
    await changeAddress(paid, ELSEWHERE)
    // No scheduled check is needed: the order's event starts one.
    const reviewCase = await eventually(async () => {
      const [one] = await listPurchaseReviewCases(paid.cart.id)
      if (one?.cause !== "order-edit") throw new Error("Nobody was told of the address")
      return one
    })
    expect(reviewCase.reason).toMatch(/same amount, but for other goods or another address.*anyway/)
    expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
    await shipGoods(paid)
    const { id } = await getLatestApplication(paid.cart.id)
    await reconcile(id)
    await reconcile(id)
    expect(await listServiceCalls(paid.token, "settle")).toEqual([])
    await expectInvariants(paid.cart.id, { listed: true })
    await resolveReviewCase(await waitForReviewCase(paid.cart.id, "order-edit"), "settle")
    await expectCaptured(paid)
  })

  it("is settled automatically once the address is restored", async () => {
    const paid = await createPaidOrder()
    await changeAddress(paid, ELSEWHERE)
    await waitForReviewCase(paid.cart.id, "order-edit")
    await shipGoods(paid)
    await changeAddress(paid, NEW_YORK)
    await expectCaptured(paid)
  })

  it("is settled automatically when the address differs only in spelling", async () => {
    const paid = await createPaidOrder()
    await changeAddress(paid, { ...NEW_YORK, address_1: "350 fifth avenue.", city: "NEW YORK" })
    await shipGoods(paid)
    await expectCaptured(paid)
    expect(await countStaffMessages(paid.cart.id, "order-edit")).toBe(0)
  })

  it("is captured when staff click Capture", async () => {
    const paid = await createPaidOrder()
    await changeAddress(paid, ELSEWHERE)
    await admin.capture(paid.payment.id)
    await expectCaptured(paid)
  })

  describe("while it was under review", () => {
    const checkStatus = async ({ order, session }: PlacedOrder) =>
      await admin.adminApi.post<{ is_authorized: boolean }>(
        `/admin/orders/${order.id}/payment-sessions/authorize`,
        { payment_session_id: session.id }
      )

    it("is not authorized by any status check, and staff settle it anyway", async () => {
      const placed = await createOrderUnderReview()
      await changeAddress(placed, ELSEWHERE)
      await simulator.status(placed.token, { status: "S", postback: false })
      expect(await checkStatus(placed)).toMatchObject({ is_authorized: false })
      const reviewCase = await waitForReviewCase(placed.cart.id, "order-edit")
      expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
      expect(listPayments(await admin.getOrder(placed.order.id))).toEqual([])
      // The button and the check report the same, so that staff get one message.
      expect(await countStaffMessages(placed.cart.id, "order-edit")).toBe(1)
      await shipGoods(placed)
      await reconcile((await getLatestApplication(placed.cart.id)).id)
      expect(await listServiceCalls(placed.token, "settle")).toEqual([])
      await resolveReviewCase(await waitForReviewCase(placed.cart.id, "order-edit"), "settle")
      await expectCaptured(placed)
    })

    it("is authorized once the address is restored", async () => {
      const placed = await createOrderUnderReview()
      await changeAddress(placed, ELSEWHERE)
      await simulator.status(placed.token, { status: "S", postback: false })
      await waitForReviewCase(placed.cart.id, "order-edit")
      await changeAddress(placed, NEW_YORK)
      await reconcileUntil(placed.cart.id, async () => {
        expect((await waitForPaidOrder(placed.cart.id)).payment_status).toBe("authorized")
      })
      await reconcileUntil(placed.cart.id, async () =>
        expect(await listPurchaseReviewCases(placed.cart.id)).toEqual([])
      )
      await expectInvariants(placed.cart.id)
    })
  })
})

describe("an order whose only unfulfilled line needs no shipping (A4)", () => {
  const SOFA_AND_PLAN = {
    items: [
      { handle: "harbor-sofa", quantity: 1 },
      { handle: "protection-plan", quantity: 1 },
    ],
  }

  /** Creates an order whose sofa shipped that many hours ago. */
  async function shippedSofa(hours: number): Promise<PaidOrder> {
    const paid = await createPaidOrder(SOFA_AND_PLAN)
    const fulfillment = await shipGoods(paid, { "Harbor Sofa": 1 })
    const shipped_at = new Date(Date.now() - hours * 3_600_000).toISOString()
    const created_at = new Date(Date.now() - (hours + 1) * 3_600_000).toISOString()
    await store.call("fulfillment", "updateFulfillment", fulfillment, { shipped_at })
    await store.call("order", "updateOrders", [{ id: paid.order.id, created_at }])
    return paid
  }

  it("opens no review case within two days, and is checked again when they are over", async () => {
    const { cart, token } = await shippedSofa(47)
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    expect(await listServiceCalls(token, "settle")).toEqual([])
    const { next_check_at } = await getLatestApplication(cart.id)
    expect(new Date(next_check_at ?? 0).getTime() - Date.now()).toBeLessThan(3_600_000)
  })

  it("opens one review case after two days, and staff settle it", async () => {
    const paid = await shippedSofa(49)
    const reviewCase = await waitForReviewCase(paid.cart.id, "unfulfilled")
    expect(reviewCase.reason).toMatch(/^Only "Protection Plan" is not fulfilled.*Settle it now\?/)
    expect(reviewCase.actions).toEqual(["settle", "check-again", "acknowledge"])
    await resolveReviewCase(reviewCase, "acknowledge")
    await reconcile((await getLatestApplication(paid.cart.id)).id)
    const known = await waitForReviewCase(paid.cart.id, "unfulfilled")
    expect(known.acknowledged).not.toBeNull()
    expect(await countStaffMessages(paid.cart.id, "unfulfilled")).toBe(1)
    await resolveReviewCase(known, "settle")
    await expectCaptured(paid)
  })

  it("is settled automatically once that line is marked as fulfilled", async () => {
    const paid = await shippedSofa(49)
    await waitForReviewCase(paid.cart.id, "unfulfilled")
    const plan = (await admin.getOrder(paid.order.id)).items.find((one) => !one.requires_shipping)
    await admin.adminApi.post(`/admin/orders/${paid.order.id}/fulfillments`, {
      items: [{ id: plan?.id, quantity: 1 }],
    })
    await expectCaptured(paid)
  })
})

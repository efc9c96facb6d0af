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
import { getLatestApplication, getStaffMessage, isListed, reconcile } from "./plugin-records"
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

const OTHER_ADDRESS = { ...NEW_YORK, address_1: "1 Elsewhere Street" }

/** Updates the shipping address as the order's page does. */
async function updateOrderAddress({ order }: PlacedOrder, address: typeof NEW_YORK): Promise<void> {
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
    const purchase = await createPaidOrder()
    await updateOrderAddress(purchase, OTHER_ADDRESS)
    // No scheduled check is needed: the order's event starts one.
    const reviewCase = await eventually(async () => {
      const [openCase] = await listPurchaseReviewCases(purchase.cart.id)
      if (openCase?.cause !== "order-edit") throw new Error("Nobody was told of the address")
      return openCase
    })
    expect(reviewCase.reason).toMatch(/same amount, but for other goods or another address.*anyway/)
    expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
    await shipGoods(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    await reconcile(id)
    expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
    await expectInvariants(purchase.cart.id, { listed: true })
    await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "order-edit"), "settle")
    await expectCaptured(purchase)
  })

  it("is settled automatically once the address is restored", async () => {
    const purchase = await createPaidOrder()
    await updateOrderAddress(purchase, OTHER_ADDRESS)
    await waitForReviewCase(purchase.cart.id, "order-edit")
    await shipGoods(purchase)
    await updateOrderAddress(purchase, NEW_YORK)
    await expectCaptured(purchase)
  })

  it("is settled automatically when the address differs only in spelling", async () => {
    const purchase = await createPaidOrder()
    await updateOrderAddress(purchase, {
      ...NEW_YORK,
      address_1: "350 fifth avenue.",
      city: "NEW YORK",
    })
    await shipGoods(purchase)
    await expectCaptured(purchase)
    expect(await countStaffMessages(purchase.cart.id, "order-edit")).toBe(0)
  })

  it("is captured when staff click Capture", async () => {
    const purchase = await createPaidOrder()
    await updateOrderAddress(purchase, OTHER_ADDRESS)
    await admin.capture(purchase.payment.id)
    await expectCaptured(purchase)
  })

  describe("while it was under review", () => {
    const checkStatus = async ({ order, session }: PlacedOrder) =>
      await admin.adminApi.post<{ is_authorized: boolean }>(
        `/admin/orders/${order.id}/payment-sessions/authorize`,
        { payment_session_id: session.id }
      )

    it("is not authorized by any status check, and staff settle it anyway", async () => {
      const purchase = await createOrderUnderReview()
      await updateOrderAddress(purchase, OTHER_ADDRESS)
      await simulator.status(purchase.token, { status: "S", postback: false })
      expect(await checkStatus(purchase)).toMatchObject({ is_authorized: false })
      const reviewCase = await waitForReviewCase(purchase.cart.id, "order-edit")
      expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
      expect(listPayments(await admin.getOrder(purchase.order.id))).toEqual([])
      // The button and the check report the same, so that staff get one message.
      expect(await countStaffMessages(purchase.cart.id, "order-edit")).toBe(1)
      await shipGoods(purchase)
      await reconcile((await getLatestApplication(purchase.cart.id)).id)
      expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
      await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "order-edit"), "settle")
      await expectCaptured(purchase)
    })

    it("is authorized once the address is restored", async () => {
      const purchase = await createOrderUnderReview()
      await updateOrderAddress(purchase, OTHER_ADDRESS)
      await simulator.status(purchase.token, { status: "S", postback: false })
      await waitForReviewCase(purchase.cart.id, "order-edit")
      await updateOrderAddress(purchase, NEW_YORK)
      await reconcileUntil(purchase.cart.id, async () => {
        expect((await waitForPaidOrder(purchase.cart.id)).payment_status).toBe("authorized")
      })
      await reconcileUntil(purchase.cart.id, async () =>
        expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
      )
      await expectInvariants(purchase.cart.id)
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
  async function createShippedSofaOrder(hours: number): Promise<PaidOrder> {
    const purchase = await createPaidOrder(SOFA_AND_PLAN)
    const fulfillment = await shipGoods(purchase, { "Harbor Sofa": 1 })
    const shipped_at = new Date(Date.now() - hours * 3_600_000).toISOString()
    const created_at = new Date(Date.now() - (hours + 1) * 3_600_000).toISOString()
    await store.call("fulfillment", "updateFulfillment", fulfillment, { shipped_at })
    await store.call("order", "updateOrders", [{ id: purchase.order.id, created_at }])
    return purchase
  }

  it("opens no review case within two days, and is checked again when they are over", async () => {
    const { cart, token } = await createShippedSofaOrder(47)
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    expect(await listServiceCalls(token, "settle")).toEqual([])
    expect(await getStaffMessage(id)).toMatchObject({ code: "fulfill-first" })
    expect(await isListed(id, "request_payment")).toBe(true)
    const { next_check_at } = await getLatestApplication(cart.id)
    expect(new Date(next_check_at ?? 0).getTime() - Date.now()).toBeLessThan(3_600_000)
  })

  it("opens one review case after two days, and staff settle it", async () => {
    const purchase = await createShippedSofaOrder(49)
    const reviewCase = await waitForReviewCase(purchase.cart.id, "unfulfilled")
    expect(reviewCase.reason).toMatch(/^Only "Protection Plan" is not fulfilled.*Settle it now\?/)
    expect(reviewCase.actions).toEqual(["settle", "check-again", "acknowledge"])
    await resolveReviewCase(reviewCase, "acknowledge")
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    const acknowledgedCase = await waitForReviewCase(purchase.cart.id, "unfulfilled")
    expect(acknowledgedCase.acknowledged).not.toBeNull()
    expect(await countStaffMessages(purchase.cart.id, "unfulfilled")).toBe(1)
    await resolveReviewCase(acknowledgedCase, "settle")
    await expectCaptured(purchase)
  })

  it("is settled automatically once that line is marked as fulfilled", async () => {
    const purchase = await createShippedSofaOrder(49)
    await waitForReviewCase(purchase.cart.id, "unfulfilled")
    const planItem = (await admin.getOrder(purchase.order.id)).items.find(
      (item) => !item.requires_shipping
    )
    await admin.adminApi.post(`/admin/orders/${purchase.order.id}/fulfillments`, {
      items: [{ id: planItem?.id, quantity: 1 }],
    })
    await expectCaptured(purchase)
  })
})

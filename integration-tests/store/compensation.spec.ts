import type { HttpTypes } from "@medusajs/framework/types"
import { ageLedger } from "./aged-ledger"
import { withRefusedWrites } from "./refused-writes"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, reconcileUntil } from "./money-steps"
import { sendStoreRequest } from "./pre-approval-steps"
import {
  getLatestApplication,
  getStaffMessage,
  updateApplication,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import {
  type AppliedCart,
  waitForOrder,
  waitForPaidOrder,
  getOnlyPayment,
  listPayments,
  createSignedApplication,
} from "./purchase-steps"

const { shop, admin, store, simulator } = createHarness()

describe("a completion that fails while the payment is being written", () => {
  it("requests a cancel without a key, which cancels nothing, and the order is placed later (A13)", async () => {
    const { cart, session, token } = await createSignedApplication()
    const refusal = { table: "payment", event: "insert" } as const
    await withRefusedWrites(
      { ...refusal, when: `new.payment_session_id = '${session.id}'` },
      async () => {
        await shop.completeCart(cart.id).catch(() => null)
        const { id } = await getLatestApplication(cart.id)
        expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain(
          "cancellation-requested"
        )
        // A concurrent reconciliation may try to place the order, and is refused as well.
        await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeUndefined())
      }
    )
    await reconcile((await getLatestApplication(cart.id)).id)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })
})

/**
 * Creates what core leaves behind: the order is rolled back, the payment of the authorized session is
 * cancelled with its id as the key, and the session stays authorized.
 */
async function createCancelledAuthorization(): Promise<AppliedCart> {
  const appliedCart = await createSignedApplication()
  await withRefusedWrites(
    {
      table: "payment_collection",
      event: "update",
      when: `new.id = '${appliedCart.collectionId}' and new.status = 'authorized'`,
    },
    () => shop.completeCart(appliedCart.cart.id).catch(() => null)
  )
  const [payment] = await store.queryGraph<{ id: string }>({
    entity: "payment",
    fields: ["id"],
    filters: { payment_session_id: appliedCart.session.id },
  })
  await store.call("payment", "cancelPayment", payment?.id)
  expect(await admin.findOrderByCart(appliedCart.cart.id)).toBeUndefined()
  return appliedCart
}

/** Completes the cart again, as a storefront's retry does: core uses the authorized session without a call. */
async function placeOrderOnCancelledPayment(cartId: string): Promise<HttpTypes.AdminOrder> {
  expect((await shop.completeCart(cartId)).type).toBe("order")
  const order = await waitForOrder(cartId)
  expect(getOnlyPayment(order).canceled_at).not.toBeNull()
  return order
}

async function expectReviewReason(cartId: string, token: string, reason: RegExp): Promise<void> {
  await eventually(async () => {
    await reconcile((await getLatestApplication(cartId)).id)
    expect((await getLatestApplication(cartId)).review_reason).toMatch(reason)
  })
  expect(await listServiceCalls(token, "cancel")).toEqual([])
  expect(await listServiceCalls(token, "settle")).toEqual([])
  await expectInvariants(cartId, { listed: true })
}

describe("a completion that fails after the payment was authorized (A19)", () => {
  it("places no order on the payment that core cancelled, opens a review case, and keeps the loan", async () => {
    const { cart, token } = await createCancelledAuthorization()
    await expectReviewReason(cart.id, token, /Medusa cancelled its payment/)
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    const response = await sendStoreRequest(`carts/${cart.id}/status`)
    expect(await response.json()).toMatchObject({
      financing: { status: "ready-to-settle", message_code: "choose-payment-again" },
    })
  })

  it("is repaired when the shopper chooses financing again: same loan, one order, one live payment", async () => {
    const { cart, token } = await createCancelledAuthorization()
    await shop.choosePaymentMethod(cart.id)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const payments = listPayments(await waitForOrder(cart.id))
    expect(payments.filter(({ canceled_at }) => canceled_at === null)).toHaveLength(1)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await eventually(async () => {
      await reconcile((await getLatestApplication(cart.id)).id)
      expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })

  it("leads to a new authorization of an order that a retry placed on the cancelled payment", async () => {
    const { cart, token } = await createCancelledAuthorization()
    const order = await placeOrderOnCancelledPayment(cart.id)
    await reconcile((await getLatestApplication(cart.id)).id)
    // Core may still be undoing the order.
    expect(listPayments(await admin.getOrder(order.id))).toHaveLength(1)

    await ageLedger(order.id)
    await reconcile((await getLatestApplication(cart.id)).id)
    await eventually(async () =>
      expect(await getStaffMessage((await getLatestApplication(cart.id)).id)).toMatchObject({
        code: "ship",
      })
    )
    const payments = listPayments(await admin.getOrder(order.id))
    const activePayments = payments.filter(({ canceled_at }) => canceled_at === null)
    expect(activePayments).toMatchObject([{ amount: order.total, captured_at: null }])
    await reconcileUntil(cart.id, async () =>
      expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    )
    const { id } = await getLatestApplication(cart.id)
    expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("order-authorized")
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)

    await admin.capture(activePayments[0]?.id ?? "")
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("requests no cancellation while another process ends the application, and authorizes later", async () => {
    const { cart } = await createCancelledAuthorization()
    const order = await placeOrderOnCancelledPayment(cart.id)
    await ageLedger(order.id)
    const { id } = await getLatestApplication(cart.id)
    const countCancelRequests = async () =>
      (await listTimelineEntries(id)).filter(({ what }) => what === "cancellation-requested").length
    const countBefore = await countCancelRequests()
    // Another process is about to end it.
    type Lease = { name: string; holder: string }
    const { name, holder } = await store.call<Lease>(
      "consumerFinancing",
      "leases.acquire",
      `cart:${cart.id}`
    )
    await updateApplication(id, { cancelling: true })
    await eventually(async () => {
      await reconcile(id)
      expect((await getLatestApplication(cart.id)).review_reason).toMatch(
        /could not authorize it again/
      )
    })
    expect(await countCancelRequests()).toBe(countBefore)
    // The other process does not end it.
    await updateApplication(id, { cancelling: false })
    await store.call("consumerFinancing", "leases.release", { name, holder })
    await reconcileUntil(cart.id, async () => {
      const payments = listPayments(await admin.getOrder(order.id))
      expect(payments.filter(({ canceled_at }) => !canceled_at)).toHaveLength(1)
      expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    })
    await expectInvariants(cart.id)
  })

  it("opens a review case when the order differs from what the customer signed", async () => {
    const { cart, token } = await createCancelledAuthorization()
    const order = await placeOrderOnCancelledPayment(cart.id)
    await admin.adminApi.post(`/admin/orders/${order.id}`, {
      shipping_address: { address_1: "1 Elsewhere Street" },
    })
    await ageLedger(order.id)
    await expectReviewReason(cart.id, token, /for other goods or another address/)
    expect(listPayments(await admin.getOrder(order.id))).toHaveLength(1)
  })
})

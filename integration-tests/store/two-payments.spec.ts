import type { HttpTypes } from "@medusajs/framework/types"
import { repairLedger } from "./aged-ledger"
import { withRefusedWrites } from "./refused-writes"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage, reconcileUntil } from "./money-steps"
import { postponeCheck } from "./scheduled-checks"
import { getLatestApplication, updateApplication, reconcile } from "./plugin-records"
import { type AppliedCart, waitForOrder, listPayments, createSignedApplication } from "./purchases"

const { shop, admin, simulator } = createHarness()

/** Core wrote the payment and not its collection: the order is rolled back, the payment stays. */
async function createPaymentWithoutOrder(): Promise<AppliedCart> {
  const signedCart = await createSignedApplication()
  await postponeCheck(signedCart.cart.id)
  await withRefusedWrites(
    {
      table: "payment_collection",
      event: "update",
      when: `new.id = '${signedCart.collectionId}' and new.status = 'authorized'`,
    },
    () => shop.completeCart(signedCart.cart.id).catch(() => null)
  )
  expect(await admin.findOrderByCart(signedCart.cart.id)).toBeUndefined()
  return signedCart
}

const sortByAge = (payments: HttpTypes.AdminPayment[]) =>
  [...payments].sort((first, second) =>
    String(first.created_at).localeCompare(String(second.created_at))
  )

describe("a payment whose order was rolled back (A13, A19)", () => {
  it("lets the shopper order again, and is cancelled in favor of the new payment (I1)", async () => {
    const { cart, token } = await createPaymentWithoutOrder()
    await shop.choosePaymentMethod(cart.id)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const order = await waitForOrder(cart.id)
    const [older, newer] = sortByAge(listPayments(order))
    for (const payment of [older, newer]) {
      expect(await getRefusalMessage(admin.capture(payment?.id ?? ""))).toMatch(
        /Two payments of this order rest on one financing\. Nothing was sent/
      )
    }
    expect(await listServiceCalls(token, "settle")).toEqual([])

    // Each capture triggers a reconciliation; another one does nothing while it runs.
    await eventually(async () => {
      await repairLedger({ cart, order })
      const [cancelledPayment] = sortByAge(listPayments(await admin.getOrder(order.id)))
      expect(cancelledPayment?.canceled_at).not.toBeNull()
    })
    const [, activePayment] = sortByAge(listPayments(await admin.getOrder(order.id)))
    expect(activePayment).toMatchObject({ id: newer?.id, canceled_at: null })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
    await admin.capture(activePayment?.id ?? "")
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("pays for the order when the storefront completes the cart again", async () => {
    const { cart } = await createPaymentWithoutOrder()
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const order = await waitForOrder(cart.id)
    expect(order.payment_status).toBe("not_paid")
    await repairLedger({ cart, order })
    const updatedOrder = await admin.getOrder(order.id)
    expect(updatedOrder.payment_status).toBe("authorized")
    expect(listPayments(updatedOrder)).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("is cancelled with its loan when the shopper pays by another method", async () => {
    const { cart, token } = await createPaymentWithoutOrder()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const order = await waitForOrder(cart.id)
    await repairLedger({ cart, order })
    await reconcile((await getLatestApplication(cart.id)).id)
    const activePayments = listPayments(await admin.getOrder(order.id)).filter(
      ({ canceled_at }) => !canceled_at
    )
    expect(activePayments).toMatchObject([{ provider_id: "pp_system_default" }])
    expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "cancelled",
      review_reason: null,
    })
  })
})

describe("a captured payment that core cancelled because its order failed (A13, A19)", () => {
  it("no longer counts as captured once a second payment replaces it, and nothing is refunded", async () => {
    const { cart, token } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    // A status check has read S, and a lender funds the loan before the cart is completed.
    await updateApplication(id, { ready_at: new Date().toISOString() })
    await simulator.portal(token, { action: "fund", postback: false })
    await withRefusedWrites(
      { table: "order_transaction", event: "insert", when: "new.reference = 'capture'" },
      () => shop.completeCart(cart.id).catch(() => null)
    )
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    expect(await listServiceCalls(token, "refund")).toEqual([])

    await reconcileUntil(cart.id, async () =>
      expect(await admin.findOrderByCart(cart.id)).toBeDefined()
    )
    const order = await waitForOrder(cart.id)
    expect(listPayments(order)).toHaveLength(2)
    await repairLedger({ cart, order })
    const [cancelledPayment, activePayment] = sortByAge(
      listPayments(await admin.getOrder(order.id))
    )
    expect(cancelledPayment).toMatchObject({
      canceled_at: expect.any(String) as string,
      captures: [],
    })
    expect(activePayment).toMatchObject({ canceled_at: null })
    expect(await listServiceCalls(token, "refund")).toEqual([])
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })
})

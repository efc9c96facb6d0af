import { createAdminClient } from "../../tooling/clients/admin-client"
import { ageLedger } from "./aged-ledger"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { ageDoubt, listServiceCalls, injectFault, listOutcomes } from "./money-steps"
import {
  getLatestApplication,
  listOperations,
  updateApplication,
  reconcile,
} from "./plugin-records"
import {
  waitForOrder,
  createOrderUnderReview,
  createPaidOrder,
  getOnlyPayment,
  listPayments,
  signApplication,
  createSignedApplication,
} from "./purchases"
import { createShopClient } from "../../tooling/clients/shop-client"

const { admin, run, shop, store, simulator } = createHarness()

/** Makes the payment's only capture row ten minutes old. */
async function ageCaptures(paymentId: string): Promise<void> {
  const rows = await store.call<{ id: string }[]>("payment", "listCaptures", {
    payment_id: paymentId,
  })
  expect(rows).toHaveLength(1)
  await store.call("payment", "updateCaptures", {
    id: rows[0]?.id,
    created_at: new Date(Date.now() - 600_000),
  })
}

describe("a store that dies between the service's settle and Medusa's commit (A1, fact 23)", () => {
  it("leaves a capture that the reconciliation completes", async () => {
    const { cart, order, payment, token } = await createPaidOrder()
    const otherStore = await startExtraStore()
    await injectFault(token, { operation: "settle", kind: "timeout", when: "after" })
    const pendingCapture = createAdminClient(otherStore.url).capture(payment.id)
    pendingCapture.catch(() => null)
    await eventually(async () => {
      expect((await simulator.application(token)).settled).toBe(true)
    })
    await otherStore.kill()
    await pendingCapture.catch(() => null)
    await simulator.clearFaults()
    await ageCaptures(payment.id)
    const { id } = await getLatestApplication(cart.id)
    const openOperations = (await listOperations(id)).filter(
      ({ outcome }) => outcome === "intended"
    )
    await store.call(
      "consumerFinancing",
      "updateFinancingOperations",
      openOperations.map((operation) => ({ id: operation.id, outcome: "in-doubt" }))
    )
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await ageDoubt(cart.id, 1)
    await eventually(async () => {
      await reconcile(id)
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).not.toBeNull()
    })
    expect(await listOutcomes(cart.id, "settle")).toEqual(["confirmed"])
    expect((await simulator.application(token)).settleCount).toBe(1)
    await expectInvariants(cart.id)
  })
})

describe("a store that dies while it completes a cart whose customer has signed (C13, I5)", () => {
  /** Leaves a cart with an order whose payment session was never authorized. */
  async function createUnauthorizedOrder() {
    const otherStore = await startExtraStore()
    const appliedCart = await createSignedApplication()
    await injectFault(appliedCart.token, { operation: "getStatus", kind: "timeout", count: 1 })
    const pendingCompletion = createShopClient(otherStore.url, run.facts).completeCart(
      appliedCart.cart.id
    )
    pendingCompletion.catch(() => null)
    const order = await waitForOrder(appliedCart.cart.id)
    await otherStore.kill()
    await pendingCompletion.catch(() => null)
    expect(listPayments(await admin.getOrder(order.id))).toEqual([])
    return { ...appliedCart, order }
  }

  it("leaves an order that is checked at growing intervals until it is authorized", async () => {
    const { cart, order } = await createUnauthorizedOrder()
    await simulator.clearFaults()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await ageLedger(order.id, 2)
    await updateApplication(id, { checks_done: 6, next_check_at: null })
    await reconcile(id)
    const { next_check_at: nextCheckAt } = await getLatestApplication(cart.id)
    expect(new Date(nextCheckAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 60_000)
    await ageLedger(order.id)
    // The lease of the dead process would expire after three minutes.
    await store.call("consumerFinancing", "deleteFinancingLeases", [`complete:${cart.id}`])
    await eventually(async () => {
      await reconcile(id)
      expect(listPayments(await admin.getOrder(order.id))).toHaveLength(1)
    })
    await expectInvariants(cart.id)
  })

  it("leaves an order whose loan is not cancelled when another method is chosen", async () => {
    const { cart, collectionId, order, token } = await createUnauthorizedOrder()
    await shop.storeApi.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_system_default",
    })
    await simulator.clearFaults()
    await eventually(async () => {
      await reconcile((await getLatestApplication(cart.id)).id)
      expect(await getLatestApplication(cart.id)).toMatchObject({ code: "S", order_id: order.id })
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect((await getLatestApplication(cart.id)).state).toBe("ready-to-settle")
  })
})

describe("a capture that takes so long that its row counts as left behind", () => {
  it("settles nothing once its row is deleted, and can be repeated (A1)", async () => {
    const { cart, order, payment, token } = await createPaidOrder()
    // Wait until the plugin has processed the placed order.
    await eventually(async () =>
      expect((await getLatestApplication(cart.id)).order_id).toBe(order.id)
    )
    const { length: callCount } = await listServiceCalls(token, "getStatus")
    const retryFault = { status: 503, headers: { "retry-after": "6" }, count: 1 }
    await injectFault(token, { operation: "getStatus", kind: "status", ...retryFault })
    const pendingCapture = admin.capture(payment.id)
    await eventually(async () =>
      expect((await listServiceCalls(token, "getStatus")).length).toBeGreaterThan(callCount)
    )
    const [row] = await store.call<{ id: string }[]>("payment", "listCaptures", {
      payment_id: payment.id,
    })
    await store.call("payment", "deleteCaptures", [row?.id])
    await expect(pendingCapture).rejects.toThrow(/no open capture .* Nothing was sent/)
    expect((await simulator.application(token)).settleCount).toBe(0)
    await admin.capture(payment.id)
    await expectInvariants(cart.id)
  })

  it("keeps its row while another process holds its lease, and is completed afterwards (A1)", async () => {
    const { cart, order, payment, token } = await createPaidOrder()
    await simulator.portal(token, { action: "fund", postback: false })
    const { id } = await getLatestApplication(cart.id)
    const statement = `insert into capture (id, payment_id, amount, raw_amount, created_at)
      values ('capt_${token}', '${payment.id}', ${payment.amount},
        '{"value":"${payment.amount}","precision":20}', now() - interval '10 minutes')`
    await store.call("__pg_connection__", "raw", statement)
    const lease = await store.call<{ holder: string; name: string }>(
      "consumerFinancing",
      "leases.acquire",
      `money:${id}`
    )
    await reconcile(id)
    const listCaptures = () => store.call("payment", "listCaptures", { payment_id: payment.id })
    expect(await listCaptures()).toMatchObject([{ id: `capt_${token}` }])
    const { holder, name } = lease
    await store.call("consumerFinancing", "leases.release", { name, holder })
    await eventually(async () => {
      await reconcile(id)
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).not.toBeNull()
    })
    await expectInvariants(cart.id)
  })
})

describe("a store that dies while Medusa places an order, before it links the payments or the cart", () => {
  const runSql = (statement: string) =>
    store.call<{ rows: unknown[] }>("__pg_connection__", "raw", statement)

  /** Leaves the rows like a process that died ten minutes ago. */
  async function unlinkOrder(cartId: string, orderId: string, linkTable: string): Promise<void> {
    await runSql(`delete from ${linkTable} where order_id = '${orderId}'`)
    await runSql(`update cart set completed_at = null where id = '${cartId}'`)
    await runSql(`update "order" set created_at = created_at - interval '10 minutes'
      where id = '${orderId}'`)
    await runSql(`update payment_session set status = 'requires_more' where payment_collection_id in
      (select payment_collection_id from cart_payment_collection where cart_id = '${cartId}')`)
    const { id } = await getLatestApplication(cartId)
    await updateApplication(id, { order_id: null })
  }

  it.each(["order_payment_collection", "order_cart"])(
    "leaves an order that gets its payment, and whose application is not cancelled (C2, I5, no %s)",
    async (linkTable) => {
      const { cart, order, token } = await createOrderUnderReview()
      await unlinkOrder(cart.id, order.id, linkTable)
      const listLinks = () =>
        runSql(`select order_id from ${linkTable} where order_id = '${order.id}'`)
      expect((await listLinks()).rows).toEqual([])
      await signApplication(token)
      await eventually(async () => {
        await reconcile((await getLatestApplication(cart.id)).id)
        expect(getOnlyPayment(await admin.getOrder(order.id))).toMatchObject({ canceled_at: null })
      })
      expect((await simulator.application(token)).status).toBe("S")
      const [{ completed_at } = { completed_at: null }] = await store.queryGraph<{
        completed_at: string | null
      }>({ entity: "cart", fields: ["completed_at"], filters: { id: cart.id } })
      expect(completed_at).not.toBeNull()
      expect((await listLinks()).rows).toHaveLength(1)
      expect(await shop.completeCart(cart.id)).toMatchObject({ order: { id: order.id } })
      await expectInvariants(cart.id)
    }
  )
})

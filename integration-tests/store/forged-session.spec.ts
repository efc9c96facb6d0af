import { Client } from "pg"
import { eventually } from "../../tooling/clients/eventually"
import { getPaymentSession } from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, listApplications } from "./plugin-records"
import {
  type AppliedCart,
  createAppliedCart,
  waitForOrder,
  createOrderUnderReview,
  createPaidOrder,
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { run, shop, admin, store, simulator } = createHarness()

const SESSION_BODY = { provider_id: "pp_consumer-financing_default" }

/**
 * Creates the state between core's two concurrent steps: the new session exists, the old one is removed, but core has
 * called the plugin for neither, and the plugin does not know the cart's order.
 */
async function replaceSessionRows(cartId: string, sessionId: string): Promise<void> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into payment_session select (jsonb_populate_record(
         one, jsonb_build_object('id', one.id || '_new'))).* from payment_session one where id = $1`,
      [sessionId]
    )
    await client.query("update payment_session set deleted_at = now() where id = $1", [sessionId])
    await client.query("update financing_application set order_id = null where cart_id = $1", [
      cartId,
    ])
  } finally {
    await client.end()
  }
}

async function overwriteSessionData(
  sessionId: string,
  data: Record<string, unknown>
): Promise<void> {
  const statement = "update payment_session set data = data || cast(:data as jsonb) where id = :id"
  const values = { id: sessionId, data: JSON.stringify(data) }
  await store.call("__pg_connection__", "raw", statement, values)
}

describe("data that a browser writes into session.data (C9, G1)", () => {
  it("changes no outgoing request, and is overwritten by the plugin", async () => {
    const victim = await createAppliedCart()
    const cart = await createCart()
    const { session } = await shop.choosePaymentMethod(cart.id, {
      data: {
        session_id: victim.session.id,
        application_id: victim.session.data.application_id,
        token: victim.token,
        orderId: "stolen",
        loanAmount: 1,
        amount: 1,
        status: "ready-to-settle",
        url: "https://elsewhere.example",
        notifyUrl: "https://elsewhere.example/postbacks",
        returnUrl: "https://elsewhere.example/return",
        email: "somebody@elsewhere.example",
      },
    })
    const application = await simulator.findCartApplication(cart.id)
    expect(application.originalOrderId).toBe(`${cart.id}-1`)
    expect(Math.abs(application.loanAmount - cart.total)).toBeLessThan(0.0051)
    for (const address of [application.notifyUrl, application.returnUrl, application.cancelUrl]) {
      expect(new URL(String(address)).origin).toBe(run.storeUrl)
    }
    expect(JSON.stringify(application)).not.toContain("elsewhere.example")
    const { id } = await getLatestApplication(cart.id)
    expect(session.data).toMatchObject({
      session_id: session.id,
      application_id: id,
      status: "awaiting-customer",
      url: application.url,
    })
    await signApplication(application.tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect((await simulator.application(victim.token)).status).toBe("P")
    expect(await admin.findOrderByCart(victim.cart.id)).toBeUndefined()
    await expectInvariants(cart.id)
  })

  it("leaves another shopper's application open when the forged session is removed", async () => {
    const victim = await createAppliedCart()
    const cart = await createCart()
    const data = { session_id: victim.session.id, token: victim.token }
    await shop.choosePaymentMethod(cart.id, { data })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await eventually(async () => {
      expect((await simulator.findCartApplication(cart.id)).cancelCount).toBe(1)
    })
    expect(await listServiceCalls(victim.token, "cancel")).toEqual([])
    expect((await getLatestApplication(victim.cart.id)).state).toBe("awaiting-customer")
  })
})

describe("a session that is started on a placed order's collection (C13)", () => {
  it("is refused for a paid order, whose payment and loan stay valid", async () => {
    const { cart, order, collectionId, token } = await createPaidOrder()
    const path = `/store/payment-collections/${collectionId}/payment-sessions`
    await expect(shop.storeApi.post(path, SESSION_BODY)).rejects.toMatchObject({ status: 400 })
    const updatedOrder = await admin.getOrder(order.id)
    expect(updatedOrder.payment_status).toBe("authorized")
    expect(getOnlyPayment(updatedOrder).canceled_at).toBeNull()
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).state).toBe("ready-to-settle")
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await admin.capture(getOnlyPayment(updatedOrder).id)
    await expectInvariants(cart.id)
  })

  it("does not cancel the loan while the old session is gone and the new one has no application (I5)", async () => {
    const { cart, order, session, token } = await createOrderUnderReview()
    const { id } = await getLatestApplication(cart.id)
    // Waits until the application has recorded the order's ID.
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).order_id).toBe(order.id)
    })
    await replaceSessionRows(cart.id, session.id)
    await admin.adminApi.post(`/admin/consumer-financing/applications/${id}/reconcile`)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect((await getLatestApplication(cart.id)).state).toBe("under-review")
    expect((await waitForOrder(cart.id)).status).toBe("pending")
  })

  it("replaces the old session while the order is under review", async () => {
    const { cart, collectionId, token } = await createOrderUnderReview()
    const path = `/store/payment-collections/${collectionId}/payment-sessions`
    await shop.storeApi.post(path, SESSION_BODY)
    await simulator.decision(token, { outcome: "sign" })
    await simulator.postback(token)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect(await listApplications(cart.id)).toHaveLength(1)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })
})

/** Starts a session during a completion: core undoes the order, and the session waits for authorization. */
async function startSessionDuringCompletion(): Promise<AppliedCart> {
  const appliedCart = await createAppliedCart()
  const { cart, token, collectionId } = appliedCart
  const { length: callCount } = await listServiceCalls(token, "getStatus")
  const retryFault = { status: 503, headers: { "retry-after": "6" }, count: 1 }
  await injectFault(token, { operation: "getStatus", kind: "status", ...retryFault })
  const pendingCompletion = shop.completeCart(cart.id)
  await eventually(async () =>
    expect((await listServiceCalls(token, "getStatus")).length).toBeGreaterThan(callCount)
  )
  await shop.storeApi.post(
    `/store/payment-collections/${collectionId}/payment-sessions`,
    SESSION_BODY
  )
  expect((await pendingCompletion).type).toBe("cart")
  expect(await getPaymentSession(cart.id)).toMatchObject({ status: "pending_authorization" })
  return appliedCart
}

describe("a session that is started while its cart is being completed (C13, I4)", () => {
  it("places no order before the shopper signs", async () => {
    const { cart, token } = await startSessionDuringCompletion()
    expect((await shop.completeCart(cart.id)).type).toBe("cart")
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await eventually(async () => expect((await getLatestApplication(cart.id)).order_id).toBeNull())
    await signApplication(token)
    await eventually(async () => {
      expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    })
    await expectInvariants(cart.id)
  })
})

describe("a session that waits for authorization, and whose application cannot be read", () => {
  it("places no order without the service's status (I4)", async () => {
    const { cart } = await startSessionDuringCompletion()
    const renameTable = async (from: string, to: string) => {
      await store.call("__pg_connection__", "raw", `alter table ${from} rename to ${to}`)
    }
    await renameTable("financing_session", "financing_session_away")
    try {
      expect(await shop.completeCart(cart.id)).toMatchObject({
        type: "cart",
        error: { type: "payment_authorization_error" },
      })
    } finally {
      await renameTable("financing_session_away", "financing_session")
    }
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  })
})

describe("a switch of the payment method that fails midway (C19)", () => {
  it("creates no second application, and the shopper can pay another way", async () => {
    const { cart, token } = await createAppliedCart()
    await injectFault(token, { operation: "cancel", kind: "status", status: 503, count: 1 })
    await shop.updateCart(cart.id, {
      shipping_address: { ...NEW_YORK, address_1: "P.O. Box 512" },
    })
    await expect(shop.choosePaymentMethod(cart.id)).rejects.toMatchObject({ status: 400 })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })

  it("restores the session from the server's data, not from forged data in the old session", async () => {
    const { cart, session, token } = await createAppliedCart()
    await overwriteSessionData(session.id, {
      url: "https://elsewhere.example",
      status: "ready-to-settle",
      token: "somebody-elses",
      loanAmount: 1,
    })
    await shop.updateCart(cart.id, { shipping_address: { ...NEW_YORK, address_1: "1 New Street" } })
    await simulator.fault({
      operation: "createOrder",
      kind: "status",
      status: 400,
      count: 1,
      match: { orderId: `${cart.id}-2` },
    })
    await expect(shop.choosePaymentMethod(cart.id)).rejects.toMatchObject({ status: 400 })
    const restoredSession = await getPaymentSession(cart.id)
    expect(restoredSession?.id).not.toBe(session.id)
    const { id } = await getLatestApplication(cart.id)
    const { url, tip } = await simulator.findCartApplication(cart.id)
    expect(restoredSession?.data).toMatchObject({
      session_id: restoredSession?.id,
      application_id: id,
      status: "awaiting-customer",
      url,
    })
    expect(tip).not.toBe(token)
    await signApplication(tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

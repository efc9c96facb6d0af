import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, reconcileUntil } from "./money-steps"
import { createCart } from "./new-cart"
import { postponeCheck } from "./scheduled-checks"
import {
  getLatestApplication,
  updateApplication,
  listTimelineEntries,
  listTokens,
} from "./plugin-records"
import { listPostbacks, post } from "./postback-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  waitForOrder,
  getOnlyPayment,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "./purchases"

const { shop, admin, simulator, store } = createHarness()

/** Waits until the inbox has this many postbacks and all are processed. */
async function waitForProcessedPostbacks(applicationId: string, count: number): Promise<void> {
  await eventually(async () => {
    const inbox = await listPostbacks(applicationId)
    expect(inbox).toHaveLength(count)
    expect(inbox.filter(({ processed_at }) => processed_at === null)).toEqual([])
  })
}

/** Makes the application's postbacks one minute old. */
async function agePostbacks(applicationId: string): Promise<void> {
  const statement = `update financing_postback set created_at = now() - interval '1 minute' where application_id = ?`
  await store.call("__pg_connection__", "raw", statement, [applicationId])
}

describe("A postback's body", () => {
  it.each([
    ["a completed payment", "payment_status=completed&pt_app_status=C"],
    ["a ready application", "payment_status=pending&pt_app_status=S"],
    ["a cancellation", "payment_status=cancelled&pt_app_status=O"],
    ["a failure", "payment_status=failed&pt_app_status=U"],
  ])(
    "that claims %s changes nothing while the service reports otherwise (B2, I8)",
    async (_, statusFields) => {
      const { cart, token, applied } = await createAppliedCart()
      await disablePostbacks(token)
      const { id, state } = await getLatestApplication(cart.id)
      await postponeCheck(cart.id)
      const checkCount = (await listServiceCalls(token, "getStatus")).length
      expect((await post(String(applied.notifyUrl), `uuid=${token}&${statusFields}`)).status).toBe(
        200
      )
      await waitForProcessedPostbacks(id, 1)
      expect(await listServiceCalls(token, "getStatus")).toHaveLength(checkCount + 1)
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state,
        code: "P",
        live_key: expect.any(String) as string,
      })
      expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
      await expectInvariants(cart.id)
    }
  )

  it("that names another application causes no call about that one (B3)", async () => {
    const appliedCart = await createAppliedCart()
    const signedCart = await createSignedApplication()
    const { id } = await getLatestApplication(appliedCart.cart.id)
    for (const { cart } of [appliedCart, signedCart]) await postponeCheck(cart.id)
    const checkCount = (await listServiceCalls(signedCart.token, "getStatus")).length
    await post(
      String(appliedCart.applied.notifyUrl),
      `uuid=${signedCart.token}&payment_status=completed`
    )
    await waitForProcessedPostbacks(id, 1)
    expect(await listTokens(id)).toHaveLength(1)
    expect(await listServiceCalls(signedCart.token, "getStatus")).toHaveLength(checkCount)
    expect(await listServiceCalls(signedCart.token, "validatePostback")).toEqual([])
    expect(await admin.findOrderByCart(appliedCart.cart.id)).toBeUndefined()
    expect(await admin.findOrderByCart(signedCart.cart.id)).toBeUndefined()
  })
})

describe("Postbacks that are lost, late, repeated or out of order (I9)", () => {
  it("place one order when they come twice", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.postbacks({ mode: "duplicate", match: { token } })
    await signApplication(token)
    const order = await waitForOrder(cart.id)
    await reconcileUntil(cart.id, () => expectInvariants(cart.id))
    expect(order.status).toBe("pending")
    expect(getOnlyPayment(await admin.getOrder(order.id)).canceled_at).toBeNull()
  })

  it("lead to the service's own status when they come in the wrong order (B5)", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.postbacks({ mode: "reverse", times: 2, match: { token } })
    await simulator.decision(token, { outcome: "review" })
    await signApplication(token)
    await waitForOrder(cart.id)
    await reconcileUntil(cart.id, async () =>
      expect(await getLatestApplication(cart.id)).toMatchObject({ state: "ready-to-settle" })
    )
    await expectInvariants(cart.id)
  })

  it("change nothing when they are replayed after the settle and the refunds (B6)", async () => {
    const { cart, token, applied, payment, order } = await createCapturedOrder()
    const { id } = await getLatestApplication(cart.id)
    const replayPostback = async (count: number) => {
      await post(String(applied.notifyUrl), `uuid=${token}&payment_status=pending&pt_app_status=S`)
      await waitForProcessedPostbacks(id, count)
    }
    await replayPostback(1)
    await admin.refund(payment.id, { amount: 100 })
    await replayPostback(2)
    await admin.refund(payment.id, { amount: Number(payment.amount) - 100 })
    await replayPostback(3)
    const refundedOrder = await admin.getOrder(order.id)
    expect(getOnlyPayment(refundedOrder).captures).toHaveLength(1)
    expect(getOnlyPayment(refundedOrder).refunds).toHaveLength(2)
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "refunded",
      review_reason: null,
    })
    await expectInvariants(cart.id)
  })

  it("change nothing when they name a token that a partial refund replaced (B8)", async () => {
    const { cart, token, applied, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    await post(String(applied.notifyUrl), `uuid=${token}&payment_status=cancelled&pt_app_status=T`)
    await waitForProcessedPostbacks(id, 1)
    expect(await listTokens(id)).toHaveLength(2)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      review_reason: null,
      refunded_cents: 10_000,
    })
    await expectInvariants(cart.id)
  })

  it("complete no cart when they arrive after the shopper chose another method (B9, fact 26)", async () => {
    const otherCart = await createCart()
    const { cart, token, applied } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await post(String(applied.notifyUrl), `uuid=${token}&payment_status=pending&pt_app_status=S`)
    await waitForProcessedPostbacks(id, 1)
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    expect((await shop.getCart(otherCart.id)).completed_at ?? null).toBeNull()
    await eventually(async () =>
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    )
    await expectInvariants(cart.id)
  })

  it("are not needed: the schedule places the order without them (B10)", async () => {
    const { cart } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { next_check_at: new Date(Date.now() - 1_000) })
    await waitForOrder(cart.id)
    expect(await listPostbacks(id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("are processed by the schedule when the process that received them died (B13)", async () => {
    const { cart, token } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { next_check_at: new Date(Date.now() + 3_600_000) })
    await store.call("consumerFinancing", "createFinancingPostbacks", {
      application_id: id,
      content_type: "application/x-www-form-urlencoded",
      bytes: 60,
      body: `uuid=${token}&payment_status=pending&ssn=078-05-1120`,
    })
    await agePostbacks(id)
    await waitForOrder(cart.id)
    await waitForProcessedPostbacks(id, 1)
    expect((await listPostbacks(id))[0]).toMatchObject({
      body: null,
      fields: { uuid: token, payment_status: "pending" },
    })
    await eventually(async () =>
      expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain(
        "postbacks-received"
      )
    )
    await expectInvariants(cart.id)
  })
})

describe("A postback that comes before its create call is answered (B7)", () => {
  afterEach(() => simulator.clearFaults())

  it("is stored, and places the order once the application is known", async () => {
    const cart = await createCart()
    await simulator.fault({
      operation: "createOrder",
      kind: "drip",
      when: "after",
      intervalMs: 12,
      count: 1,
      match: { orderId: `${cart.id}-1` },
    })
    let isAnswered = false
    const pendingChoice = shop.choosePaymentMethod(cart.id).finally(() => (isAnswered = true))
    const { tip } = await eventually(() => simulator.findCartApplication(cart.id))
    await signApplication(tip)
    await disablePostbacks(tip)
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => expect(await listPostbacks(id)).not.toEqual([]))
    expect(isAnswered).toBe(false)
    expect(await listTokens(id)).toEqual([])
    const { session } = await pendingChoice
    expect(session.data).toMatchObject({ application_id: id })
    expect((await listTokens(id)).map(({ token }) => token)).toEqual([tip])
    expect(await waitForOrder(cart.id)).toMatchObject({ status: "pending" })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

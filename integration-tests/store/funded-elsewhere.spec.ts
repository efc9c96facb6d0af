import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, reconcileUntil } from "./money-steps"
import { getLatestApplication, updateApplication, reconcile } from "./plugin-records"
import {
  createAppliedCart,
  createCapturedOrder,
  createPaidOrder,
  getOnlyPayment,
  createSignedApplication,
  disablePostbacks,
} from "./purchases"

const { admin, simulator, store } = createHarness()

async function expectCaptured(orderId: string): Promise<void> {
  expect(getOnlyPayment(await admin.getOrder(orderId)).captured_at).toEqual(expect.any(String))
}

describe("An application that was funded without the plugin's settle", () => {
  it.each(["C", "L"])("is captured in Medusa without a settle (%s)", async (status) => {
    const { cart, token, order } = await createPaidOrder()
    await simulator.status(token, { status, postback: false })
    await reconcileUntil(cart.id, () => expectCaptured(order.id))
    expect(await listServiceCalls(token, "settle")).toEqual([])
    expect(await listServiceCalls(token, "validatePostback")).toMatchObject([
      { request: { verifyParams: true, lastName: "Shopper" } },
    ])
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "funded",
      review_reason: null,
    })
    await expectInvariants(cart.id)
  })

  it("is captured without a settle when staff capture first", async () => {
    const { cart, token, payment } = await createPaidOrder()
    await simulator.portal(token, { action: "fund", postback: false })
    await admin.capture(payment.id)
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("is held when the amount differs", async () => {
    const { cart, token, order } = await createPaidOrder()
    await simulator.status(token, { status: "C", loanAmount: 500, postback: false })
    await reconcileUntil(cart.id, () => expectInvariants(cart.id, { listed: true }))
    expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toBeNull()
  })

  it("is held when endpoint 15 does not confirm the details", async () => {
    const { behaviour } = await simulator.settings()
    const { cart, token, order } = await createPaidOrder()
    await simulator.settings({ behaviour: { acceptedStatuses: ["S"] } })
    await simulator.status(token, { status: "L", postback: false })
    await reconcileUntil(cart.id, () => expectInvariants(cart.id, { listed: true }))
    await simulator.settings({ behaviour })
    expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toBeNull()
  })

  it("pays for the cart once S was seen, and is captured at once", async () => {
    const { cart, token } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { ready_at: new Date() })
    await simulator.status(token, { status: "L", postback: false })
    await reconcileUntil(cart.id, async () => {
      const order = await admin.findOrderByCart(cart.id)
      await expectCaptured(order?.id ?? "none")
    })
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("does not pay for the cart when S was never seen", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.status(token, { status: "C", postback: false })
    await reconcileUntil(cart.id, async () =>
      expect((await getLatestApplication(cart.id)).review_reason).toEqual(expect.any(String))
    )
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  })

  it("is not cancelled with its order, and opens a review case for the refund (A11)", async () => {
    const { cart, token, order } = await createPaidOrder()
    await simulator.status(token, { status: "C", postback: false })
    await admin.cancelOrder(order.id)
    await reconcileUntil(cart.id, () => expectInvariants(cart.id, { listed: true }))
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect(await simulator.application(token)).toMatchObject({ cancelCount: 0, funded: true })
  })
})

describe("A capture in Medusa", () => {
  it("cannot be refunded while the payment has no order, as after a failed completion (A13)", async () => {
    const { token, session } = await createSignedApplication()
    const payment = await store.call<{ id: string; amount: number }>(
      "payment",
      "authorizePaymentSession",
      session.id,
      {}
    )
    await store.call("payment", "capturePayment", { payment_id: payment.id })
    await expect(
      store.call("payment", "refundPayment", { payment_id: payment.id, amount: payment.amount })
    ).rejects.toThrow(/There is no order for this payment/)
    expect(await listServiceCalls(token, "refund")).toEqual([])
    expect(await simulator.application(token)).toMatchObject({ refundCount: 0 })
  })

  it("is not undone when the service reports S after the settle", async () => {
    const { cart, token, order } = await createCapturedOrder()
    await simulator.status(token, { status: "S", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectCaptured(order.id)
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
  })
})

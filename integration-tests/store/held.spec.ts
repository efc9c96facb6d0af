import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import {
  type AppliedCart,
  createAppliedCart,
  createOrderUnderReview,
  createPaidOrder,
  waitForPaidOrder,
  listPayments,
  disablePostbacks,
} from "./purchases"

const { shop, admin, store, simulator } = createHarness()

const HELD_COMPLETION = {
  type: "cart",
  error: {
    type: "payment_requires_more_error",
    message: expect.stringContaining("needs a check by the shop") as string,
  },
}

async function createCartWithoutPostbacks(): Promise<AppliedCart> {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  return appliedCart
}

/** Expects that neither a completion nor a reconciliation places an order, and that a review case is open. */
async function expectHeld({ cart, token }: AppliedCart, reason: RegExp): Promise<void> {
  expect(await shop.completeCart(cart.id)).toMatchObject(HELD_COMPLETION)
  expect((await getLatestApplication(cart.id)).review_reason).toMatch(reason)
  await reconcile((await getLatestApplication(cart.id)).id)
  expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  expect((await getLatestApplication(cart.id)).review_reason).not.toBeNull()
  expect(await listServiceCalls(token, "cancel")).toEqual([])
  await expectInvariants(cart.id, { listed: true })
}

describe("a status that does not pay for anything", () => {
  it("needs attention and pays nothing when the code is unknown", async () => {
    const appliedCart = await createCartWithoutPostbacks()
    await simulator.status(appliedCart.token, { status: "Q" })
    await expectHeld(appliedCart, /a status this plugin does not know|does not know/)
    expect((await getLatestApplication(appliedCart.cart.id)).state).toBe("needs-attention")
  })

  it("leaves an order under review unpaid when the code is unknown", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await simulator.status(token, { status: "Q" })
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => expect(await reconcile(id)).toMatchObject({ action: "hold" }))
    expect(await admin.getOrder(order.id)).toMatchObject({
      status: "pending",
      payment_status: "awaiting",
    })
    await expectInvariants(cart.id, { listed: true })
  })

  it("shows the shopper that the application was not approved when the data do not match (X)", async () => {
    const { cart, token } = await createCartWithoutPostbacks()
    await simulator.decision(token, { outcome: "mismatch" })
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: { type: "payment_authorization_error" },
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectInvariants(cart.id)
  })

  it("is held when the service reports a refund before anything was paid (T)", async () => {
    const appliedCart = await createCartWithoutPostbacks()
    await simulator.status(appliedCart.token, { status: "T", postback: false })
    await expectHeld(appliedCart, /refunded/)
  })
})

describe("an approval that does not match the application", () => {
  it("is held when a tax exemption lowers the amount (C4)", async () => {
    const appliedCart = await createCartWithoutPostbacks()
    const { loanAmount, taxes } = appliedCart.applied
    await simulator.status(appliedCart.token, {
      status: "S",
      taxExempt: true,
      loanAmount: Math.round((loanAmount - taxes) * 100) / 100,
      postback: false,
    })
    await expectHeld(appliedCart, /another amount/)
    expect(await getLatestApplication(appliedCart.cart.id)).toMatchObject({
      tax_exempt: true,
      ready_at: null,
    })
  })

  it("is held for a single cent of difference", async () => {
    const appliedCart = await createCartWithoutPostbacks()
    const loanAmount = Math.round(appliedCart.applied.loanAmount * 100 + 1) / 100
    await simulator.status(appliedCart.token, { status: "S", loanAmount, postback: false })
    await expectHeld(appliedCart, /another amount/)
  })

  it.each([
    ["names no amount", {}, /no amount/],
    ["names another application", { loanAmount: true, token: "another" }, /another application/],
    ["names no application", { loanAmount: true, token: undefined }, /another application/],
  ])("is held when the answer %s", async (_, overrides, reason) => {
    const appliedCart = await createCartWithoutPostbacks()
    await simulator.status(appliedCart.token, { status: "S", postback: false })
    const { loanAmount } = appliedCart.applied
    const statusBody = {
      status: "S",
      message: "Ready to Settle",
      token: appliedCart.token,
      ...overrides,
      ...("loanAmount" in overrides ? { loanAmount } : {}),
    }
    await injectFault(appliedCart.token, {
      operation: "getStatus",
      kind: "status",
      status: 200,
      body: JSON.stringify(statusBody),
    })
    await expectHeld(appliedCart, reason)
  })
})

describe("an application funded without the plugin's settle", () => {
  it.each(["C", "L"])("is held when its status is %s and S was never seen", async (status) => {
    const appliedCart = await createCartWithoutPostbacks()
    await simulator.status(appliedCart.token, { status, postback: false })
    await expectHeld(appliedCart, /never seen ready to settle/)
  })

  it.each(["C", "L"])(
    "counts as captured when its status is %s after S was seen",
    async (status) => {
      const { cart, token } = await createCartWithoutPostbacks()
      await simulator.status(token, { status: "S", postback: false })
      await store.call("consumerFinancing", "checkStatus", await getLatestApplication(cart.id))
      await simulator.status(token, { status, postback: false })
      expect((await shop.completeCart(cart.id)).type).toBe("order")
      const order = await waitForPaidOrder(cart.id)
      expect(order.payment_status).toBe("captured")
      expect(await listServiceCalls(token, "settle")).toEqual([])
      expect((await listServiceCalls(token, "validatePostback")).length).toBeGreaterThan(0)
      await eventually(async () => {
        expect(await getLatestApplication(cart.id)).toMatchObject({
          state: "funded",
          review_reason: null,
        })
      })
      await expectInvariants(cart.id)
    }
  )

  it("is captured in Medusa when an authorized order's application is funded in the portal (C7)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await simulator.portal(token, { action: "fund" })
    await reconcile((await getLatestApplication(cart.id)).id)
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).payment_status).toBe("captured")
    })
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("is held when endpoint 15 does not confirm the details", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, {
      operation: "validatePostback",
      kind: "wrong-content-type",
      body: "INCOMPLETE_PT",
    })
    await simulator.portal(token, { action: "fund", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect((await admin.getOrder(order.id)).payment_status).toBe("authorized")
    expect(listPayments(await admin.getOrder(order.id))[0]?.captures).toEqual([])
    await expectInvariants(cart.id, { listed: true })
  })

  it("holds an order whose loan was cancelled in the portal, and keeps its payment (C7)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await simulator.portal(token, { action: "cancel", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await admin.getOrder(order.id)).toMatchObject({
      status: "pending",
      payment_status: "authorized",
    })
    await expectInvariants(cart.id, { listed: true })
  })
})

import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, listOutcomes, getRefusalMessage } from "./money-steps"
import { getLatestApplication, reconcile, listTokens } from "./plugin-records"
import { createCapturedOrder, type PaidOrder } from "./purchases"
import type { CartOptions } from "../../tooling/clients/shop-client"

const { admin, simulator, store } = createHarness()

const toCents = (amount: unknown) => Math.round(Number(amount) * 100)

/** Expects that the service finances this amount in cents, and that Medusa and the service agree. */
async function expectFinancedCents({ cart, token }: PaidOrder, cents: number): Promise<void> {
  expect(toCents((await simulator.application(token)).loanAmount)).toBe(cents)
  await expectInvariants(cart.id)
}

async function expectOrderNumberSent({ token, order }: PaidOrder): Promise<void> {
  await eventually(async () => {
    const { orderId } = await simulator.application(token)
    expect(orderId).toBe(String(order.display_id))
  })
}

/** Creates the row that core writes before it calls the provider. */
async function createRefundRow({ payment }: PaidOrder): Promise<string[]> {
  const input = [{ payment: payment.id, amount: 100 }]
  const rows = await store.call<{ id: string }[]>("payment", "createRefunds", input)
  return rows.map(({ id }) => id)
}

/** 8.875 % taxes on these leave fractions of a cent in the order's total. */
const FRACTIONAL_CENTS_CART: CartOptions = { items: [{ handle: "reading-lamp", quantity: 3 }] }

describe("Refunding parts of a captured order", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await simulator.settings({ behaviour: { orderIdAfterPartialRefund: "carried" } })
  })

  it("refunds twice in part and then the rest; Medusa and the service agree after each (A10)", async () => {
    const purchase = await createCapturedOrder()
    const { payment, cart, token } = purchase
    const total = toCents(payment.amount)
    await admin.refund(payment.id, { amount: 100 })
    await expectFinancedCents(purchase, total - 100_00)
    await admin.refund(payment.id, { amount: 200.5 })
    await expectFinancedCents(purchase, total - 300_50)
    expect(await listServiceCalls(token, "refund")).toEqual([])
    await admin.refund(payment.id, { amount: (total - 300_50) / 100, note: "all of it" })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(2)
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    expect(await listTokens((await getLatestApplication(cart.id)).id)).toHaveLength(3)
    await expectInvariants(cart.id)
  })

  it("repeats no refund when one succeeded and a refused one is retried (A8)", async () => {
    const purchase = await createCapturedOrder()
    const { payment, cart, token } = purchase
    await admin.refund(payment.id, { amount: 100 })
    const refusal = { operation: "partialRefund", kind: "status", status: 400, nth: 1 } as const
    await injectFault(token, { ...refusal, when: "before" })
    await getRefusalMessage(admin.refund(payment.id, { amount: 50 }))
    await admin.refund(payment.id, { amount: 50 })
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual([
      "confirmed",
      "refused",
      "confirmed",
    ])
    const { partialRefunds } = await simulator.application(token)
    expect(partialRefunds).toHaveLength(2)
    await expectFinancedCents(purchase, toCents(payment.amount) - 150_00)
  })

  it("sends the order number for each new token", async () => {
    await simulator.settings({ behaviour: { orderIdAfterPartialRefund: "original" } })
    const purchase = await createCapturedOrder()
    await expectOrderNumberSent(purchase)
    await admin.refund(purchase.payment.id, { amount: 40 })
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    await expectOrderNumberSent(purchase)
    await admin.refund(purchase.payment.id, { amount: 50 })
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    await expectOrderNumberSent(purchase)
    expect(await listServiceCalls(purchase.token, "updateOrderId")).toHaveLength(3)
    await expectInvariants(purchase.cart.id)
  })

  it("refunds the rest of an order whose total has fractions of a cent (A22, fact 32)", async () => {
    const purchase = await createCapturedOrder(FRACTIONAL_CENTS_CART)
    const { payment, cart, token } = purchase
    expect(Number(payment.amount)).not.toBeCloseTo(toCents(payment.amount) / 100, 4)
    await admin.refund(payment.id, { amount: 97.73 })
    await expectFinancedCents(purchase, toCents(payment.amount) - 97_73)
    await admin.refund(payment.id, { amount: 500 })
    expect(await simulator.application(token)).toMatchObject({ refunded: true })
    await expectInvariants(cart.id)
  })

  it("rounds the sum of refunds with fractions of a cent, not each refund (A22, fact 21)", async () => {
    const purchase = await createCapturedOrder(FRACTIONAL_CENTS_CART)
    const { payment } = purchase
    const total = toCents(payment.amount)
    const countCalls = async () => (await listServiceCalls(purchase.token, "partialRefund")).length
    await admin.refund(payment.id, { amount: 10.004 })
    await expectFinancedCents(purchase, total - 10_00)
    // 10.008 in all: one cent more than before.
    await admin.refund(payment.id, { amount: 0.004 })
    await expectFinancedCents(purchase, total - 10_01)
    // 10.012 in all: not a cent more, so that no call is needed.
    const callsBefore = await countCalls()
    await admin.refund(payment.id, { amount: 0.004 })
    expect(await countCalls()).toBe(callsBefore)
    await expectFinancedCents(purchase, total - 10_01)
  })

  it("keeps the sums exact down to the last cent (A10)", async () => {
    const purchase = await createCapturedOrder({ items: [{ handle: "oak-bookcase", quantity: 3 }] })
    const total = toCents(purchase.payment.amount)
    for (const amount of [0.01, 333.33, 0.02, 99.99]) {
      await admin.refund(purchase.payment.id, { amount })
    }
    await expectFinancedCents(purchase, total - 433_35)
    // All but one cent, and then the last one.
    await admin.refund(purchase.payment.id, { amount: (total - 433_35 - 1) / 100 })
    await expectFinancedCents(purchase, 1)
    await admin.refund(purchase.payment.id, { amount: 0.01 })
    expect(await simulator.application(purchase.token)).toMatchObject({ refunded: true })
    await expectInvariants(purchase.cart.id)
  })

  it("refuses one of two refunds at the same time with a message, and makes the other (A6, fact 22)", async () => {
    const purchase = await createCapturedOrder()
    const { payment, token } = purchase
    // Slow enough that the other refund starts during it.
    await injectFault(token, {
      operation: "partialRefund",
      kind: "drip",
      when: "after",
      intervalMs: 20,
    })
    const refunds = [
      admin.refund(payment.id, { amount: 100 }),
      admin.refund(payment.id, { amount: 30 }),
    ]
    const results = await Promise.allSettled(refunds)
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    const refusedRefund = refunds[results.findIndex(({ status }) => status === "rejected")]
    expect(await getRefusalMessage(refusedRefund ?? Promise.resolve())).toMatch(
      /Wait for it to finish/
    )
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
    expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ review_reason: null })
    await expectInvariants(purchase.cart.id)
    await admin.refund(payment.id, { amount: 1 })
    await expectInvariants(purchase.cart.id)
  })

  it("waits until the row of an earlier, refused refund is deleted (A6, fact 22)", async () => {
    const purchase = await createCapturedOrder()
    const { payment, token } = purchase
    const rows = await createRefundRow(purchase)
    await Promise.all([
      admin.refund(payment.id, { amount: 30 }),
      sleep(700).then(() => store.call("payment", "deleteRefunds", rows)),
    ])
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
    await expectFinancedCents(purchase, toCents(payment.amount) - 30_00)
    expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ review_reason: null })
  })

  it("sends nothing while the row of an earlier refund exists (A20, fact 23)", async () => {
    const purchase = await createCapturedOrder()
    const { payment, token } = purchase
    await createRefundRow(purchase)
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 30 }))).toMatch(
      /Before this refund, Medusa counts .* Nothing was sent/
    )
    expect(await listServiceCalls(token, "partialRefund")).toEqual([])
  })

  it("refunds once when a 401 makes the client repeat the call with a new access token (A21)", async () => {
    const purchase = await createCapturedOrder()
    const { token, payment } = purchase
    await injectFault(token, { operation: "partialRefund", kind: "unauthorized", nth: 1 })
    await admin.refund(payment.id, { amount: 60 })
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
    await expectFinancedCents(purchase, toCents(payment.amount) - 60_00)
  })

  it("refunds nothing when the service's amount differs from Medusa's (C7)", async () => {
    const purchase = await createCapturedOrder()
    const { token, payment, cart } = purchase
    await simulator.status(token, { loanAmount: 900, postback: false })
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 60 }))).toMatch(
      /the financing service reports \$900\.00\. Nothing was sent/
    )
    expect(await listServiceCalls(token, "partialRefund")).toEqual([])
    await expectInvariants(cart.id, { listed: true })
  })

  it("can be retried after the service refuses the request", async () => {
    const purchase = await createCapturedOrder()
    const { token, payment, cart } = purchase
    await injectFault(token, { operation: "partialRefund", kind: "status", status: 422, nth: 1 })
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 60 }))).toMatch(
      /refused the request/
    )
    await admin.refund(payment.id, { amount: 60 })
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["refused", "confirmed"])
    await expectFinancedCents(purchase, toCents(payment.amount) - 60_00)
  })
})

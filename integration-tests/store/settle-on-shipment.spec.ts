import { repairLedger } from "./aged-ledger"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
  reconcileUntil,
} from "./money-steps"
import {
  getLatestApplication,
  hoursAgo,
  listOperations,
  updateApplication,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { createAppliedCart, type PaidOrder, createPaidOrder, getOnlyPayment } from "./purchases"
import {
  deliverFulfillment,
  createFulfillment,
  shipGoods,
  cancelFulfillment,
} from "./shipping-steps"

const { admin, simulator, store } = createHarness()

const TWO_LINE_CART = {
  items: [
    { handle: "harbor-sofa", quantity: 1 },
    { handle: "walnut-desk", quantity: 2 },
  ],
}
const SERVICE_CART = {
  items: [
    { handle: "harbor-sofa", quantity: 1 },
    { handle: "protection-plan", quantity: 1 },
  ],
}

/** Settled once at the service, captured once in Medusa, without an open review case. */
async function expectSettled({ cart, order, token }: PaidOrder): Promise<void> {
  await eventually(async () => {
    expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
  })
  expect(await simulator.application(token)).toMatchObject({ settled: true, settleCount: 1 })
  await eventually(async () => {
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "funded",
      review_reason: null,
    })
  })
  expect(await listServiceCalls(token, "settle")).toHaveLength(1)
  expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
  await expectInvariants(cart.id)
}

/** A reconciliation runs and does not settle. */
async function expectNotSettled({ cart, token }: PaidOrder): Promise<void> {
  const { id } = await getLatestApplication(cart.id)
  await eventually(async () => expect(await reconcile(id)).toMatchObject({ action: "wait" }))
  expect(await listServiceCalls(token, "settle")).toEqual([])
  await expectInvariants(cart.id)
}

/** A shipment without an event: only the scheduled checks find it. */
async function shipWithoutEvent(purchase: PaidOrder): Promise<void> {
  await simulator.status(purchase.token, { status: "W", postback: false })
  await shipGoods(purchase)
  await reconcileUntil(purchase.cart.id, async () => {
    expect((await getLatestApplication(purchase.cart.id)).code).toBe("W")
  })
}

describe("an order that ships", () => {
  afterEach(() => simulator.clearFaults())

  it("is settled automatically and once, and is captured in Medusa", async () => {
    const purchase = await createPaidOrder()
    await shipGoods(purchase)
    await expectSettled(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({ what: "capture-recorded", details: { because: "shipped" } })
    )
  })

  it("is settled only when all its goods have shipped", async () => {
    const purchase = await createPaidOrder(TWO_LINE_CART)
    await shipGoods(purchase, { "Harbor Sofa": 1, "Walnut Desk": 1 })
    await expectNotSettled(purchase)
    // The list tells staff to ship the rest.
    const { applications } = await admin.adminApi.get<{ applications: object[] }>(
      `/admin/consumer-financing/applications?q=${purchase.cart.id}`
    )
    expect(applications).toMatchObject([
      { state: "ready-to-settle", has_shipped: false, message: { code: "ship-rest" } },
    ])
    const fulfillmentId = await createFulfillment(purchase, { "Walnut Desk": 1 })
    await expectNotSettled(purchase)
    await admin.createShipment(purchase.order.id, fulfillmentId)
    await expectSettled(purchase)
  })

  it("is not settled by a cancelled fulfillment", async () => {
    const purchase = await createPaidOrder(SERVICE_CART)
    await cancelFulfillment(purchase, await createFulfillment(purchase, { "Protection Plan": 1 }))
    await shipGoods(purchase, { "Harbor Sofa": 1 })
    await expectNotSettled(purchase)
    await createFulfillment(purchase, { "Protection Plan": 1 })
    await expectSettled(purchase)
  })

  it("is settled when its goods are delivered without a shipment", async () => {
    const purchase = await createPaidOrder()
    const fulfillmentId = await createFulfillment(purchase)
    await expectNotSettled(purchase)
    await deliverFulfillment(purchase, fulfillmentId)
    await expectSettled(purchase)
  })

  it("is checked at most twice an hour before it ships, less often than an open cart", async () => {
    const getMinutesToCheck = async ({ cart }: { cart: { id: string } }): Promise<number> => {
      await reconcile((await getLatestApplication(cart.id)).id)
      const { next_check_at } = await getLatestApplication(cart.id)
      return (new Date(next_check_at ?? 0).getTime() - Date.now()) / 60_000
    }
    expect(await getMinutesToCheck(await createPaidOrder())).toBeGreaterThan(29)
    expect(await getMinutesToCheck(await createAppliedCart())).toBeLessThan(3)
  })

  it("is settled by the scheduled checks when the shipment event is lost (B10)", async () => {
    const purchase = await createPaidOrder()
    await shipWithoutEvent(purchase)
    await simulator.status(purchase.token, { status: "S", postback: false })
    await updateApplication((await getLatestApplication(purchase.cart.id)).id, {
      next_check_at: hoursAgo(1),
    })
    await store.runJob("watch-financing-applications")
    await expectSettled(purchase)
  })

  it("is settled once when staff capture it at the same time (A7)", async () => {
    const purchase = await createPaidOrder()
    const fulfillmentId = await createFulfillment(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    await admin.createShipment(purchase.order.id, fulfillmentId)
    await Promise.allSettled([admin.capture(purchase.payment.id), reconcile(id)])
    // Two concurrent captures may make core add the capture twice to the order's transactions.
    await repairLedger(purchase)
    await expectSettled(purchase)
  })

  it("is not settled again when staff captured it before the shipment", async () => {
    const purchase = await createPaidOrder()
    await admin.capture(purchase.payment.id)
    await shipGoods(purchase)
    await expectSettled(purchase)
  })
})

describe("an order that has shipped and cannot be settled", () => {
  afterEach(() => simulator.clearFaults())

  it.each([
    ["W", /waiting for review/],
    ["A", /approved/],
    ["O", /cancelled/],
    ["Q", /a status this plugin does not know/],
  ])(
    "opens a review case with the reason when the service reports %s, and settles once it reports S (A4)",
    async (status, reason) => {
      const purchase = await createPaidOrder()
      await simulator.status(purchase.token, { status, postback: false })
      await shipGoods(purchase)
      const caseReason = await eventually(async () => {
        const { id } = await getLatestApplication(purchase.cart.id)
        const review_cases = await store.call<{ cause: string; reason: string }[]>(
          "consumerFinancing",
          "listFinancingReviewCases",
          { application_id: id, cause: "order" }
        )
        expect(review_cases).toHaveLength(1)
        return String(review_cases[0]?.reason)
      })
      expect(caseReason).toMatch(/has shipped, but its financing was not settled/)
      expect(caseReason).toMatch(reason)
      expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
      await simulator.status(purchase.token, { status: "S", postback: false })
      await reconcileUntil(purchase.cart.id, () => expectSettled(purchase))
    }
  )

  it("is settled only once the amounts agree (C4)", async () => {
    const purchase = await createPaidOrder()
    const { loanAmount } = await simulator.application(purchase.token)
    await simulator.status(purchase.token, { loanAmount: loanAmount - 50, postback: false })
    await shipGoods(purchase)
    await eventually(async () => {
      expect((await getLatestApplication(purchase.cart.id)).review_reason).toMatch(
        /The service finances \$1,4\d\d\.\d\d, Medusa counts/
      )
    })
    expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
    await expectInvariants(purchase.cart.id, { listed: true })
    await simulator.status(purchase.token, { loanAmount, postback: false })
    await reconcileUntil(purchase.cart.id, () => expectSettled(purchase))
  })

  it("opens one review case when the service refuses the settle, and repeats it only later (H7)", async () => {
    const purchase = await createPaidOrder()
    await injectFault(purchase.token, { operation: "settle", kind: "status", status: 409 })
    await shipGoods(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    await eventually(async () => {
      expect((await getLatestApplication(purchase.cart.id)).review_reason).toMatch(
        /has shipped, but its financing was not settled: /
      )
    })
    await reconcile(id)
    await reconcile(id)
    expect(await listServiceCalls(purchase.token, "settle")).toHaveLength(1)
    const attentionEntries = (await listTimelineEntries(id)).filter(
      ({ what }) => what === "needs-attention"
    )
    expect(attentionEntries).toHaveLength(1)
    expect(await getRefusalMessage(admin.capture(purchase.payment.id))).toMatch(/refused|settle/i)
    await simulator.clearFaults()
    const refusedSettles = (await listOperations(id)).filter(({ kind }) => kind === "settle")
    await store.call(
      "consumerFinancing",
      "updateFinancingOperations",
      refusedSettles.map((operation) => ({ id: operation.id, finished_at: hoursAgo(2) }))
    )
    await reconcile(id)
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).captured_at).toEqual(
        expect.any(String)
      )
    })
    await reconcileUntil(purchase.cart.id, async () => {
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({
        state: "funded",
        review_reason: null,
      })
    })
    expect(await listOutcomes(purchase.cart.id, "settle")).toEqual([
      "refused",
      "refused",
      "confirmed",
    ])
    await expectInvariants(purchase.cart.id)
  })

  it("is settled once when the settle's answer is lost (A1)", async () => {
    const purchase = await createPaidOrder()
    await injectFault(purchase.token, { operation: "settle", kind: "reset", when: "after", nth: 1 })
    await shipGoods(purchase)
    await expectSettled(purchase)
  })
})

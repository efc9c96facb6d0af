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

const TWO_LINES = {
  items: [
    { handle: "harbor-sofa", quantity: 1 },
    { handle: "walnut-desk", quantity: 2 },
  ],
}
const WITH_SERVICE = {
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
async function shipUnnoticed(paid: PaidOrder): Promise<void> {
  await simulator.status(paid.token, { status: "W", postback: false })
  await shipGoods(paid)
  await reconcileUntil(paid.cart.id, async () => {
    expect((await getLatestApplication(paid.cart.id)).code).toBe("W")
  })
}

describe("an order that ships", () => {
  afterEach(() => simulator.clearFaults())

  it("is settled automatically and once, and is captured in Medusa", async () => {
    const paid = await createPaidOrder()
    await shipGoods(paid)
    await expectSettled(paid)
    const { id } = await getLatestApplication(paid.cart.id)
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({ what: "capture-recorded", details: { because: "shipped" } })
    )
  })

  it("is settled only when all its goods have shipped", async () => {
    const paid = await createPaidOrder(TWO_LINES)
    await shipGoods(paid, { "Harbor Sofa": 1, "Walnut Desk": 1 })
    await expectNotSettled(paid)
    // The list tells staff to ship the rest.
    const { applications } = await admin.adminApi.get<{ applications: object[] }>(
      `/admin/consumer-financing/applications?q=${paid.cart.id}`
    )
    expect(applications).toMatchObject([
      { state: "ready-to-settle", has_shipped: false, message: { code: "ship-rest" } },
    ])
    const last = await createFulfillment(paid, { "Walnut Desk": 1 })
    await expectNotSettled(paid)
    await admin.createShipment(paid.order.id, last)
    await expectSettled(paid)
  })

  it("is not settled by a cancelled fulfillment", async () => {
    const paid = await createPaidOrder(WITH_SERVICE)
    await cancelFulfillment(paid, await createFulfillment(paid, { "Protection Plan": 1 }))
    await shipGoods(paid, { "Harbor Sofa": 1 })
    await expectNotSettled(paid)
    await createFulfillment(paid, { "Protection Plan": 1 })
    await expectSettled(paid)
  })

  it("is settled when its goods are delivered without a shipment", async () => {
    const paid = await createPaidOrder()
    const packed = await createFulfillment(paid)
    await expectNotSettled(paid)
    await deliverFulfillment(paid, packed)
    await expectSettled(paid)
  })

  it("is checked at most twice an hour before it ships, less often than an open cart", async () => {
    const minutesToCheck = async ({ cart }: { cart: { id: string } }): Promise<number> => {
      await reconcile((await getLatestApplication(cart.id)).id)
      const { next_check_at } = await getLatestApplication(cart.id)
      return (new Date(next_check_at ?? 0).getTime() - Date.now()) / 60_000
    }
    expect(await minutesToCheck(await createPaidOrder())).toBeGreaterThan(29)
    expect(await minutesToCheck(await createAppliedCart())).toBeLessThan(3)
  })

  it("is settled by the scheduled checks when the shipment event is lost (B10)", async () => {
    const paid = await createPaidOrder()
    await shipUnnoticed(paid)
    await simulator.status(paid.token, { status: "S", postback: false })
    await updateApplication((await getLatestApplication(paid.cart.id)).id, {
      next_check_at: hoursAgo(1),
    })
    await store.runJob("watch-financing-applications")
    await expectSettled(paid)
  })

  it("is settled once when staff capture it at the same time (A7)", async () => {
    const paid = await createPaidOrder()
    const packed = await createFulfillment(paid)
    const { id } = await getLatestApplication(paid.cart.id)
    await admin.createShipment(paid.order.id, packed)
    await Promise.allSettled([admin.capture(paid.payment.id), reconcile(id)])
    // Two concurrent captures may make core add the capture twice to the order's transactions.
    await repairLedger(paid)
    await expectSettled(paid)
  })

  it("is not settled again when staff captured it before the shipment", async () => {
    const paid = await createPaidOrder()
    await admin.capture(paid.payment.id)
    await shipGoods(paid)
    await expectSettled(paid)
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
      const paid = await createPaidOrder()
      await simulator.status(paid.token, { status, postback: false })
      await shipGoods(paid)
      const sentence = await eventually(async () => {
        const { id } = await getLatestApplication(paid.cart.id)
        const review_cases = await store.call<{ cause: string; reason: string }[]>(
          "consumerFinancing",
          "listFinancingReviewCases",
          { application_id: id, cause: "order" }
        )
        expect(review_cases).toHaveLength(1)
        return String(review_cases[0]?.reason)
      })
      expect(sentence).toMatch(/has shipped, but its financing was not settled/)
      expect(sentence).toMatch(reason)
      expect(await listServiceCalls(paid.token, "settle")).toEqual([])
      await simulator.status(paid.token, { status: "S", postback: false })
      await reconcileUntil(paid.cart.id, () => expectSettled(paid))
    }
  )

  it("is settled only once the amounts agree (C4)", async () => {
    const paid = await createPaidOrder()
    const { loanAmount } = await simulator.application(paid.token)
    await simulator.status(paid.token, { loanAmount: loanAmount - 50, postback: false })
    await shipGoods(paid)
    await eventually(async () => {
      expect((await getLatestApplication(paid.cart.id)).review_reason).toMatch(
        /The service finances \$1,4\d\d\.\d\d, Medusa counts/
      )
    })
    expect(await listServiceCalls(paid.token, "settle")).toEqual([])
    await expectInvariants(paid.cart.id, { listed: true })
    await simulator.status(paid.token, { loanAmount, postback: false })
    await reconcileUntil(paid.cart.id, () => expectSettled(paid))
  })

  it("opens one review case when the service refuses the settle, and repeats it only later (H7)", async () => {
    const paid = await createPaidOrder()
    await injectFault(paid.token, { operation: "settle", kind: "status", status: 409 })
    await shipGoods(paid)
    const { id } = await getLatestApplication(paid.cart.id)
    await eventually(async () => {
      expect((await getLatestApplication(paid.cart.id)).review_reason).toMatch(
        /has shipped, but its financing was not settled: /
      )
    })
    await reconcile(id)
    await reconcile(id)
    expect(await listServiceCalls(paid.token, "settle")).toHaveLength(1)
    const asked = (await listTimelineEntries(id)).filter(({ what }) => what === "needs-attention")
    expect(asked).toHaveLength(1)
    expect(await getRefusalMessage(admin.capture(paid.payment.id))).toMatch(/refused|settle/i)
    await simulator.clearFaults()
    const refused = (await listOperations(id)).filter(({ kind }) => kind === "settle")
    await store.call(
      "consumerFinancing",
      "updateFinancingOperations",
      refused.map((one) => ({ id: one.id, finished_at: hoursAgo(2) }))
    )
    await reconcile(id)
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(paid.order.id)).captured_at).toEqual(
        expect.any(String)
      )
    })
    await reconcileUntil(paid.cart.id, async () => {
      expect(await getLatestApplication(paid.cart.id)).toMatchObject({
        state: "funded",
        review_reason: null,
      })
    })
    expect(await listOutcomes(paid.cart.id, "settle")).toEqual(["refused", "refused", "confirmed"])
    await expectInvariants(paid.cart.id)
  })

  it("is settled once when the settle's answer is lost (A1)", async () => {
    const paid = await createPaidOrder()
    await injectFault(paid.token, { operation: "settle", kind: "reset", when: "after", nth: 1 })
    await shipGoods(paid)
    await expectSettled(paid)
  })
})

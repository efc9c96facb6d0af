import { repairLedger } from "./aged-ledger"
import { withPausedWrites } from "./blocked-writes"
import { withRefusedWrites } from "./refused-writes"
import type { RowMatcher } from "./database-triggers"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, listOutcomes, getRefusalMessage } from "./money-steps"
import { getLatestApplication, listOperations } from "./plugin-records"
import { createCapturedOrder, type PaidOrder, getOnlyPayment } from "./purchases"
import { type CrashPoint, crashStoreDuring } from "./store-crash"

const { admin, simulator, store } = createHarness()

type MatcherBuilder = (purchase: PaidOrder) => RowMatcher

/** The payment's update after the refund is confirmed; a reconciliation may update it earlier. */
const matchPayment: MatcherBuilder = ({ cart, payment: { id } }) => ({
  table: "payment",
  event: "update",
  when: `new.id = '${id}' and exists (
    select 1 from financing_operation operation
    join financing_application application on application.id = operation.application_id
    where application.cart_id = '${cart.id}'
      and operation.kind = 'partial-refund' and operation.outcome = 'confirmed')`,
})
const matchCollection: MatcherBuilder = ({ collectionId }) => ({
  table: "payment_collection",
  event: "update",
  when: `new.id = '${collectionId}'`,
})
const matchTransaction: MatcherBuilder = ({ order }) => ({
  table: "order_transaction",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})
const matchOrderChange: MatcherBuilder = ({ order }) => ({
  table: "order_change",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})
const matchChangeAction: MatcherBuilder = ({ order }) => ({
  table: "order_change_action",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})
const matchCreditLine: MatcherBuilder = ({ order }) => ({
  table: "order_credit_line",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})

/** The provider's write right before it calls the service. */
async function matchIntent({ cart }: PaidOrder): Promise<RowMatcher> {
  const { id } = await getLatestApplication(cart.id)
  const when = `new.application_id = '${id}' and new.kind = 'partial-refund'`
  return { table: "financing_operation", event: "insert", when }
}

/** Each refund was sent once and recorded once, with all of core's follow-up writes. */
async function expectRecordedRefunds(purchase: PaidOrder, ...dollars: number[]): Promise<void> {
  const { cart, order, token } = purchase
  const updatedOrder = await admin.getOrder(order.id)
  expect(getOnlyPayment(updatedOrder).refunds?.map(({ amount }) => amount)).toEqual(dollars)
  expect(updatedOrder.payment_status).toBe("partially_refunded")
  expect(updatedOrder.summary).toMatchObject({ pending_difference: 0 })
  expect(await listServiceCalls(token, "partialRefund")).toHaveLength(dollars.length)
  expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
  await expectInvariants(cart.id)
}

describe("a refund that a failed database write interrupts (fact 23, I3)", () => {
  it.each<[string, MatcherBuilder]>([
    ["the collection's totals", matchCollection],
    ["the order's transaction", matchTransaction],
    ["the order change for the credit line", matchOrderChange],
    ["the action of that order change", matchChangeAction],
  ])("is finished automatically when the database refuses %s", async (_, buildMatcher) => {
    const purchase = await createCapturedOrder()
    await withRefusedWrites(buildMatcher(purchase), () =>
      admin.refund(purchase.payment.id, { amount: 100 }).catch(() => null)
    )
    await repairLedger(purchase)
    await expectRecordedRefunds(purchase, 100)
  })

  it("is finished automatically when the database refuses the credit line and core never responds", async () => {
    const purchase = await createCapturedOrder()
    await withRefusedWrites(matchCreditLine(purchase), async (expectRefused) => {
      void admin.refund(purchase.payment.id, { amount: 100 }).catch(() => null)
      await eventually(expectRefused)
    })
    await repairLedger(purchase)
    await expectRecordedRefunds(purchase, 100)
  })

  it.each(["given up", "confirmed"])(
    "is finished once staff's open order edit is %s",
    async (editOutcome) => {
      const purchase = await createCapturedOrder()
      const [item] = (await admin.getOrder(purchase.order.id)).items
      const path = "/admin/order-edits"
      await withPausedWrites(await matchIntent(purchase), async ({ held, goOn }) => {
        const pendingRefund = admin.refund(purchase.payment.id, { amount: 100 }).catch(() => null)
        await eventually(held)
        await admin.adminApi.post(path, { order_id: purchase.order.id })
        const quantity = item?.quantity
        await admin.adminApi.post(`${path}/${purchase.order.id}/items/item/${item?.id}`, {
          quantity,
        })
        await goOn()
        await pendingRefund
      })
      await repairLedger(purchase)
      await expectInvariants(purchase.cart.id, { listed: true })
      const { review_reason, next_check_at } = await getLatestApplication(purchase.cart.id)
      expect(review_reason).toMatch(/confirm or cancel its edit/)
      expect(next_check_at).toEqual(expect.any(String))
      if (editOutcome === "given up") {
        await admin.adminApi.delete(`${path}/${purchase.order.id}`)
      } else {
        await admin.adminApi.post(`${path}/${purchase.order.id}/confirm`)
      }
      await repairLedger(purchase)
      await expectRecordedRefunds(purchase, 100)
    }
  )

  it.each(["a part", "all of it"])(
    "is refused without a call to the service while an order edit is open (%s)",
    async (refundSize) => {
      const purchase = await createCapturedOrder()
      const amount = refundSize === "a part" ? 100 : Number(purchase.payment.amount)
      await admin.adminApi.post("/admin/order-edits", { order_id: purchase.order.id })
      const message = await getRefusalMessage(admin.refund(purchase.payment.id, { amount }))
      expect(message).toMatch(/is being changed.*Nothing was sent: confirm or cancel that change/)
      expect(await getRefusalMessage(admin.cancelOrder(purchase.order.id))).toMatch(
        /active order change/
      )
      expect(await simulator.application(purchase.token)).toMatchObject({
        refunded: false,
        partialRefunds: [],
      })
      expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
      await admin.adminApi.delete(`/admin/order-edits/${purchase.order.id}`)
      await admin.refund(purchase.payment.id, { amount: 100 })
      await expectRecordedRefunds(purchase, 100)
    }
  )

  it("keeps its own amount when core combines it with the next refund", async () => {
    const purchase = await createCapturedOrder()
    await withRefusedWrites(matchTransaction(purchase), () =>
      admin.refund(purchase.payment.id, { amount: 100 }).catch(() => null)
    )
    await admin.refund(purchase.payment.id, { amount: 50 })
    await repairLedger(purchase)
    await expectInvariants(purchase.cart.id)
    expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(2)
  })
})

/** The write of a partial refund's answer. */
async function matchAnswer({ cart }: PaidOrder): Promise<RowMatcher> {
  const { id } = await getLatestApplication(cart.id)
  return { table: "financing_token", event: "insert", when: `new.application_id = '${id}'` }
}

describe("a store that crashes during a refund (fact 23, I3)", () => {
  // `npm run simulate:kills` covers the other writes.
  const CRASH_MATCHERS = {
    "the payment's data": matchPayment,
    "the credit line": matchCreditLine,
    "the change of a cancellation": matchOrderChange,
    "what is to be sent": matchIntent,
    "what was answered": matchAnswer,
  } satisfies Record<string, (purchase: PaidOrder) => RowMatcher | Promise<RowMatcher>>
  type CrashMoment = keyof typeof CRASH_MATCHERS

  const purchasesByMoment = new Map<CrashMoment, PaidOrder>()
  const getPurchase = (moment: CrashMoment) => {
    const purchase = purchasesByMoment.get(moment)
    if (!purchase) throw new Error(`Nothing died before ${moment}`)
    return purchase
  }

  beforeAll(async () => {
    const crashPoints: CrashPoint[] = []
    for (const [moment, buildMatcher] of Object.entries(CRASH_MATCHERS) as [
      CrashMoment,
      typeof matchIntent,
    ][]) {
      const purchase = await createCapturedOrder()
      purchasesByMoment.set(moment, purchase)
      const { order, payment } = purchase
      crashPoints.push({
        before: await buildMatcher(purchase),
        ask: async (admin) =>
          moment === "the change of a cancellation"
            ? await admin.cancelOrder(order.id)
            : await admin.refund(payment.id, { amount: 100 }),
      })
    }
    await crashStoreDuring(crashPoints)
  })

  it.each<CrashMoment>(["the payment's data", "the credit line"])(
    "finishes the refund later when it crashed before %s",
    async (moment) => {
      const purchase = getPurchase(moment)
      await repairLedger(purchase)
      await expectRecordedRefunds(purchase, 100)
    }
  )

  it("leaves no amount due on an order whose cancellation it had begun (A20)", async () => {
    const purchase = getPurchase("the change of a cancellation")
    await repairLedger(purchase)
    expect(await admin.getOrder(purchase.order.id)).toMatchObject({
      status: "pending",
      payment_status: "refunded",
      summary: { pending_difference: 0 },
    })
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
    await expectInvariants(purchase.cart.id)
  })

  it("undoes the refund when nothing was sent, and staff can refund again", async () => {
    const purchase = getPurchase("what is to be sent")
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toHaveLength(1)
    expect((await listOperations(id)).filter(({ kind }) => kind === "partial-refund")).toEqual([])
    await repairLedger(purchase)
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toEqual([])
    await expectInvariants(purchase.cart.id)
    // The dead process's lease would expire on its own.
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await admin.refund(purchase.payment.id, { amount: 100 })
    await expectRecordedRefunds(purchase, 100)
  })

  it("keeps the row of a refund in doubt, and opens a review case", async () => {
    const purchase = getPurchase("what was answered")
    const { id } = await getLatestApplication(purchase.cart.id)
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await store.call("consumerFinancing", "updateFinancingOperations", {
      selector: { application_id: id, kind: "partial-refund" },
      data: { deadline_at: new Date(Date.now() - 1_000) },
    })
    await repairLedger(purchase)
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 1 }))).toMatch(
      /not known/
    )
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["in-doubt"])
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toHaveLength(1)
    await expectInvariants(purchase.cart.id, { listed: true })
  })
})

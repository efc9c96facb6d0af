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

type Write = (bought: PaidOrder) => RowMatcher

/** The payment's update after the refund is confirmed; a reconciliation may update it earlier. */
const payment: Write = ({ cart, payment: { id } }) => ({
  table: "payment",
  event: "update",
  when: `new.id = '${id}' and exists (
    select 1 from financing_operation operation
    join financing_application application on application.id = operation.application_id
    where application.cart_id = '${cart.id}'
      and operation.kind = 'partial-refund' and operation.outcome = 'confirmed')`,
})
const collection: Write = ({ collectionId }) => ({
  table: "payment_collection",
  event: "update",
  when: `new.id = '${collectionId}'`,
})
const transaction: Write = ({ order }) => ({
  table: "order_transaction",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})
const change: Write = ({ order }) => ({
  table: "order_change",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})
const action: Write = ({ order }) => ({
  table: "order_change_action",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})
const credit: Write = ({ order }) => ({
  table: "order_credit_line",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})

/** The provider's write right before it calls the service. */
async function intentOf({ cart }: PaidOrder): Promise<RowMatcher> {
  const { id } = await getLatestApplication(cart.id)
  const when = `new.application_id = '${id}' and new.kind = 'partial-refund'`
  return { table: "financing_operation", event: "insert", when }
}

/** Each refund was sent once and recorded once, with all of core's follow-up writes. */
async function expectRefunded(bought: PaidOrder, ...dollars: number[]): Promise<void> {
  const { cart, order, token } = bought
  const now = await admin.getOrder(order.id)
  expect(getOnlyPayment(now).refunds?.map(({ amount }) => amount)).toEqual(dollars)
  expect(now.payment_status).toBe("partially_refunded")
  expect(now.summary).toMatchObject({ pending_difference: 0 })
  expect(await listServiceCalls(token, "partialRefund")).toHaveLength(dollars.length)
  expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
  await expectInvariants(cart.id)
}

describe("a refund that a failed database write interrupts (fact 23, I3)", () => {
  it.each<[string, Write]>([
    ["the collection's totals", collection],
    ["the order's transaction", transaction],
    ["the order change for the credit line", change],
    ["the action of that order change", action],
  ])("is finished automatically when the database refuses %s", async (_, write) => {
    const bought = await createCapturedOrder()
    await withRefusedWrites(write(bought), () =>
      admin.refund(bought.payment.id, { amount: 100 }).catch(() => null)
    )
    await repairLedger(bought)
    await expectRefunded(bought, 100)
  })

  it("is finished automatically when the database refuses the credit line and core never responds", async () => {
    const bought = await createCapturedOrder()
    await withRefusedWrites(credit(bought), async (refused) => {
      void admin.refund(bought.payment.id, { amount: 100 }).catch(() => null)
      await eventually(refused)
    })
    await repairLedger(bought)
    await expectRefunded(bought, 100)
  })

  it.each(["given up", "confirmed"])(
    "is finished once staff's open order edit is %s",
    async (how) => {
      const bought = await createCapturedOrder()
      const [item] = (await admin.getOrder(bought.order.id)).items
      const path = "/admin/order-edits"
      await withPausedWrites(await intentOf(bought), async ({ held, goOn }) => {
        const refunding = admin.refund(bought.payment.id, { amount: 100 }).catch(() => null)
        await eventually(held)
        await admin.adminApi.post(path, { order_id: bought.order.id })
        const quantity = item?.quantity
        await admin.adminApi.post(`${path}/${bought.order.id}/items/item/${item?.id}`, { quantity })
        await goOn()
        await refunding
      })
      await repairLedger(bought)
      await expectInvariants(bought.cart.id, { listed: true })
      const { review_reason, next_check_at } = await getLatestApplication(bought.cart.id)
      expect(review_reason).toMatch(/confirm or cancel its edit/)
      expect(next_check_at).toEqual(expect.any(String))
      if (how === "given up") {
        await admin.adminApi.delete(`${path}/${bought.order.id}`)
      } else {
        await admin.adminApi.post(`${path}/${bought.order.id}/confirm`)
      }
      await repairLedger(bought)
      await expectRefunded(bought, 100)
    }
  )

  it.each(["a part", "all of it"])(
    "is refused without a call to the service while an order edit is open (%s)",
    async (what) => {
      const bought = await createCapturedOrder()
      const amount = what === "a part" ? 100 : Number(bought.payment.amount)
      await admin.adminApi.post("/admin/order-edits", { order_id: bought.order.id })
      const sentence = await getRefusalMessage(admin.refund(bought.payment.id, { amount }))
      expect(sentence).toMatch(/is being changed.*Nothing was sent: confirm or cancel that change/)
      expect(await getRefusalMessage(admin.cancelOrder(bought.order.id))).toMatch(
        /active order change/
      )
      expect(await simulator.application(bought.token)).toMatchObject({
        refunded: false,
        partialRefunds: [],
      })
      expect((await getLatestApplication(bought.cart.id)).review_reason).toBeNull()
      await admin.adminApi.delete(`/admin/order-edits/${bought.order.id}`)
      await admin.refund(bought.payment.id, { amount: 100 })
      await expectRefunded(bought, 100)
    }
  )

  it("keeps its own amount when core combines it with the next refund", async () => {
    const bought = await createCapturedOrder()
    await withRefusedWrites(transaction(bought), () =>
      admin.refund(bought.payment.id, { amount: 100 }).catch(() => null)
    )
    await admin.refund(bought.payment.id, { amount: 50 })
    await repairLedger(bought)
    await expectInvariants(bought.cart.id)
    expect(await listServiceCalls(bought.token, "partialRefund")).toHaveLength(2)
  })
})

/** The write of a partial refund's answer. */
async function answerTo({ cart }: PaidOrder): Promise<RowMatcher> {
  const { id } = await getLatestApplication(cart.id)
  return { table: "financing_token", event: "insert", when: `new.application_id = '${id}'` }
}

describe("a store that crashes during a refund (fact 23, I3)", () => {
  // `npm run simulate:kills` covers the other writes.
  const DEATHS = {
    "the payment's data": payment,
    "the credit line": credit,
    "the change of a cancellation": change,
    "what is to be sent": intentOf,
    "what was answered": answerTo,
  } satisfies Record<string, (bought: PaidOrder) => RowMatcher | Promise<RowMatcher>>
  type Moment = keyof typeof DEATHS

  const left = new Map<Moment, PaidOrder>()
  const diedBefore = (moment: Moment) => {
    const bought = left.get(moment)
    if (!bought) throw new Error(`Nothing died before ${moment}`)
    return bought
  }

  beforeAll(async () => {
    const deaths: CrashPoint[] = []
    for (const [moment, write] of Object.entries(DEATHS) as [Moment, typeof intentOf][]) {
      const bought = await createCapturedOrder()
      left.set(moment, bought)
      const { order, payment } = bought
      deaths.push({
        before: await write(bought),
        ask: async (admin) =>
          moment === "the change of a cancellation"
            ? await admin.cancelOrder(order.id)
            : await admin.refund(payment.id, { amount: 100 }),
      })
    }
    await crashStoreDuring(deaths)
  })

  it.each<Moment>(["the payment's data", "the credit line"])(
    "finishes the refund later when it crashed before %s",
    async (moment) => {
      const bought = diedBefore(moment)
      await repairLedger(bought)
      await expectRefunded(bought, 100)
    }
  )

  it("leaves no amount due on an order whose cancellation it had begun (A20)", async () => {
    const bought = diedBefore("the change of a cancellation")
    await repairLedger(bought)
    expect(await admin.getOrder(bought.order.id)).toMatchObject({
      status: "pending",
      payment_status: "refunded",
      summary: { pending_difference: 0 },
    })
    expect((await getLatestApplication(bought.cart.id)).review_reason).toBeNull()
    await expectInvariants(bought.cart.id)
  })

  it("undoes the refund when nothing was sent, and staff can refund again", async () => {
    const bought = diedBefore("what is to be sent")
    const { id } = await getLatestApplication(bought.cart.id)
    expect(getOnlyPayment(await admin.getOrder(bought.order.id)).refunds).toHaveLength(1)
    expect((await listOperations(id)).filter(({ kind }) => kind === "partial-refund")).toEqual([])
    await repairLedger(bought)
    expect(getOnlyPayment(await admin.getOrder(bought.order.id)).refunds).toEqual([])
    await expectInvariants(bought.cart.id)
    // The dead process's lease would expire on its own.
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await admin.refund(bought.payment.id, { amount: 100 })
    await expectRefunded(bought, 100)
  })

  it("keeps the row of a refund in doubt, and opens a review case", async () => {
    const bought = diedBefore("what was answered")
    const { id } = await getLatestApplication(bought.cart.id)
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await store.call("consumerFinancing", "updateFinancingOperations", {
      selector: { application_id: id, kind: "partial-refund" },
      data: { deadline_at: new Date(Date.now() - 1_000) },
    })
    await repairLedger(bought)
    expect(await getRefusalMessage(admin.refund(bought.payment.id, { amount: 1 }))).toMatch(
      /not known/
    )
    expect(await listOutcomes(bought.cart.id, "partial-refund")).toEqual(["in-doubt"])
    expect(getOnlyPayment(await admin.getOrder(bought.order.id)).refunds).toHaveLength(1)
    await expectInvariants(bought.cart.id, { listed: true })
  })
})

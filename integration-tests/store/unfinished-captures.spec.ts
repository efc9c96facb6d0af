import { repairLedger } from "./aged-ledger"
import { withRefusedWrites } from "./refused-writes"
import type { RowMatcher } from "./database-triggers"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication, listTimelineEntries } from "./plugin-records"
import { type PaidOrder, createPaidOrder, getOnlyPayment } from "./purchases"
import { crashStoreDuring } from "./store-crash"

const { admin, store } = createHarness()

const matchTransaction = ({ order }: PaidOrder): RowMatcher => ({
  table: "order_transaction",
  event: "insert",
  when: `new.order_id = '${order.id}'`,
})

/** Core's writes after the settle, in order, each in its own transaction. */
const WRITES: [string, (purchase: PaidOrder) => RowMatcher][] = [
  [
    "the capture date",
    ({ payment }) => ({
      table: "payment",
      event: "update",
      when: `new.id = '${payment.id}' and new.captured_at is not null`,
    }),
  ],
  [
    "the collection's totals",
    ({ collectionId }) => ({
      table: "payment_collection",
      event: "update",
      when: `new.id = '${collectionId}'`,
    }),
  ],
  ["the order's transaction", matchTransaction],
]

/** Settled once, captured once, paid in every row of Medusa, without a review case. */
async function expectCaptured({ cart, order, token }: PaidOrder): Promise<void> {
  const updatedOrder = await admin.getOrder(order.id)
  expect(getOnlyPayment(updatedOrder).captures).toHaveLength(1)
  expect(getOnlyPayment(updatedOrder).captured_at).not.toBeNull()
  expect(updatedOrder.payment_status).toBe("captured")
  expect(updatedOrder.summary).toMatchObject({ pending_difference: 0 })
  expect(await listServiceCalls(token, "settle")).toHaveLength(1)
  const { id, review_reason } = await getLatestApplication(cart.id)
  expect(review_reason).toBeNull()
  expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("capture-recorded")
  await expectInvariants(cart.id)
}

describe("a capture that a failed database write interrupts (fact 23, I1)", () => {
  it.each(WRITES)(
    "is finished automatically when the database refuses %s",
    async (_, buildRefusal) => {
      const purchase = await createPaidOrder()
      await withRefusedWrites(buildRefusal(purchase), () =>
        admin.capture(purchase.payment.id).catch(() => null)
      )
      await repairLedger(purchase)
      await expectCaptured(purchase)
    }
  )
})

describe("a capture that core counts twice after two concurrent captures (A7)", () => {
  const runSql = (text: string, orderId: string) =>
    store.call("__pg_connection__", "raw", text, { orderId })
  /** Copies the capture's transaction, as two concurrent captures do. */
  const duplicateTransaction = `insert into order_transaction select (jsonb_populate_record(one,
    jsonb_build_object('id', one.id || 'x'))).* from order_transaction one where order_id = :orderId`

  it("is corrected to one when the order's summary counts both", async () => {
    const purchase = await createPaidOrder()
    await admin.capture(purchase.payment.id)
    const { transactions } = await readTransactions(purchase)
    await store.call("order", "addOrderTransactions", [
      { ...transactions[0], id: undefined, version: undefined },
    ])
    await repairLedger(purchase)
    await expectInvariants(purchase.cart.id)
  })

  it("is corrected to one when the order's summary counts only one", async () => {
    const purchase = await createPaidOrder()
    await admin.capture(purchase.payment.id)
    await runSql(duplicateTransaction, purchase.order.id)
    await repairLedger(purchase)
    await expectInvariants(purchase.cart.id)
    const { summary } = await admin.getOrder(purchase.order.id)
    expect(summary).toMatchObject({ pending_difference: 0 })
  })

  async function readTransactions({ order }: PaidOrder) {
    const [row] = await store.queryGraph<{ transactions: object[] }>({
      entity: "order",
      fields: [
        "transactions.order_id",
        "transactions.amount",
        "transactions.currency_code",
        "transactions.reference",
        "transactions.reference_id",
      ],
      filters: { id: order.id },
    })
    return { transactions: row?.transactions ?? [] }
  }
})

describe("a store that crashes during a capture (fact 23, I1)", () => {
  let startedPurchase: PaidOrder
  let settledPurchase: PaidOrder
  // `npm run simulate:kills` covers the other writes.
  beforeAll(async () => {
    startedPurchase = await createPaidOrder()
    settledPurchase = await createPaidOrder()
    const { id } = await getLatestApplication(startedPurchase.cart.id)
    const intentWrite: RowMatcher = {
      table: "financing_operation",
      event: "insert",
      when: `new.application_id = '${id}' and new.kind = 'settle'`,
    }
    await crashStoreDuring([
      { before: intentWrite, ask: (client) => client.capture(startedPurchase.payment.id) },
      {
        before: matchTransaction(settledPurchase),
        ask: (client) => client.capture(settledPurchase.payment.id),
      },
    ])
  })

  it("finishes the capture later when it crashed before the order's transaction", async () => {
    await repairLedger(settledPurchase)
    await expectCaptured(settledPurchase)
  })

  it("undoes the capture when nothing was sent, and staff can capture again", async () => {
    const { cart, order, payment, token } = startedPurchase
    const { id } = await getLatestApplication(cart.id)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
    await repairLedger(startedPurchase)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toEqual([])
    await expectInvariants(cart.id)
    // The dead process's lease would expire on its own.
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await admin.capture(payment.id)
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { repairLedger } from "./aged-ledger"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, reconcileUntil } from "./money-steps"
import { postponeCheck } from "./scheduled-checks"
import { getLatestApplication, reconcile, updateApplication } from "./plugin-records"
import {
  createOrderUnderReview,
  createPaidOrder,
  getOnlyPayment,
  type PlacedOrder,
  createSignedApplication,
} from "./purchases"
import { crashStoreDuring } from "./store-crash"

const { admin, simulator, store } = createHarness()

const CAPTURED_EVENT = "payment.captured"
/** Long enough for a second event to arrive. */
const EVENT_WAIT_MS = 1_500

async function listCapturedEvents(paymentId: string): Promise<{ id: string }[]> {
  return (await store.listEvents<{ id: string }>(CAPTURED_EVENT)).filter(
    ({ id }) => id === paymentId
  )
}

async function expectEmittedOnce(orderId: string): Promise<void> {
  const { id, captured_at } = getOnlyPayment(await admin.getOrder(orderId))
  expect(captured_at).toEqual(expect.any(String))
  await eventually(async () => expect(await listCapturedEvents(id)).toEqual([{ id }]))
  await sleep(EVENT_WAIT_MS)
  expect(await listCapturedEvents(id)).toEqual([{ id }])
}

/** Creates an order under review that was ready to settle and is funded now; no status check is due. */
async function createFundedOrder(): Promise<PlacedOrder> {
  const purchase = await createOrderUnderReview()
  const { id } = await getLatestApplication(purchase.cart.id)
  await updateApplication(id, { ready_at: new Date() })
  await simulator.status(purchase.token, { status: "C", postback: false })
  await postponeCheck(purchase.cart.id)
  return purchase
}

const checkStatus = (adminApi: typeof admin.adminApi, { order, session }: PlacedOrder) =>
  adminApi.post<{ is_authorized: boolean }>(
    `/admin/orders/${order.id}/payment-sessions/authorize`,
    {
      payment_session_id: session.id,
    }
  )

describe("payment.captured, for a payment that is captured without core's capture", () => {
  beforeAll(() => store.recordEvents(CAPTURED_EVENT))

  it("is emitted once when a reconciliation finds the order under review funded", async () => {
    const { cart, order, token } = await createFundedOrder()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await expectEmittedOnce(order.id)
    await reconcile(id)
    await expectEmittedOnce(order.id)
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("is emitted once when staff click Check status", async () => {
    const purchase = await createFundedOrder()
    expect(await checkStatus(admin.adminApi, purchase)).toMatchObject({ is_authorized: true })
    await expectEmittedOnce(purchase.order.id)
    await expectInvariants(purchase.cart.id)
  })

  it("is emitted once when a funded cart is completed", async () => {
    const { cart, token } = await createSignedApplication()
    await updateApplication((await getLatestApplication(cart.id)).id, { ready_at: new Date() })
    await simulator.status(token, { status: "L", postback: false })
    await reconcileUntil(cart.id, async () =>
      expect(await admin.findOrderByCart(cart.id)).toBeDefined()
    )
    await expectEmittedOnce((await admin.findOrderByCart(cart.id))?.id ?? "none")
    await expectInvariants(cart.id)
  })

  it("is emitted once even if a refund replaces the payment's data", async () => {
    const purchase = await createFundedOrder()
    await checkStatus(admin.adminApi, purchase)
    await admin.refund(getOnlyPayment(await admin.getOrder(purchase.order.id)).id, { amount: 100 })
    await expectEmittedOnce(purchase.order.id)
    await expectInvariants(purchase.cart.id)
  })

  it("is emitted once by core's own capture, and not again by a reconciliation", async () => {
    const { cart, order, payment } = await createPaidOrder()
    await admin.capture(payment.id)
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectEmittedOnce(order.id)
  })

  it("leaves no marker in the payment and its session", async () => {
    const purchase = await createFundedOrder()
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    const [payment] = await store.queryGraph<{ data: object; payment_session: { data: object } }>({
      entity: "payment",
      fields: ["data", "payment_session.data"],
      filters: { payment_session_id: purchase.session.id },
    })
    expect(payment?.data).not.toHaveProperty("capture_unannounced")
    expect(payment?.payment_session.data).not.toHaveProperty("capture_unannounced")
  })
})

describe("a store that dies after a payment was captured without core's capture", () => {
  let orderWithoutTransaction: PlacedOrder
  let orderWithoutEvent: PlacedOrder

  beforeAll(async () => {
    await store.recordEvents(CAPTURED_EVENT)
    orderWithoutTransaction = await createFundedOrder()
    orderWithoutEvent = await createFundedOrder()
    const { id } = await getLatestApplication(orderWithoutEvent.cart.id)
    await crashStoreDuring([
      {
        before: {
          table: "order_transaction",
          event: "insert",
          when: `new.order_id = '${orderWithoutTransaction.order.id}'`,
        },
        ask: (crashingAdmin) => checkStatus(crashingAdmin.adminApi, orderWithoutTransaction),
      },
      {
        before: {
          table: "payment",
          event: "update",
          when: `new.payment_session_id = '${orderWithoutEvent.session.id}'
            and old.data ? 'capture_unannounced' and not new.data ? 'capture_unannounced'`,
        },
        ask: async (crashingAdmin) => {
          await checkStatus(crashingAdmin.adminApi, orderWithoutEvent)
          await crashingAdmin.adminApi.post(
            `/admin/consumer-financing/applications/${id}/reconcile`
          )
        },
      },
    ])
  })

  it.each([
    ["the order's transaction was written", () => orderWithoutTransaction],
    ["the event was marked as emitted", () => orderWithoutEvent],
  ])(
    "emits the event once Medusa's rows are repaired (death before %s)",
    async (_, getPurchase) => {
      const { cart, order } = getPurchase()
      await repairLedger(getPurchase())
      const { id } = getOnlyPayment(await admin.getOrder(order.id))
      await eventually(async () =>
        expect((await listCapturedEvents(id)).length).toBeGreaterThanOrEqual(1)
      )
      await expectInvariants(cart.id)
    }
  )

  it("emits the event from a job when no status check is due", async () => {
    const purchase = await createFundedOrder()
    await checkStatus(admin.adminApi, purchase)
    // As if the process died here.
    await postponeCheck(purchase.cart.id)
    const { id } = getOnlyPayment(await admin.getOrder(purchase.order.id))
    expect(await listCapturedEvents(id)).toEqual([])
    await store.call(
      "__pg_connection__",
      "raw",
      "update payment set created_at = created_at - interval '10 minutes' where id = ?",
      [id]
    )
    await store.runJob("watch-ledger-of-financing")
    await expectEmittedOnce(purchase.order.id)
  })
})

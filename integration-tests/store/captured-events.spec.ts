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

const CAPTURED = "payment.captured"
/** Long enough for a second event to arrive. */
const QUIET = 1_500

async function eventsOf(paymentId: string): Promise<{ id: string }[]> {
  return (await store.listEvents<{ id: string }>(CAPTURED)).filter(({ id }) => id === paymentId)
}

async function expectEmittedOnce(orderId: string): Promise<void> {
  const { id, captured_at } = getOnlyPayment(await admin.getOrder(orderId))
  expect(captured_at).toEqual(expect.any(String))
  await eventually(async () => expect(await eventsOf(id)).toEqual([{ id }]))
  await sleep(QUIET)
  expect(await eventsOf(id)).toEqual([{ id }])
}

/** Creates an order under review that was ready to settle and is funded now; no status check is due. */
async function fundedUnderReview(): Promise<PlacedOrder> {
  const placed = await createOrderUnderReview()
  const { id } = await getLatestApplication(placed.cart.id)
  await updateApplication(id, { ready_at: new Date() })
  await simulator.status(placed.token, { status: "C", postback: false })
  await postponeCheck(placed.cart.id)
  return placed
}

const checkStatus = (door: typeof admin.adminApi, { order, session }: PlacedOrder) =>
  door.post<{ is_authorized: boolean }>(`/admin/orders/${order.id}/payment-sessions/authorize`, {
    payment_session_id: session.id,
  })

describe("payment.captured, for a payment that is captured without core's capture", () => {
  beforeAll(() => store.recordEvents(CAPTURED))

  it("is emitted once when a reconciliation finds the order under review funded", async () => {
    const { cart, order, token } = await fundedUnderReview()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await expectEmittedOnce(order.id)
    await reconcile(id)
    await expectEmittedOnce(order.id)
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("is emitted once when staff click Check status", async () => {
    const placed = await fundedUnderReview()
    expect(await checkStatus(admin.adminApi, placed)).toMatchObject({ is_authorized: true })
    await expectEmittedOnce(placed.order.id)
    await expectInvariants(placed.cart.id)
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
    const placed = await fundedUnderReview()
    await checkStatus(admin.adminApi, placed)
    await admin.refund(getOnlyPayment(await admin.getOrder(placed.order.id)).id, { amount: 100 })
    await expectEmittedOnce(placed.order.id)
    await expectInvariants(placed.cart.id)
  })

  it("is emitted once by core's own capture, and not again by a reconciliation", async () => {
    const { cart, order, payment } = await createPaidOrder()
    await admin.capture(payment.id)
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectEmittedOnce(order.id)
  })

  it("leaves no marker in the payment and its session", async () => {
    const placed = await fundedUnderReview()
    await reconcile((await getLatestApplication(placed.cart.id)).id)
    const [payment] = await store.queryGraph<{ data: object; payment_session: { data: object } }>({
      entity: "payment",
      fields: ["data", "payment_session.data"],
      filters: { payment_session_id: placed.session.id },
    })
    expect(payment?.data).not.toHaveProperty("capture_unannounced")
    expect(payment?.payment_session.data).not.toHaveProperty("capture_unannounced")
  })
})

describe("a store that dies after a payment was captured without core's capture", () => {
  let beforeTransaction: PlacedOrder
  let beforeEvent: PlacedOrder

  beforeAll(async () => {
    await store.recordEvents(CAPTURED)
    beforeTransaction = await fundedUnderReview()
    beforeEvent = await fundedUnderReview()
    const { id } = await getLatestApplication(beforeEvent.cart.id)
    await crashStoreDuring([
      {
        before: {
          table: "order_transaction",
          event: "insert",
          when: `new.order_id = '${beforeTransaction.order.id}'`,
        },
        ask: (other) => checkStatus(other.adminApi, beforeTransaction),
      },
      {
        before: {
          table: "payment",
          event: "update",
          when: `new.payment_session_id = '${beforeEvent.session.id}'
            and old.data ? 'capture_unannounced' and not new.data ? 'capture_unannounced'`,
        },
        ask: async (other) => {
          await checkStatus(other.adminApi, beforeEvent)
          await other.adminApi.post(`/admin/consumer-financing/applications/${id}/reconcile`)
        },
      },
    ])
  })

  it.each([
    ["the order's transaction was written", () => beforeTransaction],
    ["the event was marked as emitted", () => beforeEvent],
  ])("emits the event once Medusa's rows are repaired (death before %s)", async (_, bought) => {
    const { cart, order } = bought()
    await repairLedger(bought())
    const { id } = getOnlyPayment(await admin.getOrder(order.id))
    await eventually(async () => expect((await eventsOf(id)).length).toBeGreaterThanOrEqual(1))
    await expectInvariants(cart.id)
  })

  it("emits the event from a job when no status check is due", async () => {
    const placed = await fundedUnderReview()
    await checkStatus(admin.adminApi, placed)
    // As if the process died here.
    await postponeCheck(placed.cart.id)
    const { id } = getOnlyPayment(await admin.getOrder(placed.order.id))
    expect(await eventsOf(id)).toEqual([])
    await store.call(
      "__pg_connection__",
      "raw",
      "update payment set created_at = created_at - interval '10 minutes' where id = ?",
      [id]
    )
    await store.runJob("watch-ledger-of-financing")
    await expectEmittedOnce(placed.order.id)
  })
})

import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault } from "./money-steps"
import { waitUntilIdle } from "./scheduled-checks"
import {
  getLatestApplication,
  listOperations,
  updateApplication,
  reconcile,
} from "./plugin-records"
import { createPaidOrder } from "./purchase-steps"

const { admin, store, simulator } = createHarness()

const MODULE = "consumerFinancing"

/** Creates a paid order whose number the service does not have yet. */
async function untoldOrder(fault: { status: number }) {
  const made = await createPaidOrder()
  const { id } = await getLatestApplication(made.cart.id)
  await reconcile(id)
  await waitUntilIdle(id)
  const updates = (await listOperations(id)).filter(({ kind }) => kind === "update-order-id")
  await store.call(
    MODULE,
    "deleteFinancingOperations",
    updates.map((one) => one.id)
  )
  await updateApplication(id, { confirmed_order_id: null })
  const before = (await listServiceCalls(made.token, "updateOrderId")).length
  await injectFault(made.token, { ...fault, operation: "updateOrderId", kind: "status", count: 50 })
  return { ...made, id, before }
}

async function ordersToShip(): Promise<string[]> {
  const path = "/admin/consumer-financing/applications?task=ship&order=-created_at&limit=100"
  const { applications } = await admin.adminApi.get<{ applications: { id: string }[] }>(path)
  return applications.map(({ id }) => id)
}

const tellings = async (id: string) =>
  (await listOperations(id)).filter(({ kind }) => kind === "update-order-id")

describe("an order number that the service does not accept (A15)", () => {
  afterEach(() => simulator.clearFaults())

  it("keeps one row in the journal and opens no review case while the service is down", async () => {
    const { id, cart } = await untoldOrder({ status: 503 })
    for (let time = 0; time < 3; time += 1) await reconcile(id)
    const [row, ...others] = await tellings(id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ outcome: "in-doubt" })
    expect(row?.attempts).toBeGreaterThanOrEqual(2)
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await simulator.clearFaults()
    await reconcile(id)
    expect(await tellings(id)).toMatchObject([{ outcome: "confirmed" }])
    await expectInvariants(cart.id)
  })

  it("opens a review case when it is refused, waits before it is sent again, and closes the case", async () => {
    const { id, cart, token, before } = await untoldOrder({ status: 409 })
    for (let time = 0; time < 3; time += 1) await reconcile(id)
    expect((await listServiceCalls(token, "updateOrderId")).length - before).toBe(1)
    expect((await getLatestApplication(cart.id)).review_reason).toMatch(
      /would not take the order's number/
    )
    expect(await ordersToShip()).toContain(id)
    await simulator.clearFaults()
    await store.call("__pg_connection__", "raw", aged(id))
    await reconcile(id)
    expect(await tellings(id)).toMatchObject([{ outcome: "confirmed", attempts: 2 }])
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await expectInvariants(cart.id)
  })

  it("is not sent while status checks fail", async () => {
    const { id, token, before } = await untoldOrder({ status: 503 })
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503, count: 50 })
    await reconcile(id)
    expect((await listServiceCalls(token, "updateOrderId")).length).toBe(before)
  })
})

const aged = (id: string) =>
  `update financing_operation set updated_at = now() - interval '1 minute'
   where application_id = '${id}' and kind = 'update-order-id'`

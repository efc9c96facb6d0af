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
async function createUnnumberedOrder(fault: { status: number }) {
  const purchase = await createPaidOrder()
  const { id } = await getLatestApplication(purchase.cart.id)
  await reconcile(id)
  await waitUntilIdle(id)
  const updates = (await listOperations(id)).filter(({ kind }) => kind === "update-order-id")
  await store.call(
    MODULE,
    "deleteFinancingOperations",
    updates.map((update) => update.id)
  )
  await updateApplication(id, { confirmed_order_id: null })
  const before = (await listServiceCalls(purchase.token, "updateOrderId")).length
  await injectFault(purchase.token, {
    ...fault,
    operation: "updateOrderId",
    kind: "status",
    count: 50,
  })
  return { ...purchase, id, before }
}

async function listApplicationsToShip(): Promise<string[]> {
  const path = "/admin/consumer-financing/applications?task=ship&order=-created_at&limit=100"
  const { applications } = await admin.adminApi.get<{ applications: { id: string }[] }>(path)
  return applications.map(({ id }) => id)
}

const listNumberUpdates = async (id: string) =>
  (await listOperations(id)).filter(({ kind }) => kind === "update-order-id")

describe("an order number that the service does not accept (A15)", () => {
  afterEach(() => simulator.clearFaults())

  it("keeps one row in the journal and opens no review case while the service is down", async () => {
    const { id, cart } = await createUnnumberedOrder({ status: 503 })
    for (let index = 0; index < 3; index += 1) await reconcile(id)
    const [row, ...others] = await listNumberUpdates(id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ outcome: "in-doubt" })
    expect(row?.attempts).toBeGreaterThanOrEqual(2)
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await simulator.clearFaults()
    await reconcile(id)
    expect(await listNumberUpdates(id)).toMatchObject([{ outcome: "confirmed" }])
    await expectInvariants(cart.id)
  })

  it("opens a review case when it is refused, waits before it is sent again, and closes the case", async () => {
    const { id, cart, token, before } = await createUnnumberedOrder({ status: 409 })
    for (let index = 0; index < 3; index += 1) await reconcile(id)
    expect((await listServiceCalls(token, "updateOrderId")).length - before).toBe(1)
    expect((await getLatestApplication(cart.id)).review_reason).toMatch(
      /would not take the order's number/
    )
    expect(await listApplicationsToShip()).toContain(id)
    await simulator.clearFaults()
    await store.call("__pg_connection__", "raw", buildAgingStatement(id))
    await reconcile(id)
    expect(await listNumberUpdates(id)).toMatchObject([{ outcome: "confirmed", attempts: 2 }])
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await expectInvariants(cart.id)
  })

  it("is not sent while status checks fail", async () => {
    const { id, token, before } = await createUnnumberedOrder({ status: 503 })
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503, count: 50 })
    await reconcile(id)
    expect((await listServiceCalls(token, "updateOrderId")).length).toBe(before)
  })
})

const buildAgingStatement = (id: string) =>
  `update financing_operation set updated_at = now() - interval '1 minute'
   where application_id = '${id}' and kind = 'update-order-id'`

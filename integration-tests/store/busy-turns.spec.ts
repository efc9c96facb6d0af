import { setTimeout as sleep } from "node:timers/promises"
import type { ReconcileApplicationInput } from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { listServiceCalls, injectFault } from "./money-steps"
import { getLatestApplication, updateApplication, reconcile } from "./plugin-records"
import { createAppliedCart, waitForOrder, signApplication, disablePostbacks } from "./purchases"

const { store } = createHarness()

/** Creates an open application whose scheduled check is not due during the test. */
async function createIdleApplication() {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  const { id } = await getLatestApplication(appliedCart.cart.id)
  await eventually(async () => {
    await reconcile(id)
    expect((await getLatestApplication(appliedCart.cart.id)).code).toBe("P")
  })
  await updateApplication(id, { checks_done: 40, next_check_at: new Date(Date.now() + 3_600_000) })
  return { ...appliedCart, id }
}

/** Unlike `reconcile`, does not wait for a running reconciliation. */
const reconcileNow = async (id: string, cause: ReconcileApplicationInput["cause"]) =>
  await store.runWorkflow<{ action: string }>("reconcile-financing-application", {
    application_id: id,
    cause,
  })

const countStatusChecks = async (token: string) =>
  (await listServiceCalls(token, "getStatus")).length

/** Signs while a reconciliation reads "P" from a slow answer of the service. */
async function signDuringReconciliation() {
  const appliedCart = await createIdleApplication()
  const { id, token } = appliedCart
  await injectFault(token, {
    operation: "getStatus",
    kind: "drip",
    when: "after",
    intervalMs: 20,
    count: 1,
  })
  const checksBefore = await countStatusChecks(token)
  const running = reconcileNow(id, "store")
  await eventually(async () => expect(await countStatusChecks(token)).toBeGreaterThan(checksBefore))
  await signApplication(token)
  return { ...appliedCart, running }
}

describe("a reconciliation that starts while another one runs", () => {
  const SCHEDULE = "watch-financing-applications"
  beforeAll(() => store.unschedule(SCHEDULE))
  afterAll(() => store.reschedule(SCHEDULE))

  it("triggers one more right after the running one, which places the order", async () => {
    const { cart, id, running } = await signDuringReconciliation()
    expect(await reconcileNow(id, "postback")).toMatchObject({ action: "wait" })
    await running
    await waitForOrder(cart.id)
  })

  it("waits for the running one when staff start it, and then places the order", async () => {
    const { id, running } = await signDuringReconciliation()
    expect(await reconcileNow(id, "person")).toMatchObject({ action: "place-order" })
    expect(await running).toMatchObject({ action: "wait" })
  })

  it("queues one status check for any number of concurrent calls (B11)", async () => {
    const { id, token } = await createIdleApplication()
    const name = `reconcile:${id}`
    const lease = await store.call<{ holder: string }>("consumerFinancing", "leases.acquire", name)
    const checksBefore = await countStatusChecks(token)
    await Promise.all(Array.from({ length: 20 }, () => reconcileNow(id, "store")))
    expect(await countStatusChecks(token)).toBe(checksBefore)
    await store.call("consumerFinancing", "leases.release", { name, holder: lease.holder })
    await reconcileNow(id, "store")
    // The reconciliation itself, and the queued one.
    await eventually(async () => expect(await countStatusChecks(token)).toBe(checksBefore + 2))
    await sleep(3_000)
    expect(await countStatusChecks(token)).toBe(checksBefore + 2)
  })
})

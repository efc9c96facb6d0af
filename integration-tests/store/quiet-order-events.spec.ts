import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { NEW_YORK } from "../../tooling/clients/shop-client"
import { createRequestedDraft } from "./financing-request-steps"
import { createHarness } from "./harness"
import { listServiceCalls, injectFault } from "./money-steps"
import { waitUntilIdle, postponeCheck } from "./scheduled-checks"
import { getLatestApplication, reconcile } from "./plugin-records"
import {
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  type PlacedOrder,
} from "./purchases"
import { waitForReviewCase, listPurchaseReviewCases } from "./review-cases-steps"
import { signApplication, disablePostbacks } from "./purchase-steps"

const { admin, simulator } = createHarness()

const TWENTY = Array.from({ length: 20 }, (_, n) => n)

const checksAt = async (token: string) => (await listServiceCalls(token, "getStatus")).length

/** Waits longer than an event is delayed and the schedule takes to notice due checks. */
const wait = async () => await sleep(8_000)

async function atRest<Placed extends PlacedOrder>(placed: Placed): Promise<Placed> {
  const { id } = await getLatestApplication(placed.cart.id)
  await reconcile(id)
  await waitUntilIdle(id)
  await postponeCheck(placed.cart.id)
  return placed
}

const write = async (orderId: string, change: Record<string, unknown>) =>
  await admin.adminApi.post(`/admin/orders/${orderId}`, change)

/** Writes metadata twenty times in a row, as an ERP does. */
async function writeMetadata(orderId: string): Promise<void> {
  for (const n of TWENTY) {
    await write(orderId, { metadata: { erp_line: n } })
  }
}

describe("an ERP that writes an order's metadata twenty times", () => {
  it.each([
    ["authorized", createPaidOrder],
    ["captured", createCapturedOrder],
    ["under review", createOrderUnderReview],
  ])("causes no status check for an order that is %s", async (_, place) => {
    const { order, cart, token } = await atRest(await place())
    const before = await checksAt(token)
    await writeMetadata(order.id)
    await wait()
    expect(await checksAt(token)).toBe(before)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  })

  it("causes no status check for an order with a review case for a change after signing", async () => {
    const paid = await createPaidOrder()
    await write(paid.order.id, {
      shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" },
    })
    await waitForReviewCase(paid.cart.id, "order-edit")
    await atRest(paid)
    const before = await checksAt(paid.token)
    await writeMetadata(paid.order.id)
    await wait()
    expect(await checksAt(paid.token)).toBe(before)
  })

  it("causes no status check for a draft with a review case for a change after signing", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await signApplication(token)
    const path = `/admin/draft-orders/${orderId}`
    await admin.adminApi.post(path, {
      shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" },
    })
    await simulator.clearFaults()
    await waitForReviewCase(orderId, "late-approval")
    const { id } = await getLatestApplication(orderId)
    await reconcile(id)
    await waitUntilIdle(id)
    await postponeCheck(orderId)
    const before = await checksAt(token)
    for (const n of TWENTY) {
      await admin.adminApi.post(path, { metadata: { erp_line: n } })
    }
    await wait()
    expect(await checksAt(token)).toBe(before)
  })
})

describe("an order whose address changes twenty times", () => {
  it("is checked at most once a second and opens one review case", async () => {
    const { order, cart, token } = await atRest(await createPaidOrder())
    const before = await checksAt(token)
    const begun = Date.now()
    for (const n of TWENTY) {
      const address_1 = `${n + 1} Elsewhere Street`
      await write(order.id, { shipping_address: { ...NEW_YORK, address_1 } })
    }
    const seconds = Math.ceil((Date.now() - begun) / 1_000)
    await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toHaveLength(1))
    await wait()
    // An event waits a second for the changes after it, and one check covers them.
    expect((await checksAt(token)) - before).toBeLessThanOrEqual(1 + seconds)
  })
})

describe("twenty simultaneous events of an order that may matter", () => {
  it("cause one or two status checks", async () => {
    const { order, token } = await atRest(await createPaidOrder())
    const before = await checksAt(token)
    const { store } = createHarness()
    await Promise.all(
      TWENTY.map(() =>
        store.emitEvent("order.claim_created", { order_id: order.id, claim_id: "claim" })
      )
    )
    await wait()
    const calls = (await checksAt(token)) - before
    expect(calls).toBeGreaterThanOrEqual(1)
    expect(calls).toBeLessThanOrEqual(2)
  })
})

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

const TWENTY_INDEXES = Array.from({ length: 20 }, (_, n) => n)

const countStatusChecks = async (token: string) =>
  (await listServiceCalls(token, "getStatus")).length

/** Waits longer than an event is delayed and the schedule takes to notice due checks. */
const waitForEvents = async () => await sleep(8_000)

async function finishPendingChecks<Purchase extends PlacedOrder>(
  purchase: Purchase
): Promise<Purchase> {
  const { id } = await getLatestApplication(purchase.cart.id)
  await reconcile(id)
  await waitUntilIdle(id)
  await postponeCheck(purchase.cart.id)
  return purchase
}

const updateOrder = async (orderId: string, change: Record<string, unknown>) =>
  await admin.adminApi.post(`/admin/orders/${orderId}`, change)

/** Writes metadata twenty times in a row, as an ERP does. */
async function writeMetadata(orderId: string): Promise<void> {
  for (const n of TWENTY_INDEXES) {
    await updateOrder(orderId, { metadata: { erp_line: n } })
  }
}

describe("an ERP that writes an order's metadata twenty times", () => {
  it.each([
    ["authorized", createPaidOrder],
    ["captured", createCapturedOrder],
    ["under review", createOrderUnderReview],
  ])("causes no status check for an order that is %s", async (_, createOrder) => {
    const { order, cart, token } = await finishPendingChecks(await createOrder())
    const before = await countStatusChecks(token)
    await writeMetadata(order.id)
    await waitForEvents()
    expect(await countStatusChecks(token)).toBe(before)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  })

  it("causes no status check for an order with a review case for a change after signing", async () => {
    const purchase = await createPaidOrder()
    await updateOrder(purchase.order.id, {
      shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" },
    })
    await waitForReviewCase(purchase.cart.id, "order-edit")
    await finishPendingChecks(purchase)
    const before = await countStatusChecks(purchase.token)
    await writeMetadata(purchase.order.id)
    await waitForEvents()
    expect(await countStatusChecks(purchase.token)).toBe(before)
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
    const before = await countStatusChecks(token)
    for (const n of TWENTY_INDEXES) {
      await admin.adminApi.post(path, { metadata: { erp_line: n } })
    }
    await waitForEvents()
    expect(await countStatusChecks(token)).toBe(before)
  })
})

describe("an order whose address changes twenty times", () => {
  it("is checked at most once a second and opens one review case", async () => {
    const { order, cart, token } = await finishPendingChecks(await createPaidOrder())
    const before = await countStatusChecks(token)
    const startedAt = Date.now()
    for (const n of TWENTY_INDEXES) {
      const address_1 = `${n + 1} Elsewhere Street`
      await updateOrder(order.id, { shipping_address: { ...NEW_YORK, address_1 } })
    }
    const seconds = Math.ceil((Date.now() - startedAt) / 1_000)
    await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toHaveLength(1))
    await waitForEvents()
    // An event waits a second for the changes after it, and one check covers them.
    expect((await countStatusChecks(token)) - before).toBeLessThanOrEqual(1 + seconds)
  })
})

describe("twenty simultaneous events of an order that may matter", () => {
  it("cause one or two status checks", async () => {
    const { order, token } = await finishPendingChecks(await createPaidOrder())
    const before = await countStatusChecks(token)
    const { store } = createHarness()
    await Promise.all(
      TWENTY_INDEXES.map(() =>
        store.emitEvent("order.claim_created", { order_id: order.id, claim_id: "claim" })
      )
    )
    await waitForEvents()
    const checkCount = (await countStatusChecks(token)) - before
    expect(checkCount).toBeGreaterThanOrEqual(1)
    expect(checkCount).toBeLessThanOrEqual(2)
  })
})

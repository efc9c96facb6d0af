import { flagTestOrders } from "../../src/modules/consumer-financing/operations/flag-test-orders"
import type { ApplicationRecord } from "../../src/modules/consumer-financing/records"
import { listReviewCauses } from "./journal-steps"
import { startModule } from "./running-module"

const running = startModule({ environment: undefined })

let orderCount = 0

/** Creates an application of test mode, with a signed order unless `changes` set other values. */
async function createApplication(changes: Partial<ApplicationRecord> = {}): Promise<string> {
  orderCount += 1
  const { id } = await running().financing.createFinancingApplications({
    environment: "staging",
    state: "ready-to-settle",
    order_id: `order_${orderCount}`,
    service_order_id: `test_${orderCount}`,
    financed_cents: 100_000,
    snapshot_hash: "hash",
    ...changes,
  })
  return id
}

it("N3: an unpaid order of test mode has one review case while the shop is in production", async () => {
  const { financing } = running()
  const unpaid = [
    await createApplication(),
    await createApplication({ seen_purchase_state: "authorized-order" }),
    await createApplication({ state: "under-review", seen_purchase_state: "unpaid-order" }),
  ]
  const others = [
    await createApplication({ order_id: null }),
    await createApplication({ state: "funded", seen_purchase_state: "captured-order" }),
    await createApplication({ state: "cancelled" }),
    await createApplication({ seen_purchase_state: "cancelled-order" }),
    await createApplication({ environment: "production" }),
  ]
  const listCauses = async (ids: string[]) =>
    await Promise.all(ids.map((id) => listReviewCauses(running(), id)))
  await flagTestOrders(financing.context)
  expect((await listCauses([...unpaid, ...others])).flat()).toEqual([])
  await financing.context.reviewCases.open(unpaid[0] ?? "", "order-edit", "The order was changed.")
  await financing.settings.change({ values: { environment: "production" }, actor: "user_1" })
  await flagTestOrders(financing.context)
  await flagTestOrders(financing.context)
  expect(await listCauses(unpaid)).toEqual(unpaid.map(() => ["test-data"]))
  expect((await listCauses(others)).flat()).toEqual([])
  await financing.settings.change({ values: { environment: "staging" }, actor: "user_1" })
  await flagTestOrders(financing.context)
  expect((await listCauses(unpaid)).flat()).toEqual([])
})

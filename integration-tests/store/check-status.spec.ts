import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { HttpError } from "../../tooling/clients/http-client"
import { expectInvariants } from "./invariants"
import { getLatestApplication } from "./plugin-records"
import {
  type PlacedOrder,
  createOrderUnderReview,
  waitForPaidOrder,
  listPayments,
} from "./purchase-steps"

const { admin, simulator } = createHarness()

async function checkStatus({ order, session }: PlacedOrder): Promise<{ is_authorized: boolean }> {
  const path = `/admin/orders/${order.id}/payment-sessions/authorize`
  return await admin.adminApi.post(path, { payment_session_id: session.id })
}

/** Creates an order under review whose ID the application has recorded. */
async function createLinkedOrder(): Promise<PlacedOrder> {
  const purchase = await createOrderUnderReview()
  await eventually(async () =>
    expect((await getLatestApplication(purchase.cart.id)).order_id).toBe(purchase.order.id)
  )
  return purchase
}

async function expectAuthorizable(purchase: PlacedOrder): Promise<void> {
  await simulator.decision(purchase.token, { outcome: "sign" })
  expect(await checkStatus(purchase)).toMatchObject({ is_authorized: true })
  expect((await waitForPaidOrder(purchase.cart.id)).payment_status).toBe("authorized")
  await expectInvariants(purchase.cart.id)
}

describe("the admin's Check status", () => {
  it.each(["P", "Z", "R", "A", "B", "M", "ZZ"])(
    "leaves the order usable after a status of %s (C15)",
    async (status) => {
      const purchase = await createLinkedOrder()
      await simulator.status(purchase.token, { status })
      expect(await checkStatus(purchase)).toMatchObject({ is_authorized: false })
      await simulator.status(purchase.token, { status: "W" })
      await expectAuthorizable(purchase)
    }
  )

  it("leaves the order usable after the service was down (C15)", async () => {
    const purchase = await createLinkedOrder()
    const { id } = await simulator.fault({
      operation: "getStatus",
      kind: "status",
      status: 503,
      match: { token: purchase.token },
    })
    await expect(checkStatus(purchase)).rejects.toBeInstanceOf(HttpError)
    await simulator.clearFaults(id)
    await expectAuthorizable(purchase)
  })

  it("creates no payment for an order that was cancelled, even when the service approves (C14)", async () => {
    const purchase = await createLinkedOrder()
    await simulator.status(purchase.token, { status: "S", postback: false })
    await admin.cancelOrder(purchase.order.id)
    await expect(checkStatus(purchase)).rejects.toMatchObject({
      status: expect.any(Number) as number,
    })
    const order = await admin.getOrder(purchase.order.id)
    expect(order.status).toBe("canceled")
    expect(listPayments(order)).toEqual([])
    await eventually(async () => {
      expect(await simulator.application(purchase.token)).toMatchObject({ cancelCount: 1 })
      expect((await getLatestApplication(purchase.cart.id)).state).toBe("cancelled")
    })
    await expectInvariants(purchase.cart.id)
  })
})

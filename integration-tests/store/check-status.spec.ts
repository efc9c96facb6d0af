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
async function restingOrder(): Promise<PlacedOrder> {
  const placed = await createOrderUnderReview()
  await eventually(async () =>
    expect((await getLatestApplication(placed.cart.id)).order_id).toBe(placed.order.id)
  )
  return placed
}

async function expectUsable(placed: PlacedOrder): Promise<void> {
  await simulator.decision(placed.token, { outcome: "sign" })
  expect(await checkStatus(placed)).toMatchObject({ is_authorized: true })
  expect((await waitForPaidOrder(placed.cart.id)).payment_status).toBe("authorized")
  await expectInvariants(placed.cart.id)
}

describe("the admin's Check status", () => {
  it.each(["P", "Z", "R", "A", "B", "M", "ZZ"])(
    "leaves the order usable after a status of %s (C15)",
    async (status) => {
      const placed = await restingOrder()
      await simulator.status(placed.token, { status })
      expect(await checkStatus(placed)).toMatchObject({ is_authorized: false })
      await simulator.status(placed.token, { status: "W" })
      await expectUsable(placed)
    }
  )

  it("leaves the order usable after the service was down (C15)", async () => {
    const placed = await restingOrder()
    const { id } = await simulator.fault({
      operation: "getStatus",
      kind: "status",
      status: 503,
      match: { token: placed.token },
    })
    await expect(checkStatus(placed)).rejects.toBeInstanceOf(HttpError)
    await simulator.clearFaults(id)
    await expectUsable(placed)
  })

  it("creates no payment for an order that was cancelled, even when the service approves (C14)", async () => {
    const placed = await restingOrder()
    await simulator.status(placed.token, { status: "S", postback: false })
    await admin.cancelOrder(placed.order.id)
    await expect(checkStatus(placed)).rejects.toMatchObject({
      status: expect.any(Number) as number,
    })
    const order = await admin.getOrder(placed.order.id)
    expect(order.status).toBe("canceled")
    expect(listPayments(order)).toEqual([])
    await eventually(async () => {
      expect(await simulator.application(placed.token)).toMatchObject({ cancelCount: 1 })
      expect((await getLatestApplication(placed.cart.id)).state).toBe("cancelled")
    })
    await expectInvariants(placed.cart.id)
  })
})

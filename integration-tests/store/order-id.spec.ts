import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault } from "./money-steps"
import type { FaultInput } from "../../src/sandbox"
import { getLatestApplication, reconcile } from "./plugin-records"
import {
  waitForOrder,
  createOrderUnderReview,
  createPaidOrder,
  createSignedApplication,
} from "./purchase-steps"

const { shop, admin, simulator, store } = createHarness()

async function expectOrderNumberSent(cartId: string): Promise<void> {
  const { display_id } = await waitForOrder(cartId)
  await eventually(
    async () => {
      await reconcile((await getLatestApplication(cartId)).id)
      expect((await simulator.findCartApplication(cartId)).orderId).toBe(String(display_id))
      expect((await getLatestApplication(cartId)).confirmed_order_id).toBe(String(display_id))
    },
    // A refusal is not repeated before the schedule's first step.
    { everyMs: 300 }
  )
}

describe("the order number at the service (endpoint 14)", () => {
  it.each<Pick<FaultInput, "kind" | "when" | "status">>([
    { kind: "status", status: 500, when: "before" },
    { kind: "status", status: 404, when: "before" },
    { kind: "reset", when: "before" },
    { kind: "reset", when: "after" },
    { kind: "garbage", when: "after" },
  ])("is sent again when the update fails: $kind $when (A15)", async (fault) => {
    const { cart, token } = await createSignedApplication()
    await injectFault(token, { ...fault, operation: "updateOrderId", count: 1 })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    await expectOrderNumberSent(cart.id)
    expect((await admin.getOrder((await waitForOrder(cart.id)).id)).payment_status).toBe(
      "authorized"
    )
    await expectInvariants(cart.id)
  })

  it("is sent once, and not again by every status check", async () => {
    const { cart, token } = await createPaidOrder()
    await expectOrderNumberSent(cart.id)
    const callCount = (await listServiceCalls(token, "updateOrderId")).length
    const { id } = await getLatestApplication(cart.id)
    for (let index = 0; index < 3; index += 1) await reconcile(id)
    expect(await listServiceCalls(token, "updateOrderId")).toHaveLength(callCount)
  })

  it("is the shop's own number if the order has one, and staff find the application by it", async () => {
    const { cart, order, token } = await createPaidOrder()
    await expectOrderNumberSent(cart.id)
    const customNumber = `SO-${Date.now()}`
    await store.call("order", "updateOrders", [{ id: order.id, custom_display_id: customNumber }])
    await eventually(
      async () => {
        await reconcile((await getLatestApplication(cart.id)).id)
        expect((await simulator.application(token)).orderId).toBe(customNumber)
      },
      { everyMs: 300 }
    )
    const { applications } = await admin.adminApi.get<{
      applications: { cart_id: string; order_display_id: string }[]
    }>(`/admin/consumer-financing/applications?q=${customNumber}`)
    expect(applications).toMatchObject([{ cart_id: cart.id, order_display_id: customNumber }])
  })

  it("is sent while the order is still under review", async () => {
    const { cart } = await createOrderUnderReview()
    await expectOrderNumberSent(cart.id)
  })
})

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

async function expectTold(cartId: string): Promise<void> {
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
    await expectTold(cart.id)
    expect((await admin.getOrder((await waitForOrder(cart.id)).id)).payment_status).toBe(
      "authorized"
    )
    await expectInvariants(cart.id)
  })

  it("is sent once, and not again by every status check", async () => {
    const { cart, token } = await createPaidOrder()
    await expectTold(cart.id)
    const times = (await listServiceCalls(token, "updateOrderId")).length
    const { id } = await getLatestApplication(cart.id)
    for (let look = 0; look < 3; look += 1) await reconcile(id)
    expect(await listServiceCalls(token, "updateOrderId")).toHaveLength(times)
  })

  it("is the shop's own number if the order has one, and staff find the application by it", async () => {
    const { cart, order, token } = await createPaidOrder()
    await expectTold(cart.id)
    const own = `SO-${Date.now()}`
    await store.call("order", "updateOrders", [{ id: order.id, custom_display_id: own }])
    await eventually(
      async () => {
        await reconcile((await getLatestApplication(cart.id)).id)
        expect((await simulator.application(token)).orderId).toBe(own)
      },
      { everyMs: 300 }
    )
    const { applications } = await admin.adminApi.get<{
      applications: { cart_id: string; order_display_id: string }[]
    }>(`/admin/consumer-financing/applications?q=${own}`)
    expect(applications).toMatchObject([{ cart_id: cart.id, order_display_id: own }])
  })

  it("is sent while the order is still under review", async () => {
    const { cart } = await createOrderUnderReview()
    await expectTold(cart.id)
  })
})

import { adminClient } from "./admin-client"
import { eventually } from "./eventually"
import { harness, startAnotherStore } from "./harness"
import { expectInvariants } from "./invariants"
import { ageDoubt, faultOn, outcomesOf } from "./money-steps"
import { applicationOf, journalOf, sync } from "./our-records"
import { paidOrder, paymentOf } from "./purchase-steps"

const { admin, store, simulator } = harness()

/** A capture row left behind long ago, as time would have it. */
async function ageCaptures(paymentId: string): Promise<void> {
  const rows = await store.call<{ id: string }[]>("payment", "listCaptures", {
    payment_id: paymentId,
  })
  expect(rows).toHaveLength(1)
  await store.call("payment", "updateCaptures", {
    id: rows[0]?.id,
    created_at: new Date(Date.now() - 600_000),
  })
}

describe("a store that dies between the service's settle and Medusa's commit (A1, fact 23)", () => {
  it("leaves a capture that the sync brings to its end", async () => {
    const { cart, order, payment, token } = await paidOrder()
    const other = await startAnotherStore()
    await faultOn(token, { operation: "settle", kind: "timeout", when: "after" })
    const captured = adminClient(other.url).capture(payment.id)
    captured.catch(() => null)
    await eventually(async () => {
      expect((await simulator.application(token)).settled).toBe(true)
    })
    await other.kill()
    await captured.catch(() => null)
    await simulator.clearFaults()
    await ageCaptures(payment.id)
    const { id } = await applicationOf(cart.id)
    const open = (await journalOf(id)).filter(({ outcome }) => outcome === "intended")
    await store.call(
      "consumerFinancing",
      "updateFinancingOperations",
      open.map((one) => ({ id: one.id, outcome: "in-doubt" }))
    )
    await store.call("consumerFinancing", "deleteFinancingLeases", [`money:${id}`])
    await ageDoubt(cart.id, 1)
    await eventually(async () => {
      await sync(id)
      expect(paymentOf(await admin.order(order.id)).captured_at).not.toBeNull()
    })
    expect(await outcomesOf(cart.id, "settle")).toEqual(["confirmed"])
    expect((await simulator.application(token)).settleCount).toBe(1)
    await expectInvariants(cart.id)
  })
})

import { ageLedger } from "./aged-ledger"
import { asked } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf } from "./money-steps"
import { comeToRest } from "./no-check-due"
import { applicationOf, rewrite, timelineOf } from "./our-records"
import { capturedOrder, type PaidOrder, paidOrder, paymentOf } from "./purchases"

const { admin, simulator, store } = harness()

/** A process died after core's first write: our provider was not called, and no status check is due. */
async function leaveRow(bought: PaidOrder, create: "createCaptures" | "createRefunds") {
  const { cart, order, payment } = bought
  const { id } = await applicationOf(cart.id)
  await comeToRest(id)
  await store.call("payment", create, [{ payment: payment.id, amount: 100 }])
  await ageLedger(order.id)
  return { id, rows: async () => paymentOf(await admin.getOrder(order.id)) }
}

describe("a capture or refund row that core wrote before it called the provider (fact 23)", () => {
  it("is removed by the ledger job although no status check is due (refund)", async () => {
    const bought = await capturedOrder()
    const { id, rows } = await leaveRow(bought, "createRefunds")
    expect((await rows()).refunds).toHaveLength(1)
    await store.runJob("watch-ledger-of-financing")
    await eventually(async () => {
      expect((await rows()).refunds).toEqual([])
      expect((await timelineOf(id)).map(({ what }) => what)).toContain("ledger-repaired")
    })
    await admin.refund(bought.payment.id, { amount: 100 })
    expect(await callsOf(bought.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("does not hide a full refund made in the service's portal (C7)", async () => {
    const bought = await capturedOrder()
    const { cart, token, payment } = bought
    await store.call("payment", "createRefunds", [{ payment: payment.id, amount: payment.amount }])
    await simulator.portal(token, { action: "refund" })
    await asked(cart.id, "refunded-elsewhere")
    await expectInvariants(cart.id, { listed: true })
  })

  it("is removed by the ledger job although no status check is due (capture)", async () => {
    const bought = await paidOrder()
    const { rows } = await leaveRow(bought, "createCaptures")
    expect((await rows()).captures).toHaveLength(1)
    await store.runJob("watch-ledger-of-financing")
    await eventually(async () => expect((await rows()).captures).toEqual([]))
    await admin.capture(bought.payment.id)
    expect(await callsOf(bought.token, "settle")).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("schedules no status check when the journal explains it", async () => {
    const bought = await capturedOrder()
    await admin.refund(bought.payment.id, { amount: 100 })
    await ageLedger(bought.order.id)
    const { id } = await applicationOf(bought.cart.id)
    await rewrite(id, { next_check_at: null })
    await store.runJob("watch-ledger-of-financing")
    expect(await applicationOf(bought.cart.id)).toMatchObject({ next_check_at: null })
  })
})

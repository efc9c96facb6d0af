import { ageLedger } from "./aged-ledger"
import { waitForReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { waitUntilIdle } from "./scheduled-checks"
import { getLatestApplication, updateApplication, listTimelineEntries } from "./plugin-records"
import { createCapturedOrder, type PaidOrder, createPaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator, store } = createHarness()

/** Creates the row of a process that died before it called our provider. No status check is due. */
async function createInterruptedRow(
  purchase: PaidOrder,
  method: "createCaptures" | "createRefunds"
) {
  const { cart, order, payment } = purchase
  const { id } = await getLatestApplication(cart.id)
  await waitUntilIdle(id)
  await store.call("payment", method, [{ payment: payment.id, amount: 100 }])
  await ageLedger(order.id)
  return { id, rows: async () => getOnlyPayment(await admin.getOrder(order.id)) }
}

describe("a capture or refund row that core wrote before it called the provider (fact 23)", () => {
  it("is removed by the ledger job although no status check is due (refund)", async () => {
    const purchase = await createCapturedOrder()
    const { id, rows } = await createInterruptedRow(purchase, "createRefunds")
    expect((await rows()).refunds).toHaveLength(1)
    await store.runJob("watch-ledger-of-financing")
    await eventually(async () => {
      expect((await rows()).refunds).toEqual([])
      expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("ledger-repaired")
    })
    await admin.refund(purchase.payment.id, { amount: 100 })
    expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })

  it("does not hide a full refund made in the service's portal (C7)", async () => {
    const purchase = await createCapturedOrder()
    const { cart, token, payment } = purchase
    await store.call("payment", "createRefunds", [{ payment: payment.id, amount: payment.amount }])
    await simulator.portal(token, { action: "refund" })
    await waitForReviewCase(cart.id, "refunded-elsewhere")
    await expectInvariants(cart.id, { listed: true })
  })

  it("is removed by the ledger job although no status check is due (capture)", async () => {
    const purchase = await createPaidOrder()
    const { rows } = await createInterruptedRow(purchase, "createCaptures")
    expect((await rows()).captures).toHaveLength(1)
    await store.runJob("watch-ledger-of-financing")
    await eventually(async () => expect((await rows()).captures).toEqual([]))
    await admin.capture(purchase.payment.id)
    expect(await listServiceCalls(purchase.token, "settle")).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })

  it("schedules no status check when the journal explains it", async () => {
    const purchase = await createCapturedOrder()
    await admin.refund(purchase.payment.id, { amount: 100 })
    await ageLedger(purchase.order.id)
    const { id } = await getLatestApplication(purchase.cart.id)
    await updateApplication(id, { next_check_at: null })
    await store.runJob("watch-ledger-of-financing")
    expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ next_check_at: null })
  })
})

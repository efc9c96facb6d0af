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
async function leaveRow(bought: PaidOrder, create: "createCaptures" | "createRefunds") {
  const { cart, order, payment } = bought
  const { id } = await getLatestApplication(cart.id)
  await waitUntilIdle(id)
  await store.call("payment", create, [{ payment: payment.id, amount: 100 }])
  await ageLedger(order.id)
  return { id, rows: async () => getOnlyPayment(await admin.getOrder(order.id)) }
}

describe("a capture or refund row that core wrote before it called the provider (fact 23)", () => {
  it("is removed by the ledger job although no status check is due (refund)", async () => {
    const bought = await createCapturedOrder()
    const { id, rows } = await leaveRow(bought, "createRefunds")
    expect((await rows()).refunds).toHaveLength(1)
    await store.runJob("watch-ledger-of-financing")
    await eventually(async () => {
      expect((await rows()).refunds).toEqual([])
      expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("ledger-repaired")
    })
    await admin.refund(bought.payment.id, { amount: 100 })
    expect(await listServiceCalls(bought.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("does not hide a full refund made in the service's portal (C7)", async () => {
    const bought = await createCapturedOrder()
    const { cart, token, payment } = bought
    await store.call("payment", "createRefunds", [{ payment: payment.id, amount: payment.amount }])
    await simulator.portal(token, { action: "refund" })
    await waitForReviewCase(cart.id, "refunded-elsewhere")
    await expectInvariants(cart.id, { listed: true })
  })

  it("is removed by the ledger job although no status check is due (capture)", async () => {
    const bought = await createPaidOrder()
    const { rows } = await leaveRow(bought, "createCaptures")
    expect((await rows()).captures).toHaveLength(1)
    await store.runJob("watch-ledger-of-financing")
    await eventually(async () => expect((await rows()).captures).toEqual([]))
    await admin.capture(bought.payment.id)
    expect(await listServiceCalls(bought.token, "settle")).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("schedules no status check when the journal explains it", async () => {
    const bought = await createCapturedOrder()
    await admin.refund(bought.payment.id, { amount: 100 })
    await ageLedger(bought.order.id)
    const { id } = await getLatestApplication(bought.cart.id)
    await updateApplication(id, { next_check_at: null })
    await store.runJob("watch-ledger-of-financing")
    expect(await getLatestApplication(bought.cart.id)).toMatchObject({ next_check_at: null })
  })
})

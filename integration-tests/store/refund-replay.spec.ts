import type { HttpTypes } from "@medusajs/framework/types"
import type { Store } from "../../tooling/store-process"
import { createAdminClient } from "../../tooling/clients/admin-client"
import { repairLedger } from "./aged-ledger"
import { withRefusedWrites } from "./refused-writes"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import {
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
  reconcileUntil,
} from "./money-steps"
import {
  getLatestApplication,
  listOperations,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { createCapturedOrder, type PaidOrder, getOnlyPayment } from "./purchases"

const { admin, store, simulator } = createHarness()

/** The database refuses core's write after the service has refunded, so that core drops its refund. */
async function createDroppedRefund(
  refundInput: { amount: number; note?: string; refund_reason_id?: string } = { amount: 100 }
): Promise<PaidOrder> {
  const purchase = await createCapturedOrder()
  await withRefusedWrites(
    { table: "payment", event: "update", when: `new.id = '${purchase.payment.id}'` },
    async () => {
      await admin.refund(purchase.payment.id, refundInput).catch(() => null)
      expect(await listRefunds(purchase)).toEqual([])
    }
  )
  return purchase
}

async function listRefunds({ order }: PaidOrder): Promise<HttpTypes.AdminRefund[]> {
  return getOnlyPayment(await admin.getOrder(order.id)).refunds ?? []
}

/** The refund is recorded exactly once, without another call and without a review case. */
async function expectRefundRecordedOnce(purchase: PaidOrder, dollars: number): Promise<void> {
  const { cart, token } = purchase
  await reconcileUntil(cart.id, async () =>
    expect(await listRefunds(purchase)).toMatchObject([{ amount: dollars }])
  )
  expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
  const { id, review_reason } = await getLatestApplication(cart.id)
  expect(review_reason).toBeNull()
  const [refund] = await listRefunds(purchase)
  const refundOperations = (await listOperations(id)).filter(
    ({ kind }) => kind === "partial-refund"
  )
  expect(refundOperations).toMatchObject([{ outcome: "confirmed", reference: refund?.id }])
  await expectInvariants(cart.id)
}

describe("a refund that the service made and Medusa lost (A20, H3)", () => {
  afterEach(() => simulator.clearFaults())

  it("is recorded automatically in Medusa and in the timeline", async () => {
    const purchase = await createDroppedRefund()
    await expectRefundRecordedOnce(purchase, 100)
    const { id } = await getLatestApplication(purchase.cart.id)
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({ what: "refund-recorded", details: { cents: 10_000 } })
    )
    expect((await admin.getOrder(purchase.order.id)).summary).toMatchObject({
      pending_difference: 0,
    })
  })

  it("keeps the user who requested it and the chosen reason", async () => {
    const label = `Damaged ${Date.now()}`
    const { refund_reason } = await admin.adminApi.post<{ refund_reason: { id: string } }>(
      "/admin/refund-reasons",
      { label, code: label }
    )
    const purchase = await createDroppedRefund({
      amount: 100,
      refund_reason_id: refund_reason.id,
      note: "lost with the row",
    })
    await expectRefundRecordedOnce(purchase, 100)
    const [refund] = await listRefunds(purchase)
    expect(refund).toMatchObject({
      refund_reason_id: refund_reason.id,
      created_by: expect.stringMatching(/^user_/) as string,
      note: expect.stringMatching(/Recorded automatically/) as string,
    })
  })

  it("is recorded once staff confirm it, and the error message asks not to enter it again", async () => {
    const purchase = await createCapturedOrder()
    const { cart, token, payment } = purchase
    await injectFault(token, { operation: "partialRefund", kind: "reset", when: "after", nth: 1 })
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 100 }))).toMatch(
      /recorded here automatically once it is known to have happened: do not enter it again/
    )
    const { id } = await getLatestApplication(cart.id)
    const doubt = (await listOperations(id)).find(({ kind }) => kind === "partial-refund")
    await store.runWorkflow("resolve-financing-doubt", {
      operation_id: doubt?.id,
      outcome: "confirmed",
      actor: "user_1",
      note: "seen in the portal",
      token: (await simulator.application(token)).tip,
    })
    await expectRefundRecordedOnce(purchase, 100)
  })

  it("is recorded with its fractions of a cent when it is a full refund", async () => {
    const purchase = await createCapturedOrder()
    const { cart, payment } = purchase
    await withRefusedWrites(
      { table: "payment", event: "update", when: `new.id = '${payment.id}'` },
      () => admin.refund(payment.id, { amount: Number(payment.amount) }).catch(() => null)
    )
    await reconcileUntil(cart.id, async () => expect(await listRefunds(purchase)).toHaveLength(1))
    expect((await listRefunds(purchase))[0]?.amount).toBe(payment.amount)
    await expectInvariants(cart.id)
  })
})

describe("a lost refund that is recorded automatically and by others at once (A6, A7)", () => {
  let otherStore: Store
  beforeAll(async () => {
    otherStore = await startExtraStore()
  })

  it.each([1, 2, 3])("is recorded once by two processes, round %i", async () => {
    const purchase = await createDroppedRefund()
    const { id } = await getLatestApplication(purchase.cart.id)
    const runs = [store, otherStore.control].flatMap((control) =>
      [1, 2].map(() =>
        control.runWorkflow("reconcile-financing-application", {
          application_id: id,
          cause: "poll",
        })
      )
    )
    await Promise.all(runs)
    await expectRefundRecordedOnce(purchase, 100)
  })

  it("is recorded once even when both processes are past every lease", async () => {
    const purchase = await createDroppedRefund()
    const { id } = await getLatestApplication(purchase.cart.id)
    const lostOperation = (await listOperations(id)).find(({ kind }) => kind === "partial-refund")
    const refundInput = {
      payment_id: purchase.payment.id,
      amount: 100,
      metadata: { financing_operation: lostOperation?.id },
    }
    const refundRequests = [store, otherStore.control, store, otherStore.control].map((control) =>
      control.call("payment", "refundPayment", refundInput)
    )
    const results = await Promise.allSettled(refundRequests)
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    await repairLedger(purchase)
    await expectRefundRecordedOnce(purchase, 100)
  })

  it.each([1, 2, 3, 4])(
    "is recorded once when the merchant enters it at the same moment, round %i",
    async () => {
      const purchase = await createDroppedRefund()
      const { id } = await getLatestApplication(purchase.cart.id)
      const merchantClient = createAdminClient(otherStore.url)
      await Promise.allSettled([
        merchantClient.refund(purchase.payment.id, { amount: 100 }),
        store.runWorkflow("reconcile-financing-application", { application_id: id, cause: "poll" }),
        admin.refund(purchase.payment.id, { amount: 100 }),
      ])
      // Core's transactions may count a row that core removed a moment later.
      await repairLedger(purchase)
      await expectRefundRecordedOnce(purchase, 100)
    }
  )

  it("is the merchant's own entry when that comes first, and nothing is sent", async () => {
    const purchase = await createDroppedRefund()
    await admin.refund(purchase.payment.id, { amount: 100, note: "by hand" })
    await expectRefundRecordedOnce(purchase, 100)
    expect(await listRefunds(purchase)).toMatchObject([{ note: "by hand" }])
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))).toMatch(
      /was recorded here a moment ago/
    )
  })

  it("is not sent again when the merchant enters it just after it was recorded", async () => {
    const purchase = await createDroppedRefund()
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))).toMatch(
      /was recorded here a moment ago.*Nothing was sent/
    )
    await expectRefundRecordedOnce(purchase, 100)
    await admin.refund(purchase.payment.id, { amount: 40 })
    expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(2)
    await expectInvariants(purchase.cart.id)
  })

  it("is not taken for another refund of the same amount when the database clock is behind (H1)", async () => {
    const purchase = await createCapturedOrder()
    await admin.refund(purchase.payment.id, { amount: 100 })
    // Dates the plugin's row by a database clock that is behind the server's clock, which core uses.
    const { id } = await getLatestApplication(purchase.cart.id)
    const statement = `update financing_operation set finished_at = finished_at - interval '20 seconds'
      where application_id = ? and kind = 'partial-refund'`
    await store.call("__pg_connection__", "raw", statement, [id])
    await admin.refund(purchase.payment.id, { amount: 100 })
    expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(2)
    await expectInvariants(purchase.cart.id)
  })

  it("blocks another refund until it is recorded", async () => {
    const purchase = await createDroppedRefund()
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 60 }))).toMatch(
      /earlier refund of \$100\.00.*is being recorded here\. Nothing was sent/
    )
    await expectRefundRecordedOnce(purchase, 100)
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
  })
})

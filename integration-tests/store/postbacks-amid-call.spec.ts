import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import { listPurchaseReviewCases } from "./review-cases-steps"
import { expectApplicationEnded } from "./expect-ended"
import { withPausedWrites } from "./blocked-writes"
import type { RowMatcher } from "./database-triggers"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
  reconcileUntil,
} from "./money-steps"
import { getLatestApplication, listOperations, reconcile, listTokens } from "./plugin-records"
import { listPostbacks } from "./postback-steps"
import { createCapturedOrder, createPaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator } = createHarness()

/** Makes the service send a postback about each call before it answers that call. */
async function writeAmidCalls(token: string): Promise<void> {
  await simulator.behaviour(token, { postbackTiming: "before-answer", postbackOnRefund: true })
  await simulator.postbacks({ mode: "normal", match: { token } })
}

/** The postback of the one call of that kind arrived before its answer, and is processed. */
async function expectWrittenAmid(cartId: string, call: OperationRecord["kind"]): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  await eventually(async () => {
    const last = (await listPostbacks(id)).at(-1)
    const operation = (await listOperations(id)).find(({ kind }) => kind === call)
    expect(last?.processed_at).toEqual(expect.any(String))
    const [began, arrived, ended] = [
      operation?.created_at,
      last?.created_at,
      operation?.finished_at,
    ]
    expect(Date.parse(String(arrived))).toBeGreaterThan(Date.parse(String(began)))
    expect(Date.parse(String(arrived))).toBeLessThan(Date.parse(String(ended)))
  })
}

describe("a postback about the shop's own call that arrives during the call (A18)", () => {
  afterEach(() => simulator.clearFaults())

  it("does not end a settle, which happens once at the service and once in Medusa", async () => {
    const { cart, order, token, payment } = await createPaidOrder()
    await writeAmidCalls(token)
    await admin.capture(payment.id)
    expect(await listOutcomes(cart.id, "settle")).toEqual(["confirmed"])
    await expectWrittenAmid(cart.id, "settle")
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("opens no review case for a settle that Medusa has not recorded yet", async () => {
    const { cart, order, token, payment } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    // The settle is confirmed, and core has not recorded it yet.
    const settled: RowMatcher = {
      table: "financing_lease",
      event: "delete",
      when: `old.id = 'money:${id}'`,
    }
    await withPausedWrites(settled, async ({ held, goOn }) => {
      const captured = admin.capture(payment.id)
      await eventually(held)
      expect(await reconcile(id)).toMatchObject({ action: "record-capture" })
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
      await goOn()
      await captured
    })
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("does not end a cancel", async () => {
    const { cart, order, token } = await createPaidOrder()
    await writeAmidCalls(token)
    await admin.cancelOrder(order.id)
    await expectApplicationEnded(cart.id, token)
    await expectWrittenAmid(cart.id, "cancel")
    expect(await simulator.application(token)).toMatchObject({ cancelCount: 1 })
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("creates one partial refund although the answer reports it as well", async () => {
    const { cart, order, token, payment } = await createCapturedOrder()
    await writeAmidCalls(token)
    await admin.refund(payment.id, { amount: 100 })
    await expectWrittenAmid(cart.id, "partial-refund")
    const { id } = await getLatestApplication(cart.id)
    const { tip } = await simulator.application(token)
    expect((await listTokens(id)).map((one) => one.token)).toEqual([token, tip])
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["confirmed"])
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([{ amount: 100 }])
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("confirms a partial refund with a lost answer by the new token that it names", async () => {
    const { cart, order, token, payment } = await createCapturedOrder()
    await writeAmidCalls(token)
    await injectFault(token, { operation: "partialRefund", kind: "reset", when: "after", nth: 1 })
    await getRefusalMessage(admin.refund(payment.id, { amount: 100 }))
    await reconcileUntil(cart.id, async () =>
      expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["confirmed"])
    )
    const { tip } = await simulator.application(token)
    expect((await listTokens((await getLatestApplication(cart.id)).id)).at(-1)?.token).toBe(tip)
    await reconcileUntil(cart.id, async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([
        { amount: 100 },
      ])
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    })
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

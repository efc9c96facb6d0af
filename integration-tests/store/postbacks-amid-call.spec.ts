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
async function sendPostbacksDuringCalls(token: string): Promise<void> {
  await simulator.behaviour(token, { postbackTiming: "before-answer", postbackOnRefund: true })
  await simulator.postbacks({ mode: "normal", match: { token } })
}

/** The postback of the one call of that kind arrived before its answer, and is processed. */
async function expectPostbackDuringCall(
  cartId: string,
  operationKind: OperationRecord["kind"]
): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  await eventually(async () => {
    const lastPostback = (await listPostbacks(id)).at(-1)
    const operation = (await listOperations(id)).find(({ kind }) => kind === operationKind)
    expect(lastPostback?.processed_at).toEqual(expect.any(String))
    const [startedAt, receivedAt, finishedAt] = [
      operation?.created_at,
      lastPostback?.created_at,
      operation?.finished_at,
    ]
    expect(Date.parse(String(receivedAt))).toBeGreaterThan(Date.parse(String(startedAt)))
    expect(Date.parse(String(receivedAt))).toBeLessThan(Date.parse(String(finishedAt)))
  })
}

describe("a postback about the shop's own call that arrives during the call (A18)", () => {
  afterEach(() => simulator.clearFaults())

  it("does not end a settle, which happens once at the service and once in Medusa", async () => {
    const { cart, order, token, payment } = await createPaidOrder()
    await sendPostbacksDuringCalls(token)
    await admin.capture(payment.id)
    expect(await listOutcomes(cart.id, "settle")).toEqual(["confirmed"])
    await expectPostbackDuringCall(cart.id, "settle")
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("opens no review case for a settle that Medusa has not recorded yet", async () => {
    const { cart, order, token, payment } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    // The settle is confirmed, and core has not recorded it yet.
    const leaseDeletion: RowMatcher = {
      table: "financing_lease",
      event: "delete",
      when: `old.id = 'money:${id}'`,
    }
    await withPausedWrites(leaseDeletion, async ({ held, goOn }) => {
      const capture = admin.capture(payment.id)
      await eventually(held)
      expect(await reconcile(id)).toMatchObject({ action: "record-capture" })
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
      await goOn()
      await capture
    })
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("does not end a cancel", async () => {
    const { cart, order, token } = await createPaidOrder()
    await sendPostbacksDuringCalls(token)
    await admin.cancelOrder(order.id)
    await expectApplicationEnded(cart.id, token)
    await expectPostbackDuringCall(cart.id, "cancel")
    expect(await simulator.application(token)).toMatchObject({ cancelCount: 1 })
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("creates one partial refund although the answer reports it as well", async () => {
    const { cart, order, token, payment } = await createCapturedOrder()
    await sendPostbacksDuringCalls(token)
    await admin.refund(payment.id, { amount: 100 })
    await expectPostbackDuringCall(cart.id, "partial-refund")
    const { id } = await getLatestApplication(cart.id)
    const { tip } = await simulator.application(token)
    expect((await listTokens(id)).map((row) => row.token)).toEqual([token, tip])
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["confirmed"])
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([{ amount: 100 }])
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    await expectInvariants(cart.id)
  })

  it("confirms a partial refund with a lost answer by the new token that it names", async () => {
    const { cart, order, token, payment } = await createCapturedOrder()
    await sendPostbacksDuringCalls(token)
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

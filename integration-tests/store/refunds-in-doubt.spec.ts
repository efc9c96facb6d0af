import { withRefusedWrites } from "./refused-writes"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
  reconcileUntil,
} from "./money-steps"
import { postponeCheck } from "./scheduled-checks"
import {
  getLatestApplication,
  listOperations,
  reconcile,
  listTimelineEntries,
  listTokens,
} from "./plugin-records"
import { listPostbacks } from "./postback-steps"
import { createCapturedOrder, type PaidOrder, getOnlyPayment } from "./purchases"

const { admin, store, simulator } = createHarness()

const MODULE = "consumerFinancing"

/** A partial refund of $100 that happened, and whose answer was lost. */
async function createLostPartialRefund(): Promise<PaidOrder> {
  const purchase = await createCapturedOrder()
  await injectFault(purchase.token, {
    operation: "partialRefund",
    kind: "reset",
    when: "after",
    nth: 1,
  })
  await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))
  return purchase
}

/** Stores postbacks that arrived during the call and were processed before the refund was in doubt. */
async function createProcessedPostbacks(cartId: string, uuids: string[]): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  for (const uuid of uuids) {
    const row = { application_id: id, fields: { uuid }, processed_at: new Date() }
    await store.call(MODULE, "createFinancingPostbacks", row)
  }
}

describe("a partial refund whose answer was lost", () => {
  afterEach(() => simulator.clearFaults())

  it("finds its token among postbacks that were processed during the call (A18, B7)", async () => {
    const purchase = await createLostPartialRefund()
    const { tip } = await simulator.application(purchase.token)
    await createProcessedPostbacks(purchase.cart.id, [
      "nobody-knows-this-1",
      tip,
      "nobody-knows-this-2",
    ])
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
    )
    const application = await getLatestApplication(purchase.cart.id)
    expect((await listTokens(application.id)).at(-1)?.token).toBe(tip)
    expect(application).toMatchObject({ state: "partly-refunded", refunded_cents: 10_000 })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ review_reason: null })
    )
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toMatchObject([
      { amount: 100 },
    ])
    expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })

  it("finds its token even after the shop deleted its cart (A18)", async () => {
    const purchase = await createLostPartialRefund()
    const { tip } = await simulator.application(purchase.token)
    await store.call(
      "__pg_connection__",
      "raw",
      "update cart set deleted_at = now() where id = ?",
      [purchase.cart.id]
    )
    await createProcessedPostbacks(purchase.cart.id, [tip])
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
    )
    expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ refunded_cents: 10_000 })
  })

  it("tries at most ten tokens, however many postbacks name (B11)", async () => {
    const purchase = await createLostPartialRefund()
    const { id } = await getLatestApplication(purchase.cart.id)
    const unknownTokens = Array.from(
      { length: 14 },
      (_, index) => `${id.toLowerCase()}-made-up-${index}`
    )
    await createProcessedPostbacks(purchase.cart.id, unknownTokens)
    await store.runWorkflow("reconcile-financing-application", {
      application_id: id,
      cause: "poll",
    })
    const callsByToken = await Promise.all(unknownTokens.map((token) => simulator.calls({ token })))
    expect(callsByToken.filter((calls) => calls.length > 0).length).toBeLessThanOrEqual(10)
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["in-doubt"])
  })
})

const refundAll = ({ payment }: PaidOrder) =>
  admin.refund(payment.id, { amount: Number(payment.amount) })

/** A full refund that did not happen, and that is in doubt. */
async function createLostFullRefund(): Promise<PaidOrder> {
  const purchase = await createCapturedOrder()
  await injectFault(purchase.token, { operation: "refund", kind: "reset", when: "before", nth: 1 })
  await getRefusalMessage(refundAll(purchase))
  // Its status check would be due two seconds later.
  await postponeCheck(purchase.cart.id)
  return purchase
}

/** Deletes the plugin's tokens of a cart's application. */
async function deleteTokens(cartId: string): Promise<void> {
  const tokens = await listTokens((await getLatestApplication(cartId)).id)
  const ids = tokens.map(({ id }) => id)
  await store.call(MODULE, "deleteFinancingTokens", ids)
}

describe("a full refund whose answer was lost", () => {
  afterEach(() => simulator.clearFaults())

  it("is confirmed by the first status check that finds T, and recorded without another call (A14)", async () => {
    const { cart, token, payment, order } = await createCapturedOrder()
    const lateFault = { operation: "refund", kind: "reset", executesAfterMs: 300, nth: 1 } as const
    await injectFault(token, lateFault)
    await getRefusalMessage(admin.refund(payment.id, { amount: Number(payment.amount) }))
    expect((await getLatestApplication(cart.id)).next_check_at).not.toBeNull()
    await simulator.clock({ advanceSeconds: 1 })
    await reconcileUntil(cart.id, async () =>
      expect(await listOutcomes(cart.id, "refund")).toEqual(["confirmed"])
    )
    const application = await getLatestApplication(cart.id)
    expect(application).toMatchObject({ state: "refunded", service_cents: 0 })
    expect(application.refunded_cents).toBe(application.financed_cents)
    await reconcileUntil(cart.id, async () =>
      expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    )
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("stays in doubt when a postback names the new application of a portal's partial refund (A7)", async () => {
    const purchase = await createLostFullRefund()
    const { cart, token } = purchase
    await simulator.portal(token, { action: "partial-refund", loanAmount: 900 })
    await simulator.postback(token)
    const { tip } = await simulator.application(token)
    const { id } = await getLatestApplication(cart.id)
    // A processed postback keeps its fields, but not its body.
    expect(JSON.stringify(await listPostbacks(id))).toContain(tip)
    for (let round = 0; round < 2; round += 1) await reconcile(id)
    expect(await listOutcomes(cart.id, "refund")).toEqual(["in-doubt"])
    expect(await getLatestApplication(cart.id)).toMatchObject({
      refunded_cents: 0,
      review_reason: expect.stringMatching(/suggests that only a part was refunded/) as string,
    })
    expect(await getRefusalMessage(refundAll(purchase))).toMatch(/not known whether/)
    await expectInvariants(cart.id, { listed: true, elsewhere: 1 })
  })

  it("is confirmed by T although postbacks name unknown or ended applications (A7, I8)", async () => {
    const { cart, token } = await createLostFullRefund()
    const otherPurchase = await createCapturedOrder()
    await simulator.portal(otherPurchase.token, { action: "refund" })
    await deleteTokens(otherPurchase.cart.id)
    await simulator.portal(token, { action: "refund" })
    await createProcessedPostbacks(cart.id, ["nobody-knows-this-3", otherPurchase.token])
    await reconcileUntil(cart.id, async () =>
      expect(await listOutcomes(cart.id, "refund")).toEqual(["confirmed"])
    )
  })

  it("stays in doubt until the service answers about the token that a postback names (A7, H7)", async () => {
    const { cart, token } = await createLostFullRefund()
    await simulator.portal(token, { action: "refund" })
    await createProcessedPostbacks(cart.id, ["nobody-knows-this-4"])
    const fault = { operation: "getStatus", kind: "status", status: 503 } as const
    await simulator.fault({ ...fault, match: { token: "nobody-knows-this-4" } })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await listOutcomes(cart.id, "refund")).toEqual(["in-doubt"])
    await simulator.clearFaults()
    await reconcileUntil(cart.id, async () =>
      expect(await listOutcomes(cart.id, "refund")).toEqual(["confirmed"])
    )
  })

  it("is neither confirmed nor counted while the application cannot be updated (H3)", async () => {
    const { cart, token, payment, order } = await createCapturedOrder()
    await withRefusedWrites(
      {
        table: "financing_application",
        event: "update",
        when: `new.cart_id = '${cart.id}' and new.refunded_cents <> old.refunded_cents`,
      },
      () => getRefusalMessage(admin.refund(payment.id, { amount: Number(payment.amount) }))
    )
    expect(await listOutcomes(cart.id, "refund")).toEqual(["in-doubt"])
    expect(await getLatestApplication(cart.id)).toMatchObject({ refunded_cents: 0 })
    await reconcileUntil(cart.id, async () =>
      expect(await listOutcomes(cart.id, "refund")).toEqual(["confirmed"])
    )
    await reconcileUntil(cart.id, async () =>
      expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(1)
    )
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("is in the timeline with its own amount, without earlier partial refunds", async () => {
    const { cart, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id, financed_cents } = await getLatestApplication(cart.id)
    await admin.refund(payment.id, { amount: (financed_cents - 10_000) / 100 })
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({ what: "refunded", details: { cents: financed_cents - 10_000 } })
    )
  })
})

describe("a decision by staff about an operation in doubt", () => {
  afterEach(() => simulator.clearFaults())

  it("ends the doubt, and the timeline shows the user and the note", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await injectFault(token, { operation: "refund", kind: "reset", when: "before", nth: 1 })
    await getRefusalMessage(admin.refund(payment.id, { amount: Number(payment.amount) }))
    const { id } = await getLatestApplication(cart.id)
    const doubt = (await listOperations(id)).find(({ kind }) => kind === "refund")
    const resolution = {
      operation_id: doubt?.id,
      outcome: "refused",
      actor: "user_1",
      note: "asked",
    }
    await store.runWorkflow("resolve-financing-doubt", resolution)
    expect(await listOutcomes(cart.id, "refund")).toEqual(["refused"])
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({
        what: "doubt-resolved",
        actor: "user_1",
        details: { operation: doubt?.id, kind: "refund", outcome: "refused", note: "asked" },
      })
    )
    await expect(store.runWorkflow("resolve-financing-doubt", resolution)).rejects.toThrow(
      /already known/
    )
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    await expectInvariants(cart.id)
  })
})

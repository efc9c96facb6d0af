import { whileDatabaseRefuses } from "./database-refusal"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, faultOn, outcomesOf, sentenceOf, synced } from "./money-steps"
import { applicationOf, journalOf, timelineOf, tokensOf } from "./our-records"
import { capturedOrder, type PaidOrder, paymentOf } from "./purchase-steps"

const { admin, store, simulator } = harness()

const MODULE = "consumerFinancing"

/** A partial refund of $100 that happened, and whose answer was lost. */
async function lostRefund(): Promise<PaidOrder> {
  const bought = await capturedOrder()
  await faultOn(bought.token, { operation: "partialRefund", kind: "reset", when: "after", nth: 1 })
  await sentenceOf(admin.refund(bought.payment.id, { amount: 100 }))
  return bought
}

/** Postbacks that arrived after the call began, and were filed before anybody was in doubt. */
async function fileAlready(cartId: string, uuids: string[]): Promise<void> {
  const { id } = await applicationOf(cartId)
  for (const uuid of uuids) {
    const row = { application_id: id, fields: { uuid }, processed_at: new Date() }
    await store.call(MODULE, "createFinancingPostbacks", row)
  }
}

describe("a partial refund whose answer was lost", () => {
  afterEach(() => simulator.clearFaults())

  it("finds its token among postbacks that were filed during the call (A18, B7)", async () => {
    const bought = await lostRefund()
    const { tip } = await simulator.application(bought.token)
    await fileAlready(bought.cart.id, ["nobody-knows-this-1", tip, "nobody-knows-this-2"])
    await synced(bought.cart.id, async () =>
      expect(await outcomesOf(bought.cart.id, "partial-refund")).toEqual(["confirmed"])
    )
    const application = await applicationOf(bought.cart.id)
    expect((await tokensOf(application.id)).at(-1)?.token).toBe(tip)
    expect(application).toMatchObject({ state: "partly-refunded", refunded_cents: 10_000 })
    await synced(bought.cart.id, async () =>
      expect(await applicationOf(bought.cart.id)).toMatchObject({ attention: null })
    )
    expect(paymentOf(await admin.order(bought.order.id)).refunds).toMatchObject([{ amount: 100 }])
    expect(await callsOf(bought.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("tries the ten newest tokens at most, however many were named (B11)", async () => {
    const bought = await lostRefund()
    const { id } = await applicationOf(bought.cart.id)
    const names = Array.from({ length: 14 }, (_, index) => `${id.toLowerCase()}-made-up-${index}`)
    await fileAlready(bought.cart.id, names)
    await store.workflow("sync-financing-application", { application_id: id, cause: "poll" })
    const asked = await Promise.all(names.map((token) => simulator.calls({ token })))
    expect(asked.filter((calls) => calls.length > 0).length).toBeLessThanOrEqual(10)
    expect(await outcomesOf(bought.cart.id, "partial-refund")).toEqual(["in-doubt"])
  })
})

describe("a full refund whose answer was lost", () => {
  afterEach(() => simulator.clearFaults())

  it("is confirmed by the first look that reads T, and entered in Medusa without a call (A14)", async () => {
    const { cart, token, payment, order } = await capturedOrder()
    const late = { operation: "refund", kind: "reset", executesAfterMs: 300, nth: 1 } as const
    await faultOn(token, late)
    await sentenceOf(admin.refund(payment.id, { amount: Number(payment.amount) }))
    expect((await applicationOf(cart.id)).next_look_at).not.toBeNull()
    await simulator.clock({ advanceSeconds: 1 })
    await synced(cart.id, async () =>
      expect(await outcomesOf(cart.id, "refund")).toEqual(["confirmed"])
    )
    const application = await applicationOf(cart.id)
    expect(application).toMatchObject({ state: "refunded", service_cents: 0 })
    expect(application.refunded_cents).toBe(application.financed_cents)
    await synced(cart.id, async () =>
      expect(await applicationOf(cart.id)).toMatchObject({ attention: null })
    )
    expect(await callsOf(token, "refund")).toHaveLength(1)
    expect(paymentOf(await admin.order(order.id)).refunds).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("is neither confirmed nor counted while only one of both can be written (H3)", async () => {
    const { cart, token, payment, order } = await capturedOrder()
    await whileDatabaseRefuses(
      {
        table: "financing_application",
        event: "update",
        when: `new.cart_id = '${cart.id}' and new.refunded_cents <> old.refunded_cents`,
      },
      () => sentenceOf(admin.refund(payment.id, { amount: Number(payment.amount) }))
    )
    expect(await outcomesOf(cart.id, "refund")).toEqual(["in-doubt"])
    expect(await applicationOf(cart.id)).toMatchObject({ refunded_cents: 0 })
    await synced(cart.id, async () =>
      expect(await outcomesOf(cart.id, "refund")).toEqual(["confirmed"])
    )
    await synced(cart.id, async () =>
      expect(paymentOf(await admin.order(order.id)).refunds).toHaveLength(1)
    )
    expect(await callsOf(token, "refund")).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("notes what it refunds itself, not what partial refunds gave back before", async () => {
    const { cart, payment } = await capturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id, financed_cents } = await applicationOf(cart.id)
    await admin.refund(payment.id, { amount: (financed_cents - 10_000) / 100 })
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({ what: "refunded", details: { cents: financed_cents - 10_000 } })
    )
  })
})

describe("a person's word about an operation in doubt", () => {
  afterEach(() => simulator.clearFaults())

  it("ends the doubt, and the timeline keeps who said so and why", async () => {
    const { cart, token, payment } = await capturedOrder()
    await faultOn(token, { operation: "refund", kind: "reset", when: "before", nth: 1 })
    await sentenceOf(admin.refund(payment.id, { amount: Number(payment.amount) }))
    const { id } = await applicationOf(cart.id)
    const doubt = (await journalOf(id)).find(({ kind }) => kind === "refund")
    const word = { operation_id: doubt?.id, outcome: "refused", actor: "user_1", note: "asked" }
    await store.workflow("resolve-financing-doubt", word)
    expect(await outcomesOf(cart.id, "refund")).toEqual(["refused"])
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({
        what: "doubt-resolved",
        actor: "user_1",
        details: { operation: doubt?.id, kind: "refund", outcome: "refused", note: "asked" },
      })
    )
    await expect(store.workflow("resolve-financing-doubt", word)).rejects.toThrow(/known already/)
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    await expectInvariants(cart.id)
  })
})

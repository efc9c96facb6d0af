import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  ageDoubt,
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
} from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { createPaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator } = createHarness()

describe("Capturing an order when the settle's answer is lost", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await simulator.settings({ behaviour: { secondSettle: "ok", fundDelaySeconds: 0 } })
  })

  it.each(["timeout", "reset", "truncated", "garbage", "empty", "mid-body"] as const)(
    "succeeds when a status check confirms the settle (A1: %s)",
    async (kind) => {
      const { cart, token, payment } = await createPaidOrder()
      await injectFault(token, { operation: "settle", kind, when: "after", nth: 1 })
      const capturedPayment = await admin.capture(payment.id)
      expect(capturedPayment.captured_at).toEqual(expect.any(String))
      expect(await listServiceCalls(token, "settle")).toHaveLength(1)
      expect(await listOutcomes(cart.id, "settle")).toEqual(["confirmed"])
      await expectInvariants(cart.id)
    }
  )

  it.each([500, 502, 503, 504])(
    "succeeds when a status check confirms a settle that was answered %s (A1)",
    async (status) => {
      const { cart, token, payment } = await createPaidOrder()
      await injectFault(token, {
        operation: "settle",
        kind: "status",
        status,
        when: "after",
        nth: 1,
      })
      await admin.capture(payment.id)
      expect(await listServiceCalls(token, "settle")).toHaveLength(1)
      await expectInvariants(cart.id)
    }
  )

  it("stays in doubt while the service reports S, and repeats the settle after 15 minutes (A1)", async () => {
    const { cart, token, payment, order } = await createPaidOrder()
    await injectFault(token, { operation: "settle", kind: "timeout", nth: 1 })
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(/may have taken effect/)
    const { id, review_reason } = await getLatestApplication(cart.id)
    expect(review_reason).toMatch(/not known whether the settle reached the financing service/)
    await expectInvariants(cart.id)

    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      /earlier settle .* Nothing was sent/
    )
    await reconcile(id)
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toBeNull()

    await ageDoubt(cart.id, 16)
    await reconcile(id)
    expect(await listServiceCalls(token, "settle")).toHaveLength(2)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await expectInvariants(cart.id)
  })

  it("is recorded automatically when the service executes the settle late (A14)", async () => {
    const { cart, token, payment, order } = await createPaidOrder()
    const lateFault = { operation: "settle", kind: "reset", executesAfterMs: 300, nth: 1 } as const
    await injectFault(token, lateFault)
    await getRefusalMessage(admin.capture(payment.id))
    await simulator.clock({ advanceSeconds: 1 })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it.each(["ok", "400", "404", "409", "500"] as const)(
    "succeeds after a 401 to an executed settle, whatever the repeat returns (A2, A21: %s)",
    async (secondSettle) => {
      await simulator.settings({ behaviour: { secondSettle } })
      const { cart, token, payment } = await createPaidOrder()
      await injectFault(token, { operation: "settle", kind: "unauthorized", when: "after", nth: 1 })
      await admin.capture(payment.id)
      expect(await listServiceCalls(token, "settle")).toHaveLength(2)
      expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
      await expectInvariants(cart.id)
    }
  )

  it.each(["ok", "400", "409", "500"] as const)(
    "repeats the settle at most once while funding is slow, and ends funded (A2: %s)",
    async (secondSettle) => {
      await simulator.settings({ behaviour: { secondSettle, fundDelaySeconds: 3_600 } })
      const { cart, token, payment } = await createPaidOrder()
      const { id } = await getLatestApplication(cart.id)
      await injectFault(token, { operation: "settle", kind: "reset", when: "after", nth: 1 })
      await getRefusalMessage(admin.capture(payment.id))
      for (const minutes of [16, 16, 16]) {
        await ageDoubt(cart.id, minutes)
        await reconcile(id)
      }
      expect(await listServiceCalls(token, "settle")).toHaveLength(2)
      await simulator.clock({ advanceSeconds: 3_600 })
      await reconcile(id)
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "funded",
        review_reason: null,
      })
      await expectInvariants(cart.id)
    }
  )
})

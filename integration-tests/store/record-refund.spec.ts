import type { ReviewCause } from "../../src/domain/review-causes"
import type { ReviewCaseView } from "../../src/workflows"
import { createPortalRefund } from "./review-cases-situations"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  expectRefusal,
  resolveReviewCase,
} from "./review-cases-steps"
import { expectConsistentLedger } from "./medusa-ledger"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { repairLedger } from "./aged-ledger"
import { listServiceCalls, reconcileUntil, getRefusalMessage } from "./money-steps"
import {
  getLatestApplication,
  listOperations,
  listTimelineEntries,
  listTokens,
} from "./plugin-records"
import { createCapturedOrder, type PaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator } = createHarness()

/** Medusa has the refund with the user and the note, and nothing was sent to the service. */
async function expectRecordedRefund(
  { cart, order, token }: PaidOrder,
  dollars: number
): Promise<void> {
  await reconcileUntil(cart.id, async () => {
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([
      { amount: dollars, created_by: "user_merchant", note: "The portal shows it" },
    ])
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  })
  expect(await listServiceCalls(token, "refund")).toEqual([])
  expect(await listServiceCalls(token, "partialRefund")).toEqual([])
  const operations = await listOperations((await getLatestApplication(cart.id)).id)
  expect(operations.filter(({ kind }) => /refund/.test(kind))).toMatchObject([
    { outcome: "confirmed", resolved_by: "user_merchant", resolution_note: "The portal shows it" },
  ])
  await expectInvariants(cart.id)
}

async function expectNoRecordedRefund({ cart, order }: PaidOrder): Promise<void> {
  expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toEqual([])
  expect(await getLatestApplication(cart.id)).toMatchObject({ refunded_cents: 0 })
}

/** $100 refunded in the portal: the service created a new application, and the shop did not get its token. */
async function createPartialPortalRefund(
  cause: ReviewCause = "refunded-elsewhere"
): Promise<{ purchase: PaidOrder; reviewCase: ReviewCaseView }> {
  const purchase = await createCapturedOrder()
  const loanAmount = Math.round(purchase.applied.loanAmount * 100 - 10_000) / 100
  await simulator.portal(purchase.token, { action: "partial-refund", loanAmount, postback: false })
  return { purchase, reviewCase: await waitForReviewCase(purchase.cart.id, cause) }
}

/** The service replaced the known application with one for the same amount, and the shop did not get its token. */
async function replaceApplicationInPortal(
  cause: ReviewCause
): Promise<{ purchase: PaidOrder; reviewCase: ReviewCaseView; tip: string }> {
  const purchase = await createCapturedOrder()
  const { loanAmount } = purchase.applied
  await simulator.portal(purchase.token, { action: "partial-refund", loanAmount, postback: false })
  const reviewCase = await waitForReviewCase(purchase.cart.id, cause)
  const { tip } = await simulator.application(purchase.token)
  return { purchase, reviewCase, tip }
}

/** The refund of $100 is recorded in Medusa, and the next one goes to the new application. */
async function expectContinuedUnderToken(tip: string, purchase: PaidOrder): Promise<void> {
  await expectRecordedRefund(purchase, 100)
  const { id } = await getLatestApplication(purchase.cart.id)
  expect((await listTokens(id)).at(-1)?.token).toBe(tip)
  await admin.refund(purchase.payment.id, { amount: 50 })
  expect(await simulator.calls({ operation: "partialRefund", token: tip })).toHaveLength(1)
  await expectInvariants(purchase.cart.id)
}

describe("A refund that was made in the service's portal (A7, C7)", () => {
  it("is recorded in full in Medusa when staff confirm it, with the user and the note", async () => {
    const purchase = await createPortalRefund()
    const reviewCase = await waitForReviewCase(purchase.cart.id, "refunded-elsewhere")
    expect(reviewCase.actions[0]).toBe("record-refund")
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await expectRecordedRefund(purchase, Number(purchase.payment.amount))
    expect((await getLatestApplication(purchase.cart.id)).state).toBe("refunded")
  })

  it("is recorded in part, and the next refund goes to the new application", async () => {
    const { purchase, reviewCase } = await createPartialPortalRefund()
    const { tip } = await simulator.application(purchase.token)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000, token: tip })
    await expectContinuedUnderToken(tip, purchase)
  })

  it("is not recorded when the service reports something else", async () => {
    const { purchase, reviewCase } = await createPartialPortalRefund()
    const { tip } = await simulator.application(purchase.token)
    const otherPurchase = await createCapturedOrder()
    const getRefusal = async (resolveOptions: { cents?: number; token?: string }) =>
      await expectRefusal(resolveReviewCase(reviewCase, "record-refund", resolveOptions))
    expect(await getRefusal({})).toMatch(/Say how much/)
    expect(await getRefusal({ cents: 10_000 })).toMatch(/name that token/)
    expect(await getRefusal({ cents: 20_000, token: tip })).toMatch(/does not finance/)
    expect(await getRefusal({ cents: 10_000, token: otherPurchase.token })).toMatch(
      /already belongs to/
    )
    expect(await getRefusal({ cents: 10_000_000 })).toMatch(/between one cent and/)
    await expectNoRecordedRefund(purchase)
    await expectInvariants(purchase.cart.id, { listed: true, elsewhere: 1 })
  })

  it("is recorded once when two staff members record it at the same moment", async () => {
    const purchase = await createPortalRefund()
    const reviewCase = await waitForReviewCase(purchase.cart.id, "refunded-elsewhere")
    const resolveOptions = { cents: reviewCase.medusa.financed_cents }
    const decisions = [
      resolveReviewCase(reviewCase, "record-refund", resolveOptions),
      resolveReviewCase(reviewCase, "record-refund", resolveOptions),
    ]
    const results = await Promise.allSettled(decisions)
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    await expectRecordedRefund(purchase, Number(purchase.payment.amount))
  })

  it.each([
    ["finances less", "amounts", false],
    ["exempted the customer from taxes", "tax-exempt", true],
  ] as const)("is recorded when the service kept its token and %s", async (_, cause, taxExempt) => {
    const purchase = await createCapturedOrder()
    const loanAmount = Math.round(purchase.applied.loanAmount * 100 - 10_000) / 100
    await simulator.status(purchase.token, { loanAmount, taxExempt, postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, cause)
    expect(
      await expectRefusal(resolveReviewCase(reviewCase, "record-refund", { cents: 9_999 }))
    ).toMatch(/does not finance/)
    await expectNoRecordedRefund(purchase)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000 })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    const order = await admin.getOrder(purchase.order.id)
    expect(getOnlyPayment(order).refunds).toMatchObject([{ amount: 100 }])
    // Medusa lowers the order's total by the refund: the merchant collects the rest elsewhere.
    expect(Number(order.summary.pending_difference)).toBe(0)
    await expectInvariants(purchase.cart.id)
  })
})

describe("A recorded refund that staff undo (N1)", () => {
  const undoRefund = async (
    { cart }: PaidOrder,
    input: { cents?: number; token?: string } = {}
  ) => {
    const { id } = await getLatestApplication(cart.id)
    const path = `/admin/consumer-financing/applications/${id}/take-back-refund`
    await admin.adminApi.post(path, { note: "It was a part only", ...input })
  }

  /** The whole amount was recorded as refunded, though the portal had refunded only $100. */
  async function recordExcessiveRefund(): Promise<PaidOrder & { tip: string }> {
    const { purchase, reviewCase } = await createPartialPortalRefund()
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await expectRecordedRefund(purchase, Number(purchase.payment.amount)).catch(() => undefined)
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toHaveLength(1)
    const { tip } = await simulator.application(purchase.token)
    return { ...purchase, tip }
  }

  type Overview = { overview: { money: { refunded: { cents: number } } } }
  type PayoutReport = {
    count: number
    events: { application_id: string; event: string; cents: number }[]
  }

  const readRefundedCents = async (): Promise<number> => {
    const { overview } = await admin.adminApi.get<Overview>("/admin/consumer-financing/overview")
    return overview.money.refunded.cents
  }
  /** The signed amounts of an application in the payout report. */
  async function listPayouts(id: string): Promise<[string, number][]> {
    const path = "/admin/consumer-financing/payouts?from=2020-01-01&to=2099-12-31"
    const { count } = await admin.adminApi.get<PayoutReport>(`${path}&limit=1`)
    // The earlier events belong to other purchases of this store.
    const lastPage = `limit=100&offset=${Math.max(0, count - 100)}`
    const { events } = await admin.adminApi.get<PayoutReport>(`${path}&${lastPage}`)
    const ownEvents = events.filter(({ application_id }) => application_id === id)
    return ownEvents.map(({ event, cents }) => [event, cents])
  }

  it("is replaced by the part that the portal shows, with the user and the note", async () => {
    const refundedBefore = await readRefundedCents()
    const purchase = await recordExcessiveRefund()
    const otherPurchase = await createCapturedOrder()
    expect(await getRefusalMessage(undoRefund(purchase))).toMatch(/confirms the recorded refund/)
    const wrongInputs = [
      { cents: 20_000, token: purchase.tip },
      { cents: 10_000, token: otherPurchase.token },
    ]
    for (const wrongInput of wrongInputs)
      expect(await getRefusalMessage(undoRefund(purchase, wrongInput))).toMatch(/./)
    expect((await getLatestApplication(purchase.cart.id)).state).toBe("refunded")
    await undoRefund(purchase, { cents: 10_000, token: purchase.tip })
    await reconcileUntil(purchase.cart.id, async () => {
      await repairLedger(purchase)
      const order = await admin.getOrder(purchase.order.id)
      expect(getOnlyPayment(order).refunds).toMatchObject([{ amount: 100 }])
      expect(Math.abs(Number(order.summary.pending_difference))).toBeLessThan(0.01)
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
      await expectConsistentLedger(order)
    })
    const { id, ...application } = await getLatestApplication(purchase.cart.id)
    expect(application).toMatchObject({ state: "partly-refunded", refunded_cents: 10_000 })
    expect(await readRefundedCents()).toBe(refundedBefore + 10_000)
    const { financed_cents } = application
    expect((await listPayouts(id)).filter(([event]) => event.includes("refund"))).toEqual([
      ["refunded", -financed_cents],
      ["refund-taken-back", financed_cents],
      ["partly-refunded", -10_000],
    ])
    expect(
      (await listTimelineEntries(id)).find(({ what }) => what === "refund-taken-back")
    ).toMatchObject({
      actor: expect.stringMatching(/^user_/) as string,
      details: { note: "It was a part only" },
    })
    // The next refund goes to the current application.
    await admin.refund(purchase.payment.id, { amount: 50 })
    expect(await simulator.calls({ operation: "partialRefund", token: purchase.tip })).toHaveLength(
      1
    )
    await expectInvariants(purchase.cart.id)
    expect(await getRefusalMessage(undoRefund(purchase))).toMatch(/not recorded by staff/)
  })

  it("leaves no refund when the service still finances the whole amount", async () => {
    const purchase = await createPortalRefund()
    const reviewCase = await waitForReviewCase(purchase.cart.id, "refunded-elsewhere")
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await expectRecordedRefund(purchase, Number(purchase.payment.amount))
    await simulator.status(purchase.token, { status: "L", postback: false })
    await undoRefund(purchase)
    await reconcileUntil(purchase.cart.id, async () => {
      await repairLedger(purchase)
      const order = await admin.getOrder(purchase.order.id)
      expect(getOnlyPayment(order).refunds).toEqual([])
      expect(Math.abs(Number(order.summary.pending_difference))).toBeLessThan(0.01)
      await expectConsistentLedger(order)
    })
    const { financed_cents, ...application } = await getLatestApplication(purchase.cart.id)
    expect(application).toMatchObject({
      state: "funded",
      refunded_cents: 0,
      service_cents: financed_cents,
    })
  })
})

describe("A partial refund in the portal that the old token does not report (A7, C7)", () => {
  afterEach(() => simulator.settings({ behaviour: { oldTokenAfterPartialRefund: "T" } }))

  it.each([
    ["is unknown to the service", "404", /refuses to say how this application stands/],
    ["returns the new application", "follows", /names another application/],
  ] as const)(
    "is recorded with the new token when the old token %s",
    async (_, oldTokenAnswer, reasonPattern) => {
      await simulator.settings({ behaviour: { oldTokenAfterPartialRefund: oldTokenAnswer } })
      const { purchase, reviewCase } = await createPartialPortalRefund("answer")
      expect(reviewCase.reason).toMatch(reasonPattern)
      expect(reviewCase.reason).toMatch(/record that refund with the new application's token/)
      await reconcileUntil(purchase.cart.id, async () =>
        expect(await listPurchaseReviewCases(purchase.cart.id)).toMatchObject([
          {
            medusa: {
              purchase_state: "captured-order",
              captured_cents: reviewCase.medusa.financed_cents,
            },
            actions: ["record-refund", "check-again", "acknowledge"],
          },
        ])
      )
      const { tip } = await simulator.application(purchase.token)
      const getRefusal = async (resolveOptions: { cents?: number; token?: string }) =>
        await expectRefusal(resolveReviewCase(reviewCase, "record-refund", resolveOptions))
      expect(await getRefusal({ cents: 20_000, token: tip })).toMatch(/does not finance/)
      expect(await getRefusal({ cents: 10_000, token: "unheard-of" })).toMatch(/./)
      expect(await getRefusal({ cents: reviewCase.medusa.financed_cents })).toMatch(/./)
      await expectNoRecordedRefund(purchase)
      await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000, token: tip })
      await expectContinuedUnderToken(tip, purchase)
    }
  )
})

describe("A new application for the same amount that replaced the known one (A7)", () => {
  afterEach(() => simulator.settings({ behaviour: { oldTokenAfterPartialRefund: "T" } }))

  it.each([
    ["reads as refunded", "T", "refunded-elsewhere"],
    ["is unknown to the service", "404", "answer"],
    ["returns the new application", "follows", "answer"],
  ] as const)(
    "is used when staff enter its token and the old token %s",
    async (_, oldTokenAnswer, cause) => {
      await simulator.settings({ behaviour: { oldTokenAfterPartialRefund: oldTokenAnswer } })
      const { purchase, reviewCase, tip } = await replaceApplicationInPortal(cause)
      expect(
        await expectRefusal(resolveReviewCase(reviewCase, "record-refund", { cents: 0 }))
      ).toMatch(/one cent/)
      expect(
        await expectRefusal(
          resolveReviewCase(reviewCase, "record-refund", { cents: 1, token: tip })
        )
      ).toMatch(/does not finance/)
      await expectNoRecordedRefund(purchase)
      await resolveReviewCase(reviewCase, "record-refund", { cents: 0, token: tip })
      await reconcileUntil(purchase.cart.id, async () =>
        expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
      )
      await expectNoRecordedRefund(purchase)
      const { id } = await getLatestApplication(purchase.cart.id)
      expect((await listTokens(id)).map(({ token }) => token)).toEqual([purchase.token, tip])
      await admin.refund(purchase.payment.id, { amount: 50 })
      expect(await simulator.calls({ operation: "partialRefund", token: tip })).toHaveLength(1)
      await expectInvariants(purchase.cart.id, { elsewhere: 1 })
    }
  )

  it("is settled by staff when it still has to be settled (A9)", async () => {
    const { purchase, reviewCase, tip } = await replaceApplicationInPortal("refunded-elsewhere")
    await simulator.status(tip, { status: "S", postback: false })
    await resolveReviewCase(reviewCase, "record-refund", { cents: 0, token: tip })
    const settleCase = await waitForReviewCase(purchase.cart.id, "settle-again")
    expect(settleCase.reason).toMatch(/took the earlier one's place/)
    await resolveReviewCase(settleCase, "settle")
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    await expectInvariants(purchase.cart.id, { elsewhere: 1 })
  })
})

/** After a partial refund the new application has to be signed again, and the service cancels it. */
async function endApplicationAfterPartialRefund(): Promise<PaidOrder & { remainingCents: number }> {
  const purchase = await createCapturedOrder()
  await simulator.settings({ behaviour: { partialRefundAnswer: "B" } })
  await admin.refund(purchase.payment.id, { amount: 100 }).catch(() => undefined)
  const { tip } = await simulator.application(purchase.token)
  await simulator.status(tip, { status: "B", postback: false })
  const reviewCase = await waitForReviewCase(purchase.cart.id, "sign-again")
  await resolveReviewCase(reviewCase, "confirm-it-happened", { token: tip })
  await simulator.status(tip, { status: "O", postback: false })
  return { ...purchase, remainingCents: reviewCase.medusa.financed_cents - 10_000 }
}

describe("The captured amount of a loan that has ended at the service (I3)", () => {
  afterEach(() => simulator.settings({ behaviour: { partialRefundAnswer: "code" } }))

  it.each([
    ["of an open order", false, /in Medusa the order is captured/],
    [
      "of a cancelled order",
      true,
      /still counts what it captured\. If the service.s portal shows no other application/,
    ],
  ])(
    "%s opens a review case, and staff record it as refunded",
    async (_, isCancelled, reasonPattern) => {
      const { cart, order, token, remainingCents } = await endApplicationAfterPartialRefund()
      if (isCancelled) {
        await admin.cancelOrder(order.id).catch(() => undefined)
      }
      const reviewCase = await waitForReviewCase(cart.id, "mismatch")
      expect(reviewCase.reason).toMatch(reasonPattern)
      expect(reviewCase.actions).toEqual(["record-refund", "check-again", "acknowledge"])
      expect(
        await expectRefusal(
          resolveReviewCase(reviewCase, "record-refund", { cents: remainingCents - 1 })
        )
      ).toMatch(/does not finance \$0\.01/)
      await resolveReviewCase(reviewCase, "record-refund", { cents: remainingCents })
      await reconcileUntil(cart.id, async () => {
        expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(2)
        expect(await listPurchaseReviewCases(cart.id)).toEqual([])
      })
      await expectConsistentLedger(await admin.getOrder(order.id))
      expect(await listServiceCalls(token, "refund")).toEqual([])
      expect(await listServiceCalls(token, "cancel")).toEqual([])
    }
  )
})

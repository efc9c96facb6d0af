import type { ReviewCause } from "../../src/domain/review-causes"
import type { ReviewCaseView } from "../../src/workflows"
import { createPortalRefund } from "./review-cases-situations"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  getDecisionRefusal,
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
async function expectRecorded({ cart, order, token }: PaidOrder, dollars: number): Promise<void> {
  await reconcileUntil(cart.id, async () => {
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([
      { amount: dollars, created_by: "user_merchant", note: "The portal shows it" },
    ])
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
  })
  expect(await listServiceCalls(token, "refund")).toEqual([])
  expect(await listServiceCalls(token, "partialRefund")).toEqual([])
  const journal = await listOperations((await getLatestApplication(cart.id)).id)
  expect(journal.filter(({ kind }) => /refund/.test(kind))).toMatchObject([
    { outcome: "confirmed", resolved_by: "user_merchant", resolution_note: "The portal shows it" },
  ])
  await expectInvariants(cart.id)
}

async function expectNothingRecorded({ cart, order }: PaidOrder): Promise<void> {
  expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toEqual([])
  expect(await getLatestApplication(cart.id)).toMatchObject({ refunded_cents: 0 })
}

/** $100 refunded in the portal: the service created a new application, and the shop did not get its token. */
async function partlyRefundedInPortal(
  cause: ReviewCause = "refunded-elsewhere"
): Promise<{ bought: PaidOrder; reviewCase: ReviewCaseView }> {
  const bought = await createCapturedOrder()
  const loanAmount = Math.round(bought.applied.loanAmount * 100 - 10_000) / 100
  await simulator.portal(bought.token, { action: "partial-refund", loanAmount, postback: false })
  return { bought, reviewCase: await waitForReviewCase(bought.cart.id, cause) }
}

/** The service replaced the known application with one for the same amount, and the shop did not get its token. */
async function replacedInPortal(
  cause: ReviewCause
): Promise<{ bought: PaidOrder; reviewCase: ReviewCaseView; tip: string }> {
  const bought = await createCapturedOrder()
  const { loanAmount } = bought.applied
  await simulator.portal(bought.token, { action: "partial-refund", loanAmount, postback: false })
  const reviewCase = await waitForReviewCase(bought.cart.id, cause)
  const { tip } = await simulator.application(bought.token)
  return { bought, reviewCase, tip }
}

/** The refund of $100 is recorded in Medusa, and the next one goes to the new application. */
async function expectGoesOnUnder(tip: string, bought: PaidOrder): Promise<void> {
  await expectRecorded(bought, 100)
  const { id } = await getLatestApplication(bought.cart.id)
  expect((await listTokens(id)).at(-1)?.token).toBe(tip)
  await admin.refund(bought.payment.id, { amount: 50 })
  expect(await simulator.calls({ operation: "partialRefund", token: tip })).toHaveLength(1)
  await expectInvariants(bought.cart.id)
}

describe("A refund that was made in the service's portal (A7, C7)", () => {
  it("is recorded in full in Medusa when staff confirm it, with the user and the note", async () => {
    const bought = await createPortalRefund()
    const reviewCase = await waitForReviewCase(bought.cart.id, "refunded-elsewhere")
    expect(reviewCase.actions[0]).toBe("record-refund")
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await expectRecorded(bought, Number(bought.payment.amount))
    expect((await getLatestApplication(bought.cart.id)).state).toBe("refunded")
  })

  it("is recorded in part, and the next refund goes to the new application", async () => {
    const { bought, reviewCase } = await partlyRefundedInPortal()
    const { tip } = await simulator.application(bought.token)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000, token: tip })
    await expectGoesOnUnder(tip, bought)
  })

  it("is not recorded when the service reports something else", async () => {
    const { bought, reviewCase } = await partlyRefundedInPortal()
    const { tip } = await simulator.application(bought.token)
    const stranger = await createCapturedOrder()
    const refused = async (more: { cents?: number; token?: string }) =>
      await getDecisionRefusal(resolveReviewCase(reviewCase, "record-refund", more))
    expect(await refused({})).toMatch(/Say how much/)
    expect(await refused({ cents: 10_000 })).toMatch(/name that token/)
    expect(await refused({ cents: 20_000, token: tip })).toMatch(/does not finance/)
    expect(await refused({ cents: 10_000, token: stranger.token })).toMatch(/already belongs to/)
    expect(await refused({ cents: 10_000_000 })).toMatch(/between one cent and/)
    await expectNothingRecorded(bought)
    await expectInvariants(bought.cart.id, { listed: true, elsewhere: 1 })
  })

  it("is recorded once when two staff members record it at the same moment", async () => {
    const bought = await createPortalRefund()
    const reviewCase = await waitForReviewCase(bought.cart.id, "refunded-elsewhere")
    const word = { cents: reviewCase.medusa.financed_cents }
    const both = [
      resolveReviewCase(reviewCase, "record-refund", word),
      resolveReviewCase(reviewCase, "record-refund", word),
    ]
    const ended = await Promise.allSettled(both)
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    await expectRecorded(bought, Number(bought.payment.amount))
  })

  it.each([
    ["finances less", "amounts", false],
    ["exempted the customer from taxes", "tax-exempt", true],
  ] as const)("is recorded when the service kept its token and %s", async (_, cause, taxExempt) => {
    const bought = await createCapturedOrder()
    const loanAmount = Math.round(bought.applied.loanAmount * 100 - 10_000) / 100
    await simulator.status(bought.token, { loanAmount, taxExempt, postback: false })
    const reviewCase = await waitForReviewCase(bought.cart.id, cause)
    expect(
      await getDecisionRefusal(resolveReviewCase(reviewCase, "record-refund", { cents: 9_999 }))
    ).toMatch(/does not finance/)
    await expectNothingRecorded(bought)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000 })
    await reconcileUntil(bought.cart.id, async () =>
      expect(await listPurchaseReviewCases(bought.cart.id)).toEqual([])
    )
    const order = await admin.getOrder(bought.order.id)
    expect(getOnlyPayment(order).refunds).toMatchObject([{ amount: 100 }])
    // Medusa lowers the order's total by the refund: the merchant collects the rest elsewhere.
    expect(Number(order.summary.pending_difference)).toBe(0)
    await expectInvariants(bought.cart.id)
  })
})

describe("A recorded refund that staff undo (N1)", () => {
  const takeBack = async ({ cart }: PaidOrder, more: { cents?: number; token?: string } = {}) => {
    const { id } = await getLatestApplication(cart.id)
    const path = `/admin/consumer-financing/applications/${id}/take-back-refund`
    await admin.adminApi.post(path, { note: "It was a part only", ...more })
  }

  /** The whole amount was recorded as refunded, though the portal had refunded only $100. */
  async function recordedTooMuch(): Promise<PaidOrder & { tip: string }> {
    const { bought, reviewCase } = await partlyRefundedInPortal()
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await expectRecorded(bought, Number(bought.payment.amount)).catch(() => undefined)
    expect(getOnlyPayment(await admin.getOrder(bought.order.id)).refunds).toHaveLength(1)
    const { tip } = await simulator.application(bought.token)
    return { ...bought, tip }
  }

  type Overview = { overview: { money: { refunded: { cents: number } } } }
  type Report = {
    count: number
    events: { application_id: string; event: string; cents: number }[]
  }

  const refundedCents = async (): Promise<number> => {
    const { overview } = await admin.adminApi.get<Overview>("/admin/consumer-financing/overview")
    return overview.money.refunded.cents
  }
  /** The signed amounts of an application in the payout report. */
  async function payoutsOf(id: string): Promise<[string, number][]> {
    const path = "/admin/consumer-financing/payouts?from=2020-01-01&to=2099-12-31"
    const { count } = await admin.adminApi.get<Report>(`${path}&limit=1`)
    // The earlier events belong to other purchases of this store.
    const last = `limit=100&offset=${Math.max(0, count - 100)}`
    const { events } = await admin.adminApi.get<Report>(`${path}&${last}`)
    const own = events.filter(({ application_id }) => application_id === id)
    return own.map(({ event, cents }) => [event, cents])
  }

  it("is replaced by the part that the portal shows, with the user and the note", async () => {
    const refundedBefore = await refundedCents()
    const bought = await recordedTooMuch()
    const stranger = await createCapturedOrder()
    expect(await getRefusalMessage(takeBack(bought))).toMatch(/confirms the recorded refund/)
    const wrong = [
      { cents: 20_000, token: bought.tip },
      { cents: 10_000, token: stranger.token },
    ]
    for (const one of wrong) expect(await getRefusalMessage(takeBack(bought, one))).toMatch(/./)
    expect((await getLatestApplication(bought.cart.id)).state).toBe("refunded")
    await takeBack(bought, { cents: 10_000, token: bought.tip })
    await reconcileUntil(bought.cart.id, async () => {
      await repairLedger(bought)
      const order = await admin.getOrder(bought.order.id)
      expect(getOnlyPayment(order).refunds).toMatchObject([{ amount: 100 }])
      expect(Math.abs(Number(order.summary.pending_difference))).toBeLessThan(0.01)
      expect(await listPurchaseReviewCases(bought.cart.id)).toEqual([])
      await expectConsistentLedger(order)
    })
    const { id, ...application } = await getLatestApplication(bought.cart.id)
    expect(application).toMatchObject({ state: "partly-refunded", refunded_cents: 10_000 })
    expect(await refundedCents()).toBe(refundedBefore + 10_000)
    const { financed_cents } = application
    expect((await payoutsOf(id)).filter(([event]) => event.includes("refund"))).toEqual([
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
    await admin.refund(bought.payment.id, { amount: 50 })
    expect(await simulator.calls({ operation: "partialRefund", token: bought.tip })).toHaveLength(1)
    await expectInvariants(bought.cart.id)
    expect(await getRefusalMessage(takeBack(bought))).toMatch(/not recorded by staff/)
  })

  it("leaves no refund when the service still finances the whole amount", async () => {
    const bought = await createPortalRefund()
    const reviewCase = await waitForReviewCase(bought.cart.id, "refunded-elsewhere")
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await expectRecorded(bought, Number(bought.payment.amount))
    await simulator.status(bought.token, { status: "L", postback: false })
    await takeBack(bought)
    await reconcileUntil(bought.cart.id, async () => {
      await repairLedger(bought)
      const order = await admin.getOrder(bought.order.id)
      expect(getOnlyPayment(order).refunds).toEqual([])
      expect(Math.abs(Number(order.summary.pending_difference))).toBeLessThan(0.01)
      await expectConsistentLedger(order)
    })
    const { financed_cents, ...application } = await getLatestApplication(bought.cart.id)
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
  ] as const)("is recorded with the new token when the old token %s", async (_, old, why) => {
    await simulator.settings({ behaviour: { oldTokenAfterPartialRefund: old } })
    const { bought, reviewCase } = await partlyRefundedInPortal("answer")
    expect(reviewCase.reason).toMatch(why)
    expect(reviewCase.reason).toMatch(/record that refund with the new application's token/)
    await reconcileUntil(bought.cart.id, async () =>
      expect(await listPurchaseReviewCases(bought.cart.id)).toMatchObject([
        {
          medusa: {
            purchase_state: "captured-order",
            captured_cents: reviewCase.medusa.financed_cents,
          },
          actions: ["record-refund", "check-again", "acknowledge"],
        },
      ])
    )
    const { tip } = await simulator.application(bought.token)
    const refused = async (more: { cents?: number; token?: string }) =>
      await getDecisionRefusal(resolveReviewCase(reviewCase, "record-refund", more))
    expect(await refused({ cents: 20_000, token: tip })).toMatch(/does not finance/)
    expect(await refused({ cents: 10_000, token: "unheard-of" })).toMatch(/./)
    expect(await refused({ cents: reviewCase.medusa.financed_cents })).toMatch(/./)
    await expectNothingRecorded(bought)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000, token: tip })
    await expectGoesOnUnder(tip, bought)
  })
})

describe("A new application for the same amount that replaced the known one (A7)", () => {
  afterEach(() => simulator.settings({ behaviour: { oldTokenAfterPartialRefund: "T" } }))

  it.each([
    ["reads as refunded", "T", "refunded-elsewhere"],
    ["is unknown to the service", "404", "answer"],
    ["returns the new application", "follows", "answer"],
  ] as const)("is used when staff enter its token and the old token %s", async (_, old, cause) => {
    await simulator.settings({ behaviour: { oldTokenAfterPartialRefund: old } })
    const { bought, reviewCase, tip } = await replacedInPortal(cause)
    expect(
      await getDecisionRefusal(resolveReviewCase(reviewCase, "record-refund", { cents: 0 }))
    ).toMatch(/one cent/)
    expect(
      await getDecisionRefusal(
        resolveReviewCase(reviewCase, "record-refund", { cents: 1, token: tip })
      )
    ).toMatch(/does not finance/)
    await expectNothingRecorded(bought)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 0, token: tip })
    await reconcileUntil(bought.cart.id, async () =>
      expect(await listPurchaseReviewCases(bought.cart.id)).toEqual([])
    )
    await expectNothingRecorded(bought)
    const { id } = await getLatestApplication(bought.cart.id)
    expect((await listTokens(id)).map(({ token }) => token)).toEqual([bought.token, tip])
    await admin.refund(bought.payment.id, { amount: 50 })
    expect(await simulator.calls({ operation: "partialRefund", token: tip })).toHaveLength(1)
    await expectInvariants(bought.cart.id, { elsewhere: 1 })
  })

  it("is settled by staff when it still has to be settled (A9)", async () => {
    const { bought, reviewCase, tip } = await replacedInPortal("refunded-elsewhere")
    await simulator.status(tip, { status: "S", postback: false })
    await resolveReviewCase(reviewCase, "record-refund", { cents: 0, token: tip })
    const again = await waitForReviewCase(bought.cart.id, "settle-again")
    expect(again.reason).toMatch(/took the earlier one's place/)
    await resolveReviewCase(again, "settle")
    await reconcileUntil(bought.cart.id, async () =>
      expect(await listPurchaseReviewCases(bought.cart.id)).toEqual([])
    )
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    await expectInvariants(bought.cart.id, { elsewhere: 1 })
  })
})

/** After a partial refund the new application has to be signed again, and the service cancels it. */
async function endedAfterPartialRefund(): Promise<PaidOrder & { left: number }> {
  const bought = await createCapturedOrder()
  await simulator.settings({ behaviour: { partialRefundAnswer: "B" } })
  await admin.refund(bought.payment.id, { amount: 100 }).catch(() => undefined)
  const { tip } = await simulator.application(bought.token)
  await simulator.status(tip, { status: "B", postback: false })
  const reviewCase = await waitForReviewCase(bought.cart.id, "sign-again")
  await resolveReviewCase(reviewCase, "confirm-it-happened", { token: tip })
  await simulator.status(tip, { status: "O", postback: false })
  return { ...bought, left: reviewCase.medusa.financed_cents - 10_000 }
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
  ])("%s opens a review case, and staff record it as refunded", async (_, isCancelled, why) => {
    const { cart, order, token, left } = await endedAfterPartialRefund()
    if (isCancelled) {
      await admin.cancelOrder(order.id).catch(() => undefined)
    }
    const reviewCase = await waitForReviewCase(cart.id, "mismatch")
    expect(reviewCase.reason).toMatch(why)
    expect(reviewCase.actions).toEqual(["record-refund", "check-again", "acknowledge"])
    expect(
      await getDecisionRefusal(resolveReviewCase(reviewCase, "record-refund", { cents: left - 1 }))
    ).toMatch(/does not finance \$0\.01/)
    await resolveReviewCase(reviewCase, "record-refund", { cents: left })
    await reconcileUntil(cart.id, async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toHaveLength(2)
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    })
    await expectConsistentLedger(await admin.getOrder(order.id))
    expect(await listServiceCalls(token, "refund")).toEqual([])
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })
})

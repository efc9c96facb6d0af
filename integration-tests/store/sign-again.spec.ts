import type { ReviewCaseView } from "../../src/workflows"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  expectRefusal,
  resolveReviewCase,
} from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, listOutcomes, getRefusalMessage, reconcileUntil } from "./money-steps"
import { waitUntilIdle } from "./scheduled-checks"
import { getLatestApplication, listTimelineEntries, listTokens } from "./plugin-records"
import { createCapturedOrder, type PaidOrder, createPaidOrder, getOnlyPayment } from "./purchases"
import { shipGoods } from "./shipping-steps"

const { admin, simulator } = createHarness()

/** The details for the customer's message, once for each new application. */
async function listSignAgainDetails(cartId: string) {
  const { id } = await getLatestApplication(cartId)
  const entries = await listTimelineEntries(id)
  return entries
    .filter(({ what }) => what === "customer-must-sign-again")
    .map(({ details }) => details)
}

const reconcileUntilSigned = (cartId: string) =>
  reconcileUntil(cartId, async () =>
    expect((await listPurchaseReviewCases(cartId)).map(({ cause }) => cause)).not.toContain(
      "sign-again"
    )
  )

/** A partial refund that the service answers with B: the customer has to sign the new loan. */
async function requestUnsignedRefund(purchase: PaidOrder): Promise<ReviewCaseView> {
  await simulator.settings({ behaviour: { partialRefundAnswer: "B" } })
  expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))).toMatch(
    /^The customer has to sign again before the partial refund counts\./
  )
  await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
  return await waitForReviewCase(purchase.cart.id, "sign-again")
}

describe("a partial refund that the customer has to sign (A9)", () => {
  afterEach(async () => {
    await simulator.settings({ behaviour: { statusAfterSettle: "C", partialRefundAnswer: "code" } })
  })

  it("opens a review case that says the service writes to the customer, and blocks other refunds", async () => {
    const purchase = await createCapturedOrder()
    const reviewCase = await requestUnsignedRefund(purchase)
    expect(reviewCase.reason).toMatch(
      /^The customer has to sign again, by the message that the service sends to the customer: the plugin knows no link/
    )
    expect(await listSignAgainDetails(purchase.cart.id)).toEqual([
      { order_id: purchase.order.id, has_link: false },
    ])
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 50 }))).toMatch(
      /earlier partial refund/
    )
    expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(1)
    await expectInvariants(purchase.cart.id, { listed: true })
  })

  it("opens a review case that refers to the customer's link when the application still has one", async () => {
    await simulator.settings({ behaviour: { statusAfterSettle: "S" } })
    const purchase = await createCapturedOrder()
    const reviewCase = await requestUnsignedRefund(purchase)
    expect(reviewCase.reason).toMatch(
      /at their link, which the application's page in the dashboard copies/
    )
    expect(await listSignAgainDetails(purchase.cart.id)).toEqual([
      { order_id: purchase.order.id, has_link: true },
    ])
    const { customer_url: link } = await getLatestApplication(purchase.cart.id)
    expect(await (await fetch(String(link))).text()).toMatch(/sign/i)
    expect(JSON.stringify(await listSignAgainDetails(purchase.cart.id))).not.toContain(String(link))
  })

  it.each(["A", "W"])(
    "keeps its review case while the new application has status %s",
    async (status) => {
      const purchase = await createCapturedOrder()
      await requestUnsignedRefund(purchase)
      await simulator.status(purchase.token, { status, postback: false })
      await reconcileUntil(purchase.cart.id, async () => {
        expect((await getLatestApplication(purchase.cart.id)).code).toBe(status)
      })
      await waitForReviewCase(purchase.cart.id, "sign-again")
      expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["in-doubt"])
    }
  )

  it.each([
    ["C", "partly-refunded"],
    ["L", "partly-refunded"],
    ["S", "ready-to-settle"],
  ])("is confirmed once the new application has status %s", async (status, state) => {
    const purchase = await createCapturedOrder()
    await requestUnsignedRefund(purchase)
    const { tip } = await simulator.application(purchase.token)
    await simulator.status(purchase.token, { status, postback: false })
    await reconcileUntilSigned(purchase.cart.id)
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
    const application = await getLatestApplication(purchase.cart.id)
    expect(application).toMatchObject({ refunded_cents: 10_000, code: status })
    expect([state, "partly-refunded"]).toContain(application.state)
    expect(await listSignAgainDetails(purchase.cart.id)).toHaveLength(1)
    const serviceApplication = await simulator.application(purchase.token)
    expect(serviceApplication).toMatchObject({
      tip,
      loanAmount: serviceApplication.originalLoanAmount - 100,
    })
  })
})

describe("an unsigned partial refund that staff confirmed did not happen", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
  })

  /** The service has already replaced the application by the new one. */
  async function denyUnsignedRefund() {
    const purchase = await createCapturedOrder()
    const reviewCase = await requestUnsignedRefund(purchase)
    await resolveReviewCase(reviewCase, "confirm-it-did-not")
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["refused"])
    return { bought: purchase, tip: (await simulator.application(purchase.token)).tip }
  }

  it("is recorded and settled by staff when the customer signs after all (A9)", async () => {
    const { bought: purchase, tip } = await denyUnsignedRefund()
    await simulator.status(tip, { status: "S", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "amounts")
    expect(reviewCase.actions).toContain("record-refund")
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000 })
    await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "settle-again"), "settle")
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toMatchObject([
      { amount: 100 },
    ])
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })

  it("stays unrecorded when the first loan continues and staff confirm that", async () => {
    const { bought: purchase, tip } = await denyUnsignedRefund()
    await simulator.status(tip, { status: "O", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "mismatch")
    const recordFirstToken = () =>
      resolveReviewCase(reviewCase, "record-refund", { cents: 0, token: purchase.token })
    expect(await expectRefusal(recordFirstToken())).toMatch(/does not finance|neither funded/)
    // A scheduled check would read the altered answer and close the case.
    await waitUntilIdle((await getLatestApplication(purchase.cart.id)).id)
    await simulator.fault({
      operation: "getStatus",
      kind: "altered",
      when: "after",
      fields: { status: "C", loanAmount: purchase.applied.loanAmount },
      match: { token: purchase.token },
    })
    await recordFirstToken()
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    const { id } = await getLatestApplication(purchase.cart.id)
    expect((await listTokens(id)).map(({ token }) => token)).toEqual([tip, purchase.token])
    expect(await getLatestApplication(purchase.cart.id)).toMatchObject({
      code: "C",
      refunded_cents: 0,
    })
    expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).refunds).toEqual([])
  })
})

describe("a loan that the customer has to sign again for another reason", () => {
  it("opens a review case before the shipment, and is settled after the signature", async () => {
    const purchase = await createPaidOrder()
    await simulator.status(purchase.token, { status: "B", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "sign-again")
    expect(reviewCase.reason).toMatch(/at their link/)
    expect(await listSignAgainDetails(purchase.cart.id)).toEqual([
      { order_id: purchase.order.id, has_link: true },
    ])
    await shipGoods(purchase)
    await waitForReviewCase(purchase.cart.id, "sign-again")
    expect(await listServiceCalls(purchase.token, "settle")).toEqual([])
    await simulator.status(purchase.token, { status: "S", postback: false })
    await reconcileUntilSigned(purchase.cart.id)
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(purchase.order.id)).captured_at).toEqual(
        expect.any(String)
      )
    })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    await expectInvariants(purchase.cart.id)
  })

  it("opens a review case after its funding, and cannot be refunded before the signature", async () => {
    const purchase = await createCapturedOrder()
    await reconcileUntil(purchase.cart.id, async () => {
      expect((await getLatestApplication(purchase.cart.id)).code).toBe("C")
    })
    await simulator.status(purchase.token, { status: "B", postback: false })
    await waitForReviewCase(purchase.cart.id, "sign-again")
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 50 }))).toMatch(
      /Only a settled or funded financing can be refunded/
    )
    await simulator.status(purchase.token, { status: "C", postback: false })
    await reconcileUntilSigned(purchase.cart.id)
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    await expectInvariants(purchase.cart.id)
  })
})

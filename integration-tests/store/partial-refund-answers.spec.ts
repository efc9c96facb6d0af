import { setTimeout as sleep } from "node:timers/promises"
import { waitForReviewCase, expectRefusal, resolveReviewCase } from "./review-cases-steps"
import type { Behaviour } from "../../src/sandbox/behaviour"
import { withRefusedWrites } from "./refused-writes"
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
import { getLatestApplication, reconcile, listTokens } from "./plugin-records"
import { createCapturedOrder, type PaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator } = createHarness()

const setPartialRefundAnswer = (partialRefundAnswer: Behaviour["partialRefundAnswer"]) =>
  simulator.settings({ behaviour: { partialRefundAnswer } })

async function expectNoFurtherRefund({ payment, order, token, cart }: PaidOrder): Promise<void> {
  const callsBefore = await listServiceCalls(token, "partialRefund")
  expect(await getRefusalMessage(admin.refund(payment.id, { amount: 100 }))).toMatch(
    /Nothing was sent/
  )
  expect(await getRefusalMessage(admin.refund(payment.id, { amount: 7 }))).toMatch(
    /Nothing was sent/
  )
  expect(
    await getRefusalMessage(admin.refund(payment.id, { amount: Number(payment.amount) }))
  ).toMatch(/Nothing was sent/)
  await reconcile((await getLatestApplication(cart.id)).id)
  expect(await listServiceCalls(token, "partialRefund")).toHaveLength(callsBefore.length)
  expect(await listServiceCalls(token, "refund")).toEqual([])
  expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toEqual([])
}

/** Expects that the refund, whose row core removed after the lost answer, is recorded and not sent again. */
async function expectRefundRecorded({ cart, order, token }: PaidOrder): Promise<void> {
  await reconcileUntil(cart.id, async () => {
    expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([{ amount: 100 }])
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
  })
  expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
  await expectInvariants(cart.id)
}

describe("A partial refund with an odd answer (A9)", () => {
  afterEach(async () => {
    await simulator.clearFaults()
    await setPartialRefundAnswer("code")
  })

  it.each(["null-token", "no-token", "same-token"] as const)(
    "is in doubt without a new token (%s), and nothing more is sent",
    async (answer) => {
      const purchase = await createCapturedOrder()
      await setPartialRefundAnswer(answer)
      expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))).toMatch(
        /without a new token\. It is not counted as refunded/
      )
      await setPartialRefundAnswer("code")
      expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["in-doubt"])
      await expectInvariants(purchase.cart.id, { listed: true })
      await expectNoFurtherRefund(purchase)
      await expectInvariants(purchase.cart.id, { listed: true })
    }
  )

  it("is counted, and its new token stored, when the database fails briefly right after it (H3, A5)", async () => {
    const purchase = await createCapturedOrder()
    const { id } = await getLatestApplication(purchase.cart.id)
    const refusal = {
      table: "financing_token",
      event: "insert",
      when: `new.application_id = '${id}'`,
    } as const
    const { refunding } = await withRefusedWrites(refusal, async () => {
      const refund = admin.refund(purchase.payment.id, { amount: 100 })
      await eventually(async () => {
        expect((await simulator.application(purchase.token)).tokens).toHaveLength(2)
      })
      await sleep(500)
      return { refunding: refund }
    })
    await refunding
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
    const { tip } = await simulator.application(purchase.token)
    expect((await listTokens(id)).at(-1)?.token).toBe(tip)
    await expectInvariants(purchase.cart.id)
  })

  it.each(["unknown-code", "B"] as const)(
    "is not counted when its status proves nothing, though the new token is stored (%s)",
    async (answer) => {
      const purchase = await createCapturedOrder()
      await setPartialRefundAnswer(answer)
      await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))
      await setPartialRefundAnswer("code")
      const { id, review_reason } = await getLatestApplication(purchase.cart.id)
      expect(review_reason).toEqual(expect.any(String))
      const { tip } = await simulator.application(purchase.token)
      expect((await listTokens(id)).at(-1)?.token).toBe(tip)
      await expectNoFurtherRefund(purchase)
      await expectInvariants(purchase.cart.id, { listed: true })
    }
  )

  it("reports at status B that the customer has to sign again, and is counted once they have signed", async () => {
    const purchase = await createCapturedOrder()
    await setPartialRefundAnswer("B")
    expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))).toMatch(
      /customer has to sign again/
    )
    await setPartialRefundAnswer("code")
    await simulator.status(purchase.token, { status: "C", postback: false })
    await expectRefundRecorded(purchase)
  })

  it("is confirmed when the service answers with ok instead of a status", async () => {
    const purchase = await createCapturedOrder()
    await setPartialRefundAnswer("ok")
    await admin.refund(purchase.payment.id, { amount: 100 })
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
    await expectInvariants(purchase.cart.id)
  })

  it("is counted, and opens a review case, when the new application has to be settled (S)", async () => {
    const purchase = await createCapturedOrder()
    await setPartialRefundAnswer("S")
    await admin.refund(purchase.payment.id, { amount: 100 })
    await setPartialRefundAnswer("code")
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toMatch(
      /has to be settled/
    )
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    expect((await getLatestApplication(purchase.cart.id)).review_reason).toMatch(
      /has to be settled/
    )
    await expectInvariants(purchase.cart.id, { listed: true })
  })

  it("has its second settle, whose answer was lost, confirmed once the service reports funded (A1)", async () => {
    const purchase = await createCapturedOrder()
    await setPartialRefundAnswer("S")
    await admin.refund(purchase.payment.id, { amount: 100 })
    await setPartialRefundAnswer("code")
    await simulator.settings({ behaviour: { fundDelaySeconds: 3_600, statusAfterSettle: "S" } })
    const { tip } = await simulator.application(purchase.token)
    await injectFault(tip, { operation: "settle", kind: "reset", when: "after", nth: 1 })
    await expectRefusal(
      resolveReviewCase(await waitForReviewCase(purchase.cart.id, "settle-again"), "settle")
    )
    expect((await listOutcomes(purchase.cart.id, "settle")).at(-1)).toBe("in-doubt")
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    expect((await listOutcomes(purchase.cart.id, "settle")).at(-1)).toBe("in-doubt")
    await simulator.clock({ advanceSeconds: 3_601, token: tip })
    await simulator.status(tip, { status: "C", postback: false })
    await reconcileUntil(purchase.cart.id, async () =>
      expect((await listOutcomes(purchase.cart.id, "settle")).at(-1)).toBe("confirmed")
    )
    await reconcileUntil(purchase.cart.id, async () =>
      expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
    )
    expect(await listServiceCalls(purchase.token, "settle")).toHaveLength(2)
    await simulator.settings({ behaviour: { fundDelaySeconds: 0, statusAfterSettle: "C" } })
    await expectInvariants(purchase.cart.id)
  })

  it.each(["timeout", "reset", "truncated", "garbage"] as const)(
    "is in doubt when the answer is lost, and is never repeated (A5: %s)",
    async (kind) => {
      const purchase = await createCapturedOrder()
      await injectFault(purchase.token, { operation: "partialRefund", kind, when: "after", nth: 1 })
      expect(await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))).toMatch(
        /may have taken effect/
      )
      await expectNoFurtherRefund(purchase)
      expect(await simulator.application(purchase.token)).toMatchObject({
        partialRefunds: [expect.anything()],
      })
      await expectInvariants(purchase.cart.id, { listed: true })
    }
  )
})

describe("A partial refund whose answer was lost (A5)", () => {
  afterEach(() => simulator.clearFaults())

  async function createLostRefund(): Promise<PaidOrder> {
    const purchase = await createCapturedOrder()
    const lostAnswer = { operation: "partialRefund", kind: "reset", when: "after", nth: 1 } as const
    await injectFault(purchase.token, lostAnswer)
    await getRefusalMessage(admin.refund(purchase.payment.id, { amount: 100 }))
    return purchase
  }

  it("is confirmed by a postback that names the new token when status, amount and details agree", async () => {
    const purchase = await createLostRefund()
    await simulator.postback(purchase.token)
    await expectRefundRecorded(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    expect((await listTokens(id)).at(-1)?.token).toBe(
      (await simulator.application(purchase.token)).tip
    )
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["confirmed"])
  })

  it("stays in doubt when the new token's amount differs", async () => {
    const purchase = await createLostRefund()
    await simulator.status(purchase.token, { loanAmount: 900, postback: false })
    await simulator.postback(purchase.token)
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["in-doubt"])
    expect(await listTokens((await getLatestApplication(purchase.cart.id)).id)).toHaveLength(1)
    await expectInvariants(purchase.cart.id, { listed: true })
  })

  it("stays in doubt when a postback names another customer's token (B3)", async () => {
    const purchase = await createLostRefund()
    const otherPurchase = await createCapturedOrder({
      address: { first_name: "Sam", last_name: "Stranger" },
    })
    const remainingAmount = (await simulator.application(purchase.token)).loanAmount
    await simulator.status(otherPurchase.token, { loanAmount: remainingAmount, postback: false })
    await simulator.postback(purchase.token, { fields: { uuid: otherPurchase.token } })
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    expect(await listOutcomes(purchase.cart.id, "partial-refund")).toEqual(["in-doubt"])
    expect(await listTokens((await getLatestApplication(purchase.cart.id)).id)).toHaveLength(1)
  })
})

import { MERCHANT_ERRORS } from "../../src/domain/merchant-errors"
import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
  reconcileUntil,
} from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { createCapturedOrder, createPaidOrder, getOnlyPayment } from "./purchases"

const { admin, simulator, store } = createHarness()

describe("Capturing an order", () => {
  afterEach(() => simulator.clearFaults())

  it("settles the application once, and stores the service's status", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    expect(payment.captured_at).toEqual(expect.any(String))
    expect(payment.captures).toHaveLength(1)
    expect(await simulator.application(token)).toMatchObject({ settled: true, settleCount: 1 })
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "funded",
      review_reason: null,
    })
    await expectInvariants(cart.id)
  })

  it("sends no second settle when staff capture again", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await admin.capture(payment.id).catch(() => undefined)
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("settles once when two captures run at once (A7)", async () => {
    const { cart, order, token, payment } = await createPaidOrder()
    const results = await Promise.allSettled([admin.capture(payment.id), admin.capture(payment.id)])
    expect(results.map(({ status }) => status)).toContain("fulfilled")
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    expect(getOnlyPayment(await admin.getOrder(order.id)).captures).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("opens a review case when the service accepts the settle and does not fund it for days (I2)", async () => {
    await simulator.settings({ behaviour: { fundDelaySeconds: 30 * 86_400 } })
    const { cart, token } = await createCapturedOrder()
    await simulator.settings({ behaviour: { fundDelaySeconds: 0 } })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    const statement = `update financing_operation set finished_at = finished_at - interval '6 days'
      where application_id = ? and kind = 'settle'`
    await store.call("__pg_connection__", "raw", statement, [id])
    expect((await waitForReviewCase(cart.id, "mismatch")).reason).toMatch(
      /settled more than 5 days ago/
    )
    await simulator.status(token, { status: "C", postback: false })
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
    await expectInvariants(cart.id)
  })

  it("opens a review case when a loan funded by the service returns to ready to settle (I2)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await simulator.status(token, { status: "C", postback: false })
    await reconcileUntil(cart.id, async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
    })
    await simulator.status(token, { status: "S", postback: false })
    const reviewCase = await waitForReviewCase(cart.id, "settle-again")
    expect(reviewCase.reason).toMatch(/reads as ready to settle now: it has to be settled/)
    await resolveReviewCase(reviewCase, "settle")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
  })

  it("is refused for a part of the amount, without a call to the service (A3, fact 20)", async () => {
    const { cart, token, payment } = await createPaidOrder()
    const checkCount = (await listServiceCalls(token, "getStatus")).length
    expect(await getRefusalMessage(admin.capture(payment.id, 100))).toMatch(
      /settled as a whole: capture \$1,4\d\d\.\d\d, not \$100\.00\. Nothing was sent/
    )
    expect(await listServiceCalls(token, "settle")).toEqual([])
    expect(await listServiceCalls(token, "getStatus")).toHaveLength(checkCount)
    await expectInvariants(cart.id)
    await admin.capture(payment.id)
    await expectInvariants(cart.id)
  })

  it.each([
    ["W", "waiting for review"],
    ["A", "approved"],
    ["U", "declined"],
    ["O", "cancelled"],
    ["T", "refunded"],
    ["Q", "a status this plugin does not know"],
  ])("is refused with the reason when the service reports %s (A4)", async (status, meaning) => {
    const { token, payment } = await createPaidOrder()
    await simulator.status(token, { status, postback: false })
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      new RegExp(`ready to settle can be settled.*${meaning}.*\\(${status}\\)\\. Nothing was sent`)
    )
    expect(await listServiceCalls(token, "settle")).toEqual([])
  })

  it("is refused when the service finances another amount (C4)", async () => {
    const { cart, token, payment } = await createPaidOrder()
    const before = await simulator.application(token)
    await simulator.status(token, { loanAmount: before.loanAmount - 50, postback: false })
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      /Nothing was settled: compare/
    )
    expect(await listServiceCalls(token, "settle")).toEqual([])
    await simulator.status(token, { loanAmount: before.loanAmount, postback: false })
    await admin.capture(payment.id)
    await expectInvariants(cart.id)
  })

  it("returns a message while the service is down, and settles once it is up again", async () => {
    const { cart, token, payment } = await createPaidOrder()
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    expect(await getRefusalMessage(admin.capture(payment.id))).toBe(MERCHANT_ERRORS.unreachable)
    expect(await listServiceCalls(token, "settle")).toEqual([])
    expect(await listOutcomes(cart.id, "settle")).toEqual([])
    await simulator.clearFaults()
    await admin.capture(payment.id)
    await expectInvariants(cart.id)
  })

  it("can be repeated after the service refused the settle", async () => {
    const { cart, token, payment } = await createPaidOrder()
    await injectFault(token, { operation: "settle", kind: "status", status: 409, nth: 1 })
    expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(
      /the service refused the request/
    )
    expect(await listOutcomes(cart.id, "settle")).toEqual(["refused"])
    await admin.capture(payment.id)
    expect(await listOutcomes(cart.id, "settle")).toEqual(["refused", "confirmed"])
    await expectInvariants(cart.id)
  })
})

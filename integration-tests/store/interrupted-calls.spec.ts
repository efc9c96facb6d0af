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
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  listApplications,
  listOperations,
  updateApplication,
  reconcile,
} from "./plugin-records"
import {
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  waitForPaidOrder,
  createSignedApplication,
  disablePostbacks,
} from "./purchases"

const { shop, admin, store, simulator } = createHarness()

const MODULE = "consumerFinancing"

const CONFIRM_ACTIONS = ["confirm-it-happened", "confirm-it-did-not"] as const

const getSecondsUntil = (date: unknown): number =>
  (new Date(String(date)).getTime() - Date.now()) / 1000

/** Creates the rows of a process that died during its create call, whose deadline passed that long ago. */
async function createInterruptedApplication(cartId: string, secondsAgo: number): Promise<string> {
  const { id } = await store.call<{ id: string }>(MODULE, "createFinancingApplications", {
    environment: "staging",
    cart_id: cartId,
    service_order_id: `${cartId}-1`,
    live_key: `staging:${cartId}`,
    financed_cents: 100_000,
    snapshot_hash: "none",
  })
  await store.call(MODULE, "createFinancingOperations", {
    application_id: id,
    kind: "create",
    target_cents: 100_000,
    deadline_at: new Date(Date.now() - secondsAgo * 1000),
  })
  return id
}

describe("a process that died after it marked an application for cancellation and before the call (A12)", () => {
  it("does not block the purchase: the next status check clears the mark", async () => {
    const { cart, token } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { cancelling: true })
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: { message: expect.stringMatching(/is being closed/) as string },
    })
    await reconcile(id)
    await shop.completeCart(cart.id).catch(() => null)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })
})

describe("an application whose process died during its create call (A16)", () => {
  it("opens a review case once the call's deadline has passed", async () => {
    const cart = await createCart()
    const id = await createInterruptedApplication(cart.id, -60)
    await reconcile(id)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      live_key: `staging:${cart.id}`,
      review_reason: null,
    })
    await store.call(MODULE, "updateFinancingOperations", {
      selector: { application_id: id },
      data: { deadline_at: new Date(Date.now() - 1_000) },
    })
    await reconcile(id)
    const application = await getLatestApplication(cart.id)
    expect(application).toMatchObject({ live_key: null })
    expect(application.review_reason).toMatch(/not known whether the service created/)
    expect(application.next_check_at).not.toBeNull()
    expect(await listOperations(id)).toMatchObject([{ kind: "create", outcome: "in-doubt" }])
  })

  it("is replaced by a new application with a URL when the shopper chooses financing again", async () => {
    const cart = await createCart()
    await createInterruptedApplication(cart.id, 1)
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ url: expect.stringMatching(/^http/) as string })
    const [first, second] = await listApplications(cart.id)
    expect(first).toMatchObject({
      live_key: null,
      end_reason: "it is not known whether the service created it",
    })
    expect(first?.review_reason).toMatch(/not known whether the service created/)
    expect(second).toMatchObject({ attempt: 2, state: "awaiting-customer" })
  })

  it("is cancelled when its journal has no create", async () => {
    const cart = await createCart()
    const id = await createInterruptedApplication(cart.id, 1)
    const [createOperation] = await listOperations(id)
    await store.call(MODULE, "deleteFinancingOperations", createOperation?.id)
    await updateApplication(id, { created_at: new Date(Date.now() - 120_000).toISOString() })
    await reconcile(id)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "cancelled",
      live_key: null,
    })
  })
})

it("replaces an application whose URL was lost before the customer signed", async () => {
  const { cart, token } = await createAppliedCart()
  await disablePostbacks(token)
  await updateApplication((await getLatestApplication(cart.id)).id, { customer_url: null })
  await shop.choosePaymentMethod(cart.id)
  const [first, second] = await listApplications(cart.id)
  expect(first).toMatchObject({ end_reason: "the customer cannot go on with it", live_key: null })
  expect(second?.customer_url).toMatch(/^http/)
})

describe("a money call that may have been interrupted", () => {
  afterEach(() => simulator.clearFaults())

  it("is checked seconds after its deadline, however rarely the application was checked before", async () => {
    const { cart, token } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, {
      checks_done: 100,
      next_check_at: new Date(Date.now() + 86_400_000),
    })
    const intent = { applicationId: id, kind: "settle", token, deadline: 6_000 }
    await store.call(MODULE, "journal.writeIntent", intent)
    const application = await getLatestApplication(cart.id)
    expect(application.checks_done).toBe(0)
    expect(getSecondsUntil(application.next_check_at)).toBeGreaterThan(6)
    expect(getSecondsUntil(application.next_check_at)).toBeLessThan(20)
  })

  it("sends nothing once its lease is lost, and is not in doubt (H2)", async () => {
    const { cart, token, payment } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    const name = `lose_lease_${process.pid}`
    const runSql = (statement: string) => store.call("__pg_connection__", "raw", statement)
    await runSql(`create function ${name}() returns trigger language plpgsql as $$
      begin delete from financing_lease where id = 'money:${id}'; return new; end $$`)
    await runSql(`create trigger ${name} after insert on financing_operation for each row
      when (new.application_id = '${id}' and new.kind = 'settle') execute function ${name}()`)
    try {
      expect(await getRefusalMessage(admin.capture(payment.id))).toMatch(/Nothing was sent/)
    } finally {
      await runSql(`drop function ${name}() cascade`)
    }
    expect(await listServiceCalls(token, "settle")).toEqual([])
    expect(await listOutcomes(cart.id, "settle")).toEqual(["refused"])
    expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
    await admin.capture(payment.id)
    await expectInvariants(cart.id)
  })

  it.each([404, 503])(
    "opens a review case that staff can confirm, though the service returns no status (I12, HTTP %s)",
    async (status) => {
      const { cart, token } = await createCapturedOrder()
      await disablePostbacks(token)
      const { id } = await getLatestApplication(cart.id)
      await store.call(MODULE, "journal.writeIntent", {
        applicationId: id,
        kind: "partial-refund",
        token,
        target: 100_000,
        deadline: -60_000,
      })
      await injectFault(token, { operation: "getStatus", kind: "status", status, count: 1_000 })
      const reviewCase = await waitForReviewCase(cart.id, "doubt")
      expect(reviewCase.actions).toEqual(expect.arrayContaining([...CONFIRM_ACTIONS]))
      expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["in-doubt"])
      await simulator.clearFaults()
      await resolveReviewCase(reviewCase, "confirm-it-did-not")
      expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["refused"])
      await reconcileUntil(cart.id, async () =>
        expect(await listPurchaseReviewCases(cart.id)).toEqual([])
      )
      await expectInvariants(cart.id)
    }
  )

  it("is checked as long as it is in doubt, even after the end of the schedule", async () => {
    const { cart, token, payment } = await createPaidOrder()
    await injectFault(token, { operation: "settle", kind: "reset", nth: 1 })
    await getRefusalMessage(admin.capture(payment.id))
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { checks_done: 400 })
    await reconcile(id)
    expect(getSecondsUntil((await getLatestApplication(cart.id)).next_check_at)).toBeGreaterThan(
      3_600
    )
  })
})

it("an order under review opens a review case when the schedule ends before a decision", async () => {
  const { cart } = await createOrderUnderReview()
  const { id } = await getLatestApplication(cart.id)
  await reconcile(id)
  await updateApplication(id, { checks_done: 400 })
  await reconcile(id)
  const application = await getLatestApplication(cart.id)
  expect(application.next_check_at).toBeNull()
  expect(application.review_reason).toMatch(/not checked automatically any more/)
})

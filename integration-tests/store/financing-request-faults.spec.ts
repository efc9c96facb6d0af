import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import {
  waitForAuthorizedOrder,
  createDraftOrder,
  updateDraftQuantity,
  createRequestedDraft,
  requestFinancing,
  listFinancingRequests,
  getOrderStatus,
} from "./financing-request-steps"
import { createHarness } from "./harness"
import { HttpError } from "../../tooling/clients/http-client"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { waitUntilIdle } from "./scheduled-checks"
import {
  getLatestApplication,
  listApplications,
  listOperations,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { listPayments, signApplication, disablePostbacks } from "./purchase-steps"
import { withRefusedWritesIn } from "./database-triggers"

const { admin, run, simulator, store } = createHarness()

type TaxRate = { id: string; rate: number }

const NEW_YORK_RATE = 8.875

/** Changes New York's tax rate during `act`. */
async function withTaxRate(rate: number, act: () => Promise<void>): Promise<void> {
  const { tax_rates } = await admin.adminApi.get<{ tax_rates: TaxRate[] }>(
    "/admin/tax-rates?limit=100"
  )
  const newYorkRates = tax_rates.filter((taxRate) => taxRate.rate === NEW_YORK_RATE)
  const updateRates = (value: number) =>
    Promise.all(
      newYorkRates.map(({ id }) => admin.adminApi.post(`/admin/tax-rates/${id}`, { rate: value }))
    )
  expect(newYorkRates).not.toEqual([])
  await updateRates(rate)
  try {
    await act()
  } finally {
    await updateRates(NEW_YORK_RATE)
  }
}

async function expectCancelled(token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
}

/** Creates the state after a process died between creating the application and its payment session. */
async function deleteSessions(orderId: string): Promise<void> {
  const { id } = await getLatestApplication(orderId)
  const rows = await store.call<{ id: string; payment_session_id: string }[]>(
    "consumerFinancing",
    "listFinancingSessions",
    { application_id: id }
  )
  for (const row of rows) {
    await store.call("consumerFinancing", "deleteFinancingSessions", row.id)
    await store.call("payment", "deletePaymentSession", row.payment_session_id)
  }
}

describe("a financing request, when something goes wrong", () => {
  afterEach(() => simulator.clearFaults())

  it("A17: a request whose create call gets no answer opens a review case, and can be repeated", async () => {
    const orderId = await createDraftOrder()
    const match = { orderId: `${orderId}-1` }
    await simulator.fault({ operation: "createVirtualCart", kind: "reset", when: "after", match })
    expect(await getRefusalMessage(requestFinancing(orderId))).not.toMatch(/does not finance/)
    const [first] = await listApplications(orderId)
    expect(await listOperations(first?.id ?? "")).toMatchObject([
      { kind: "create", outcome: "in-doubt" },
    ])
    expect((await listPurchaseReviewCases(orderId)).map(({ cause }) => cause)).toEqual(["doubt"])
    const secondRequest = await requestFinancing(orderId)
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    await waitForAuthorizedOrder(orderId)
    expect((await listFinancingRequests(orderId)).map(({ id }) => id)).toEqual([
      secondRequest.id,
      first?.id,
    ])
    await expectInvariants(orderId, { listed: true })
  })

  it("A17: a request that staff marked as not created is cancelled once its customer signs", async () => {
    const orderId = await createDraftOrder()
    const match = { orderId: `${orderId}-1` }
    const fault = { operation: "createVirtualCart", kind: "reset" } as const
    await simulator.fault({ ...fault, when: "after", match })
    await getRefusalMessage(requestFinancing(orderId))
    await resolveReviewCase(await waitForReviewCase(orderId, "doubt"), "confirm-it-did-not")
    const { tip } = await simulator.findCartApplication(orderId)
    await signApplication(tip)
    await expectCancelled(tip)
    const { id } = await getLatestApplication(orderId)
    expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("lost-token-found")
    await expectInvariants(orderId)
  })

  it("A17: a request that the service refused but created is cancelled once its customer signs", async () => {
    const orderId = await createDraftOrder()
    const match = { orderId: `${orderId}-1` }
    const fault = { operation: "createVirtualCart", kind: "status", status: 400 } as const
    await simulator.fault({ ...fault, when: "after", match })
    await getRefusalMessage(requestFinancing(orderId))
    expect(await getLatestApplication(orderId)).toMatchObject({
      state: "cancelled",
      review_reason: null,
    })
    // The service has sent the customer the link.
    const { tip } = await simulator.findCartApplication(orderId)
    await signApplication(tip)
    await expectCancelled(tip)
    const { id } = await getLatestApplication(orderId)
    expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("lost-token-found")
    await requestFinancing(orderId)
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    await waitForAuthorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("C2: a signed request that is withdrawn during a reconciliation creates no order", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await signApplication(token)
    const name = `withdraw_${process.pid}`
    const runSql = (statement: string) => store.call("__pg_connection__", "raw", statement)
    // Between the reconciliation's decision and its action.
    await runSql(`create function ${name}() returns trigger language plpgsql as $$ begin
      update financing_application set live_key = null where id = '${request.id}'; return new; end $$`)
    await runSql(`create trigger ${name} before insert on financing_lease for each row
      when (new.id = 'request:${orderId}') execute function ${name}()`)
    try {
      await reconcile(request.id)
    } finally {
      await runSql(`drop function ${name}() cascade`)
    }
    expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: true })
    await reconcile(request.id)
    await expectCancelled(token)
    expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: true })
  })

  it("fact 31: a conversion that changes the draft's total opens a review case and authorizes nothing", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await withTaxRate(9.5, async () => {
      await signApplication(token)
      const reviewCase = await waitForReviewCase(orderId, "late-approval")
      expect(reviewCase.reason).toBe(
        "The customer signed for $1,467.64, but $1,476.06 is due on the order now. Nothing was authorized. Make a new financing request, which ends this one; or change the order back; or end it."
      )
      expect(await getOrderStatus(orderId)).toEqual({ status: "pending", isDraft: false })
      expect(listPayments(await admin.getOrder(orderId))).toEqual([])
      expect(await requestFinancing(orderId)).toMatchObject({ amount: 1476.06 })
    })
    await expectCancelled(token)
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    const { payment } = await waitForAuthorizedOrder(orderId)
    expect(payment.amount).toBeCloseTo(1476.06, 2)
    await expectInvariants(orderId)
  })

  it("recomputes a draft's stale taxes, and requests the order's amount", async () => {
    const orderId = await createDraftOrder()
    await withTaxRate(9.5, async () => {
      expect(await requestFinancing(orderId)).toMatchObject({ amount: 1476.06 })
      await signApplication((await simulator.findCartApplication(orderId)).tip)
      await waitForAuthorizedOrder(orderId)
    })
  })

  it("C20: a request that is signed before an edit of its draft is held until a new one replaces it", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await signApplication(token)
    await updateDraftQuantity(orderId, 2)
    await simulator.clearFaults()
    const reviewCase = await waitForReviewCase(orderId, "late-approval")
    expect(reviewCase.actions).toContain("end-application")
    expect(await getOrderStatus(orderId)).toEqual({ status: "draft", isDraft: true })
    // Edited again while no check is due: the review case names the new amount.
    await waitUntilIdle((await getLatestApplication(orderId)).id)
    await updateDraftQuantity(orderId, 3)
    await eventually(async () => {
      const [updatedCase] = await listPurchaseReviewCases(orderId)
      expect(updatedCase?.reason).not.toBe(reviewCase.reason)
      expect(updatedCase?.reason).toMatch(/is due on the order now/)
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await requestFinancing(orderId)
    await expectCancelled(token)
  })

  it.each(["an order", "a draft"])(
    "A16: a request that a crash left without its session, as %s, is finished by a reconciliation",
    async (orderKind) => {
      const { orderId, token } = await createRequestedDraft()
      await disablePostbacks(token)
      await deleteSessions(orderId)
      if (orderKind === "an order") {
        await admin.adminApi.post(`/admin/draft-orders/${orderId}/convert-to-order`)
      }
      const { id } = await getLatestApplication(orderId)
      await reconcile(id)
      expect(await listServiceCalls(token, "cancel")).toEqual([])
      await signApplication(token)
      await reconcileUntil(orderId, async () => {
        expect(listPayments(await admin.getOrder(orderId))).toHaveLength(1)
      })
      await expectInvariants(orderId)
    }
  )

  it("stays open when a second request for the same draft fails", async () => {
    const { orderId, token } = await createRequestedDraft()
    const leaseDeletion = { table: "financing_lease", event: "delete" as const }
    await withRefusedWritesIn(
      run.databaseUrl,
      { ...leaseDeletion, when: `old.id = 'request:${orderId}'` },
      async () => {
        await expect(requestFinancing(orderId)).rejects.toBeInstanceOf(HttpError)
      }
    )
    const { id, live_key } = await getLatestApplication(orderId)
    expect(live_key).not.toBeNull()
    const statement = "delete from financing_lease where id = ?"
    await store.call("__pg_connection__", "raw", statement, [`request:${orderId}`])
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await signApplication(token)
    await waitForAuthorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("continues after a failed status check between the conversion and the payment", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await signApplication(token)
    // The reconciliation's status check is answered, and the one of the authorization is not.
    await injectFault(token, {
      operation: "getStatus",
      kind: "status",
      status: 503,
      nth: 2,
      count: 9,
    })
    const { id } = await getLatestApplication(orderId)
    await reconcile(id)
    expect(await getOrderStatus(orderId)).toEqual({ status: "pending", isDraft: false })
    expect(listPayments(await admin.getOrder(orderId))).toEqual([])
    await simulator.clearFaults()
    await reconcileUntil(orderId, async () => {
      expect(listPayments(await admin.getOrder(orderId))).toHaveLength(1)
    })
    await reconcileUntil(orderId, async () =>
      expect(await listPurchaseReviewCases(orderId)).toEqual([])
    )
    await expectInvariants(orderId)
  })
})

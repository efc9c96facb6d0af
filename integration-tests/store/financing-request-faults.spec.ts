import { asked, reviewCasesOf, resolve } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import {
  authorizedOrder,
  draftOrder,
  editDraft,
  requestedDraft,
  requestFinancing,
  requestsOf,
  statusOf,
} from "./financing-request-steps"
import { harness } from "./harness"
import { HttpError } from "../../tooling/clients/http-door"
import { expectInvariants } from "./invariants"
import { callsOf, faultOn, sentenceOf, reconciled } from "./money-steps"
import { comeToRest } from "./no-check-due"
import { applicationOf, applicationsOf, journalOf, reconcile, timelineOf } from "./our-records"
import { paymentsOf, sign, silence } from "./purchase-steps"
import { whileRefusingIn } from "./refusing-database"

const { admin, run, simulator, store } = harness()

type Rate = { id: string; rate: number }

const NEW_YORKS_RATE = 8.875

/** Changes New York's tax rate during `act`. */
async function whileTaxIs(rate: number, act: () => Promise<void>): Promise<void> {
  const { tax_rates } = await admin.adminApi.get<{ tax_rates: Rate[] }>("/admin/tax-rates?limit=100")
  const changed = tax_rates.filter((one) => one.rate === NEW_YORKS_RATE)
  const setTo = (value: number) =>
    Promise.all(changed.map(({ id }) => admin.adminApi.post(`/admin/tax-rates/${id}`, { rate: value })))
  expect(changed).not.toEqual([])
  await setTo(rate)
  try {
    await act()
  } finally {
    await setTo(NEW_YORKS_RATE)
  }
}

async function expectCancelled(token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
}

/** The state after a process died between creating the application and its payment session. */
async function loseSession(orderId: string): Promise<void> {
  const { id } = await applicationOf(orderId)
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
    const orderId = await draftOrder()
    const match = { orderId: `${orderId}-1` }
    await simulator.fault({ operation: "createVirtualCart", kind: "reset", when: "after", match })
    expect(await sentenceOf(requestFinancing(orderId))).not.toMatch(/does not finance/)
    const [first] = await applicationsOf(orderId)
    expect(await journalOf(first?.id ?? "")).toMatchObject([
      { kind: "create", outcome: "in-doubt" },
    ])
    expect((await reviewCasesOf(orderId)).map(({ cause }) => cause)).toEqual(["doubt"])
    const again = await requestFinancing(orderId)
    await sign((await simulator.findCartApplication(orderId)).tip)
    await authorizedOrder(orderId)
    expect((await requestsOf(orderId)).map(({ id }) => id)).toEqual([again.id, first?.id])
    await expectInvariants(orderId, { listed: true })
  })

  it("A17: a request that staff marked as not created is cancelled once its customer signs", async () => {
    const orderId = await draftOrder()
    const match = { orderId: `${orderId}-1` }
    const fault = { operation: "createVirtualCart", kind: "reset" } as const
    await simulator.fault({ ...fault, when: "after", match })
    await sentenceOf(requestFinancing(orderId))
    await resolve(await asked(orderId, "doubt"), "confirm-it-did-not")
    const { tip } = await simulator.findCartApplication(orderId)
    await sign(tip)
    await expectCancelled(tip)
    const { id } = await applicationOf(orderId)
    expect((await timelineOf(id)).map(({ what }) => what)).toContain("lost-token-found")
    await expectInvariants(orderId)
  })

  it("A17: a request that the service refused but created is cancelled once its customer signs", async () => {
    const orderId = await draftOrder()
    const match = { orderId: `${orderId}-1` }
    const fault = { operation: "createVirtualCart", kind: "status", status: 400 } as const
    await simulator.fault({ ...fault, when: "after", match })
    await sentenceOf(requestFinancing(orderId))
    expect(await applicationOf(orderId)).toMatchObject({ state: "cancelled", review_reason: null })
    // The service has sent the customer the link.
    const { tip } = await simulator.findCartApplication(orderId)
    await sign(tip)
    await expectCancelled(tip)
    const { id } = await applicationOf(orderId)
    expect((await timelineOf(id)).map(({ what }) => what)).toContain("lost-token-found")
    await requestFinancing(orderId)
    await sign((await simulator.findCartApplication(orderId)).tip)
    await authorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("C2: a signed request that is withdrawn during a reconciliation creates no order", async () => {
    const { orderId, request, token } = await requestedDraft()
    await silence(token)
    await sign(token)
    const name = `withdraw_${process.pid}`
    const sql = (text: string) => store.call("__pg_connection__", "raw", text)
    // Between the reconciliation's decision and its action.
    await sql(`create function ${name}() returns trigger language plpgsql as $$ begin
      update financing_application set live_key = null where id = '${request.id}'; return new; end $$`)
    await sql(`create trigger ${name} before insert on financing_lease for each row
      when (new.id = 'request:${orderId}') execute function ${name}()`)
    try {
      await reconcile(request.id)
    } finally {
      await sql(`drop function ${name}() cascade`)
    }
    expect(await statusOf(orderId)).toMatchObject({ isDraft: true })
    await reconcile(request.id)
    await expectCancelled(token)
    expect(await statusOf(orderId)).toMatchObject({ isDraft: true })
  })

  it("fact 31: a conversion that changes the draft's total opens a review case and authorizes nothing", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await whileTaxIs(9.5, async () => {
      await sign(token)
      const reviewCase = await asked(orderId, "late-approval")
      expect(reviewCase.reason).toBe(
        "The customer signed for $1,467.64, but $1,476.06 is due on the order now. Nothing was authorized. Make a new financing request, which ends this one; or change the order back; or end it."
      )
      expect(await statusOf(orderId)).toEqual({ status: "pending", isDraft: false })
      expect(paymentsOf(await admin.getOrder(orderId))).toEqual([])
      expect(await requestFinancing(orderId)).toMatchObject({ amount: 1476.06 })
    })
    await expectCancelled(token)
    await sign((await simulator.findCartApplication(orderId)).tip)
    const { payment } = await authorizedOrder(orderId)
    expect(payment.amount).toBeCloseTo(1476.06, 2)
    await expectInvariants(orderId)
  })

  it("recomputes a draft's stale taxes, and requests the order's amount", async () => {
    const orderId = await draftOrder()
    await whileTaxIs(9.5, async () => {
      expect(await requestFinancing(orderId)).toMatchObject({ amount: 1476.06 })
      await sign((await simulator.findCartApplication(orderId)).tip)
      await authorizedOrder(orderId)
    })
  })

  it("C20: a request that is signed before an edit of its draft is held until a new one replaces it", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await faultOn(token, { operation: "getStatus", kind: "status", status: 503 })
    await sign(token)
    await editDraft(orderId, 2)
    await simulator.clearFaults()
    const reviewCase = await asked(orderId, "late-approval")
    expect(reviewCase.actions).toContain("end-application")
    expect(await statusOf(orderId)).toEqual({ status: "draft", isDraft: true })
    // Edited again while no check is due: the review case names the new amount.
    await comeToRest((await applicationOf(orderId)).id)
    await editDraft(orderId, 3)
    await eventually(async () => {
      const [now] = await reviewCasesOf(orderId)
      expect(now?.reason).not.toBe(reviewCase.reason)
      expect(now?.reason).toMatch(/is due on the order now/)
    })
    expect(await callsOf(token, "cancel")).toEqual([])
    await requestFinancing(orderId)
    await expectCancelled(token)
  })

  it.each(["an order", "a draft"])(
    "A16: a request that a crash left without its session, as %s, is finished by a reconciliation",
    async (as) => {
      const { orderId, token } = await requestedDraft()
      await silence(token)
      await loseSession(orderId)
      if (as === "an order") {
        await admin.adminApi.post(`/admin/draft-orders/${orderId}/convert-to-order`)
      }
      const { id } = await applicationOf(orderId)
      await reconcile(id)
      expect(await callsOf(token, "cancel")).toEqual([])
      await sign(token)
      await reconciled(orderId, async () => {
        expect(paymentsOf(await admin.getOrder(orderId))).toHaveLength(1)
      })
      await expectInvariants(orderId)
    }
  )

  it("stays open when a second request for the same draft fails", async () => {
    const { orderId, token } = await requestedDraft()
    const left = { table: "financing_lease", event: "delete" as const }
    await whileRefusingIn(
      run.databaseUrl,
      { ...left, when: `old.id = 'request:${orderId}'` },
      async () => {
        await expect(requestFinancing(orderId)).rejects.toBeInstanceOf(HttpError)
      }
    )
    const { id, live_key } = await applicationOf(orderId)
    expect(live_key).not.toBeNull()
    const lease = "delete from financing_lease where id = ?"
    await store.call("__pg_connection__", "raw", lease, [`request:${orderId}`])
    await reconcile(id)
    expect(await callsOf(token, "cancel")).toEqual([])
    await sign(token)
    await authorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("continues after a failed status check between the conversion and the payment", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await sign(token)
    // The reconciliation's status check is answered, and the one of the authorization is not.
    await faultOn(token, { operation: "getStatus", kind: "status", status: 503, nth: 2, count: 9 })
    const { id } = await applicationOf(orderId)
    await reconcile(id)
    expect(await statusOf(orderId)).toEqual({ status: "pending", isDraft: false })
    expect(paymentsOf(await admin.getOrder(orderId))).toEqual([])
    await simulator.clearFaults()
    await reconciled(orderId, async () => {
      expect(paymentsOf(await admin.getOrder(orderId))).toHaveLength(1)
    })
    await reconciled(orderId, async () => expect(await reviewCasesOf(orderId)).toEqual([]))
    await expectInvariants(orderId)
  })
})

import {
  CHECK_AFTER_DEADLINE,
  DEADLINE_MARGIN,
  type OperationKind,
} from "../../src/domain/operation"
import { InDoubtError, RefusedError } from "../../src/financing-api"
import { finishOperation } from "../../src/modules/consumer-financing/operations/run-operation"
import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import { isUserFacing, NotSent } from "../../src/translation/user-error"
import { queryCommitted } from "./committed-rows"
import {
  listReviewCauses,
  DEADLINE_MS,
  getMillisecondsUntil,
  prepareOperation,
} from "./journal-steps"
import { startRunningModule } from "./running-module"

const running = startRunningModule({ deadlines: { money: 2_000 } })

/** Faults that end a call as refused or with a lost answer. */
const ENDINGS = {
  refused: { kind: "status", status: 409, body: '{"error":"Conflict"}' },
  lost: { kind: "reset", when: "after" },
} as const

type Ready = Awaited<ReturnType<typeof prepareOperation>>

/** Runs a settle against the simulator that ends with the given fault. */
async function settleThatIs(ending: keyof typeof ENDINGS, ready: Ready, repeats?: OperationRecord) {
  const { sandbox, financing } = running()
  const { token, application } = ready
  const match = { token }
  await sandbox.control.fault({ operation: "settle", nth: 1, match, ...ENDINGS[ending] })
  const client = financing.clients.for(application)
  return await ready
    .act((correlationId) => client.settle({ applicationToken: token }, { correlationId }), repeats)
    .catch((error: unknown) => error)
}

describe("an intent before its call", () => {
  it("is committed to the journal with everything that a follow-up needs", async () => {
    const ready = await prepareOperation(running())
    const { id, token, intent, rows } = ready
    const { operation, answer } = await ready.act(async (correlationId) => {
      const [row, ...others] = await rows()
      expect(others).toEqual([])
      expect(row).toMatchObject({
        id: correlationId,
        application_id: id,
        kind: "settle",
        outcome: "intended",
        token,
        target_cents: 812_40,
        reference: "capt_1",
        attempts: 1,
        error_code: null,
        finished_at: null,
      })
      const left = getMillisecondsUntil(row?.deadline_at ?? null)
      expect(left).toBeLessThanOrEqual(DEADLINE_MS + DEADLINE_MARGIN * 1_000)
      expect(left).toBeGreaterThan(DEADLINE_MS)
      return "the answer"
    })
    expect(answer).toBe("the answer")
    expect(operation.kind).toBe(intent.kind)
    expect(await rows()).toMatchObject([{ id: operation.id, outcome: "intended" }])
  })

  it("plans a status check after the call's deadline, in case the process dies", async () => {
    const { financing, databaseUrl } = running()
    const { id, act } = await prepareOperation(running())
    await financing.updateFinancingApplications({ id, checks_done: 7 })
    await act(async () => {
      const [application] = await queryCommitted<{ next_check_at: Date; checks_done: number }>(
        databaseUrl,
        "select next_check_at, checks_done from financing_application where id = $1",
        [id]
      )
      const due = DEADLINE_MS + (DEADLINE_MARGIN + CHECK_AFTER_DEADLINE) * 1_000
      const left = getMillisecondsUntil(application?.next_check_at ?? null)
      expect(left).toBeLessThanOrEqual(due)
      expect(left).toBeGreaterThan(due - 5_000)
      expect(application?.checks_done).toBe(0)
    })
  })

  it("to update an order id does not restart the schedule of status checks", async () => {
    const { financing } = running()
    const { id, act } = await prepareOperation(running(), "update-order-id")
    const later = new Date(Date.now() + 86_400_000)
    await financing.updateFinancingApplications({ id, checks_done: 7, next_check_at: later })
    await act(async () => undefined)
    const application = await financing.retrieveFinancingApplication(id)
    expect(application).toMatchObject({ checks_done: 7, next_check_at: later })
  })

  it("needs no token, amount or row of Medusa", async () => {
    const ready = await prepareOperation(running())
    const { financing } = running()
    const bare = { applicationId: ready.id, kind: "cancel" as const, token: null, deadline: 1 }
    const row = await financing.journal.writeIntent(bare)
    expect(row).toMatchObject({ token: null, target_cents: null, reference: null })
  })
})

describe("a call that ends in an error", () => {
  it("is refused when it did not happen, and opens no review case", async () => {
    const ready = await prepareOperation(running())
    const error = await settleThatIs("refused", ready)
    expect(error).toBeInstanceOf(RefusedError)
    const [row] = await ready.rows()
    expect(row).toMatchObject({
      outcome: "refused",
      error_code: "refused",
      http_status: 409,
      correlation_id: row?.id,
      finished_at: expect.any(Date) as Date,
    })
    expect(await listReviewCauses(running(), ready.id)).toEqual([])
  })

  it("is in doubt when its outcome is unknown, and opens a review case (A1, I12)", async () => {
    const ready = await prepareOperation(running())
    const error = await settleThatIs("lost", ready)
    expect(error).toBeInstanceOf(InDoubtError)
    const [row] = await ready.rows()
    expect(row).toMatchObject({
      outcome: "in-doubt",
      error_code: "connection_broken",
      http_status: null,
      correlation_id: row?.id,
      finished_at: null,
    })
    const [asked] = await running().financing.listFinancingReviewCases({ application_id: ready.id })
    expect(asked).toMatchObject({
      cause: "doubt",
      reason: expect.stringContaining("whether the settle reached the financing service") as string,
    })
  })

  it("repeats a cancel soon after an HTTP 503, without waiting for its deadline (A12)", async () => {
    const { sandbox, financing } = running()
    const ready = await prepareOperation(running(), "cancel")
    const match = { token: ready.token }
    await sandbox.control.fault({ operation: "cancel", kind: "status", status: 503, match })
    const cancel = (correlationId: string) =>
      financing.clients
        .for(ready.application)
        .cancel({ applicationToken: ready.token, postback: false }, { correlationId })
    const dueIn = async () => {
      const { next_check_at } = await financing.retrieveFinancingApplication(ready.id)
      return (new Date(next_check_at ?? 0).getTime() - Date.now()) / 1000
    }
    await expect(ready.act(cancel)).rejects.toBeInstanceOf(InDoubtError)
    const [first] = await ready.rows()
    expect(first).toMatchObject({ outcome: "in-doubt", http_status: 503 })
    expect(Math.abs(new Date(first?.deadline_at ?? 0).getTime() - Date.now())).toBeLessThan(5_000)
    expect(await dueIn()).toBeLessThanOrEqual(5)
    await expect(ready.act(cancel, first)).rejects.toBeInstanceOf(InDoubtError)
    expect(await ready.rows()).toMatchObject([{ outcome: "in-doubt", attempts: 2 }])
    expect(await dueIn()).toBeGreaterThan(5)
    expect(await dueIn()).toBeLessThanOrEqual(10)
  })

  it("is in doubt after an unexpected error, whose text stays out of the journal", async () => {
    const ready = await prepareOperation(running())
    const mistake = new TypeError("canary")
    await expect(ready.act(() => Promise.reject(mistake))).rejects.toBe(mistake)
    expect(await ready.rows()).toMatchObject([
      { outcome: "in-doubt", error_code: "unexpected", http_status: null, correlation_id: null },
    ])
    expect(JSON.stringify(await ready.rows())).not.toContain("canary")
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt"])
  })

  it("opens no review case when it updates an order id (A15)", async () => {
    const ready = await prepareOperation(running(), "update-order-id")
    await settleThatIs("lost", ready)
    expect(await ready.rows()).toMatchObject([{ outcome: "in-doubt" }])
    expect(await listReviewCauses(running(), ready.id)).toEqual([])
  })
})

describe("a holder whose lease was taken over (H2)", () => {
  /** Lets the lease expire and another process acquire it. */
  async function takeOver(id: string): Promise<void> {
    const { financing } = running()
    await financing.context
      .knex("financing_lease")
      .where({ id: `money:${id}` })
      .update({ expires_at: new Date(0) })
    await financing.leases.acquire(`money:${id}`)
  }

  it("sends nothing, reports that to the caller and records the intent as refused", async () => {
    const { id, act, rows } = await prepareOperation(running())
    await takeOver(id)
    const call = jest.fn(() => Promise.resolve())
    const error: unknown = await act(call).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotSent)
    expect(isUserFacing(error)).toBe(true)
    expect(String(error)).toContain("Nothing was sent")
    expect(call).not.toHaveBeenCalled()
    expect(await rows()).toMatchObject([{ outcome: "refused", error_code: "lease_lost" }])
  })

  it("sends no repeat and leaves the operation in doubt unchanged", async () => {
    const ready = await prepareOperation(running())
    await settleThatIs("lost", ready)
    const [before] = await ready.rows()
    await takeOver(ready.id)
    const call = jest.fn(() => Promise.resolve())
    await expect(ready.act(call, before)).rejects.toBeInstanceOf(NotSent)
    expect(call).not.toHaveBeenCalled()
    const { updated_at: _then, ...same } = before ?? {}
    expect(await ready.rows()).toMatchObject([same])
    expect(before?.outcome).toBe("in-doubt")
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt"])
  })
})

describe("an operation that is repeated", () => {
  it("reuses its row as intended, with one more attempt and a new deadline", async () => {
    const ready = await prepareOperation(running())
    await settleThatIs("lost", ready)
    const old = new Date(Date.now() - 3_600_000)
    const [{ id = "" } = {}] = await ready.rows()
    const { financing } = running()
    const doubt = await financing.updateFinancingOperations({ id, deadline_at: old })
    await financing.updateFinancingApplications({ id: ready.id, checks_done: 9 })
    const { operation } = await ready.act(async () => {
      const [row, ...others] = await ready.rows()
      expect(others).toEqual([])
      expect(row).toMatchObject({ id, outcome: "intended", attempts: 2 })
      expect(getMillisecondsUntil(row?.deadline_at ?? null)).toBeGreaterThan(DEADLINE_MS)
    }, doubt)
    expect(operation.id).toBe(id)
    const application = await financing.retrieveFinancingApplication(ready.id)
    expect(application.checks_done).toBe(0)
    expect(getMillisecondsUntil(application.next_check_at)).toBeGreaterThan(DEADLINE_MS)
  })

  it("stays in doubt when the repeat is refused, which proves nothing about the first call", async () => {
    const ready = await prepareOperation(running())
    await settleThatIs("lost", ready)
    const [doubt] = await ready.rows()
    const error = await settleThatIs("refused", ready, doubt)
    expect(error).toMatchObject({ outcome: "did-not-happen" })
    expect(await ready.rows()).toMatchObject([
      { outcome: "in-doubt", attempts: 2, error_code: "refused", finished_at: null },
    ])
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt"])
  })

  it("is refused when the refused repeat only sets a value, such as an order id", async () => {
    const ready = await prepareOperation(running(), "update-order-id")
    await settleThatIs("lost", ready)
    const [doubt] = await ready.rows()
    await settleThatIs("refused", ready, doubt)
    expect(await ready.rows()).toMatchObject([{ outcome: "refused", attempts: 2 }])
  })
})

describe("an operation that ends", () => {
  const unknown = { outcome: "in-doubt" } as const

  /** A settle in doubt with its review case, and another operation of the same application. */
  async function inDoubtBeside(kind: OperationKind) {
    const ready = await prepareOperation(running())
    const { financing } = running()
    await settleThatIs("lost", ready)
    await financing.reviewCases.open(ready.id, "sign-again", "It has to be signed again.")
    const [doubt] = await ready.rows()
    if (!doubt) throw new Error("Nothing was written.")
    const other = await financing.journal.writeIntent({ ...ready.intent, kind })
    return { ready, financing, doubt, other }
  }

  it("closes the review cases when it was the only money operation in doubt", async () => {
    const { ready, financing, doubt, other } = await inDoubtBeside("update-order-id")
    await finishOperation(financing.context, other, unknown)
    await finishOperation(financing.context, doubt, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), ready.id)).toEqual([])
  })

  it("keeps the review case while another operation is in doubt (I12)", async () => {
    const { ready, financing, doubt, other } = await inDoubtBeside("cancel")
    await finishOperation(financing.context, other, { outcome: "refused" })
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt"])
    await finishOperation(financing.context, doubt, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), ready.id)).toEqual([])
  })

  it("keeps the review case when it only updates an order id (A15)", async () => {
    const { ready, financing, other } = await inDoubtBeside("update-order-id")
    await finishOperation(financing.context, other, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt", "sign-again"])
  })
})

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
import { startModule } from "./running-module"

const running = startModule({ deadlines: { money: 2_000 } })

/** Faults that end a call as refused or with a lost answer. */
const FAULT_BY_ENDING = {
  refused: { kind: "status", status: 409, body: '{"error":"Conflict"}' },
  lost: { kind: "reset", when: "after" },
} as const

type PreparedOperation = Awaited<ReturnType<typeof prepareOperation>>

/** Runs a settle against the simulator that ends with the given fault. */
async function settleWithFault(
  ending: keyof typeof FAULT_BY_ENDING,
  prepared: PreparedOperation,
  original?: OperationRecord
) {
  const { sandbox, financing } = running()
  const { token, application } = prepared
  const match = { token }
  await sandbox.control.fault({ operation: "settle", nth: 1, match, ...FAULT_BY_ENDING[ending] })
  const client = financing.clients.for(application)
  return await prepared
    .act((correlationId) => client.settle({ applicationToken: token }, { correlationId }), original)
    .catch((error: unknown) => error)
}

describe("an intent before its call", () => {
  it("is committed to the journal with everything that a follow-up needs", async () => {
    const prepared = await prepareOperation(running())
    const { id, token, intent, rows } = prepared
    const { operation, answer } = await prepared.act(async (correlationId) => {
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
      const millisecondsLeft = getMillisecondsUntil(row?.deadline_at ?? null)
      expect(millisecondsLeft).toBeLessThanOrEqual(DEADLINE_MS + DEADLINE_MARGIN * 1_000)
      expect(millisecondsLeft).toBeGreaterThan(DEADLINE_MS)
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
      const expectedDelay = DEADLINE_MS + (DEADLINE_MARGIN + CHECK_AFTER_DEADLINE) * 1_000
      const millisecondsLeft = getMillisecondsUntil(application?.next_check_at ?? null)
      expect(millisecondsLeft).toBeLessThanOrEqual(expectedDelay)
      expect(millisecondsLeft).toBeGreaterThan(expectedDelay - 5_000)
      expect(application?.checks_done).toBe(0)
    })
  })

  it("to update an order id does not restart the schedule of status checks", async () => {
    const { financing } = running()
    const { id, act } = await prepareOperation(running(), "update-order-id")
    const tomorrow = new Date(Date.now() + 86_400_000)
    await financing.updateFinancingApplications({ id, checks_done: 7, next_check_at: tomorrow })
    await act(async () => undefined)
    const application = await financing.retrieveFinancingApplication(id)
    expect(application).toMatchObject({ checks_done: 7, next_check_at: tomorrow })
  })

  it("needs no token, amount or row of Medusa", async () => {
    const prepared = await prepareOperation(running())
    const { financing } = running()
    const minimalIntent = {
      applicationId: prepared.id,
      kind: "cancel" as const,
      token: null,
      deadline: 1,
    }
    const row = await financing.journal.writeIntent(minimalIntent)
    expect(row).toMatchObject({ token: null, target_cents: null, reference: null })
  })
})

describe("a call that ends in an error", () => {
  it("is refused when it did not happen, and opens no review case", async () => {
    const prepared = await prepareOperation(running())
    const error = await settleWithFault("refused", prepared)
    expect(error).toBeInstanceOf(RefusedError)
    const [row] = await prepared.rows()
    expect(row).toMatchObject({
      outcome: "refused",
      error_code: "refused",
      http_status: 409,
      correlation_id: row?.id,
      finished_at: expect.any(Date) as Date,
    })
    expect(await listReviewCauses(running(), prepared.id)).toEqual([])
  })

  it("is in doubt when its outcome is unknown, and opens a review case (A1, I12)", async () => {
    const prepared = await prepareOperation(running())
    const error = await settleWithFault("lost", prepared)
    expect(error).toBeInstanceOf(InDoubtError)
    const [row] = await prepared.rows()
    expect(row).toMatchObject({
      outcome: "in-doubt",
      error_code: "connection_broken",
      http_status: null,
      correlation_id: row?.id,
      finished_at: null,
    })
    const [reviewCase] = await running().financing.listFinancingReviewCases({
      application_id: prepared.id,
    })
    expect(reviewCase).toMatchObject({
      cause: "doubt",
      reason: expect.stringContaining("whether the settle reached the financing service") as string,
    })
  })

  it("repeats a cancel soon after an HTTP 503, without waiting for its deadline (A12)", async () => {
    const { sandbox, financing } = running()
    const prepared = await prepareOperation(running(), "cancel")
    const match = { token: prepared.token }
    await sandbox.control.fault({ operation: "cancel", kind: "status", status: 503, match })
    const cancel = (correlationId: string) =>
      financing.clients
        .for(prepared.application)
        .cancel({ applicationToken: prepared.token, postback: false }, { correlationId })
    const getSecondsUntilCheck = async () => {
      const { next_check_at } = await financing.retrieveFinancingApplication(prepared.id)
      return (new Date(next_check_at ?? 0).getTime() - Date.now()) / 1000
    }
    await expect(prepared.act(cancel)).rejects.toBeInstanceOf(InDoubtError)
    const [first] = await prepared.rows()
    expect(first).toMatchObject({ outcome: "in-doubt", http_status: 503 })
    expect(Math.abs(new Date(first?.deadline_at ?? 0).getTime() - Date.now())).toBeLessThan(5_000)
    expect(await getSecondsUntilCheck()).toBeLessThanOrEqual(5)
    await expect(prepared.act(cancel, first)).rejects.toBeInstanceOf(InDoubtError)
    expect(await prepared.rows()).toMatchObject([{ outcome: "in-doubt", attempts: 2 }])
    expect(await getSecondsUntilCheck()).toBeGreaterThan(5)
    expect(await getSecondsUntilCheck()).toBeLessThanOrEqual(10)
  })

  it("is in doubt after an unexpected error, whose text stays out of the journal", async () => {
    const prepared = await prepareOperation(running())
    const error = new TypeError("canary")
    await expect(prepared.act(() => Promise.reject(error))).rejects.toBe(error)
    expect(await prepared.rows()).toMatchObject([
      { outcome: "in-doubt", error_code: "unexpected", http_status: null, correlation_id: null },
    ])
    expect(JSON.stringify(await prepared.rows())).not.toContain("canary")
    expect(await listReviewCauses(running(), prepared.id)).toEqual(["doubt"])
  })

  it("opens no review case when it updates an order id (A15)", async () => {
    const prepared = await prepareOperation(running(), "update-order-id")
    await settleWithFault("lost", prepared)
    expect(await prepared.rows()).toMatchObject([{ outcome: "in-doubt" }])
    expect(await listReviewCauses(running(), prepared.id)).toEqual([])
  })
})

describe("a holder whose lease was taken over (H2)", () => {
  /** Lets the lease expire and another process acquire it. */
  async function takeOverLease(id: string): Promise<void> {
    const { financing } = running()
    await financing.context
      .knex("financing_lease")
      .where({ id: `money:${id}` })
      .update({ expires_at: new Date(0) })
    await financing.leases.acquire(`money:${id}`)
  }

  it("sends nothing, reports that to the caller and records the intent as refused", async () => {
    const { id, act, rows } = await prepareOperation(running())
    await takeOverLease(id)
    const call = jest.fn(() => Promise.resolve())
    const error: unknown = await act(call).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotSent)
    expect(isUserFacing(error)).toBe(true)
    expect(String(error)).toContain("Nothing was sent")
    expect(call).not.toHaveBeenCalled()
    expect(await rows()).toMatchObject([{ outcome: "refused", error_code: "lease_lost" }])
  })

  it("sends no repeat and leaves the operation in doubt unchanged", async () => {
    const prepared = await prepareOperation(running())
    await settleWithFault("lost", prepared)
    const [rowBefore] = await prepared.rows()
    await takeOverLease(prepared.id)
    const call = jest.fn(() => Promise.resolve())
    await expect(prepared.act(call, rowBefore)).rejects.toBeInstanceOf(NotSent)
    expect(call).not.toHaveBeenCalled()
    const { updated_at: _updatedAt, ...unchanged } = rowBefore ?? {}
    expect(await prepared.rows()).toMatchObject([unchanged])
    expect(rowBefore?.outcome).toBe("in-doubt")
    expect(await listReviewCauses(running(), prepared.id)).toEqual(["doubt"])
  })
})

describe("an operation that is repeated", () => {
  it("reuses its row as intended, with one more attempt and a new deadline", async () => {
    const prepared = await prepareOperation(running())
    await settleWithFault("lost", prepared)
    const pastDeadline = new Date(Date.now() - 3_600_000)
    const [{ id = "" } = {}] = await prepared.rows()
    const { financing } = running()
    const doubt = await financing.updateFinancingOperations({ id, deadline_at: pastDeadline })
    await financing.updateFinancingApplications({ id: prepared.id, checks_done: 9 })
    const { operation } = await prepared.act(async () => {
      const [row, ...others] = await prepared.rows()
      expect(others).toEqual([])
      expect(row).toMatchObject({ id, outcome: "intended", attempts: 2 })
      expect(getMillisecondsUntil(row?.deadline_at ?? null)).toBeGreaterThan(DEADLINE_MS)
    }, doubt)
    expect(operation.id).toBe(id)
    const application = await financing.retrieveFinancingApplication(prepared.id)
    expect(application.checks_done).toBe(0)
    expect(getMillisecondsUntil(application.next_check_at)).toBeGreaterThan(DEADLINE_MS)
  })

  it("stays in doubt when the repeat is refused, which proves nothing about the first call", async () => {
    const prepared = await prepareOperation(running())
    await settleWithFault("lost", prepared)
    const [doubt] = await prepared.rows()
    const error = await settleWithFault("refused", prepared, doubt)
    expect(error).toMatchObject({ outcome: "did-not-happen" })
    expect(await prepared.rows()).toMatchObject([
      { outcome: "in-doubt", attempts: 2, error_code: "refused", finished_at: null },
    ])
    expect(await listReviewCauses(running(), prepared.id)).toEqual(["doubt"])
  })

  it("is refused when the refused repeat only sets a value, such as an order id", async () => {
    const prepared = await prepareOperation(running(), "update-order-id")
    await settleWithFault("lost", prepared)
    const [doubt] = await prepared.rows()
    await settleWithFault("refused", prepared, doubt)
    expect(await prepared.rows()).toMatchObject([{ outcome: "refused", attempts: 2 }])
  })
})

describe("an operation that ends", () => {
  const inDoubt = { outcome: "in-doubt" } as const

  /** A settle in doubt with its review case, and another operation of the same application. */
  async function createDoubtAndOperation(kind: OperationKind) {
    const ready = await prepareOperation(running())
    const { financing } = running()
    await settleWithFault("lost", ready)
    await financing.reviewCases.open(ready.id, "sign-again", "It has to be signed again.")
    const [doubt] = await ready.rows()
    if (!doubt) throw new Error("Nothing was written.")
    const other = await financing.journal.writeIntent({ ...ready.intent, kind })
    return { ready, financing, doubt, other }
  }

  it("closes the review cases when it was the only money operation in doubt", async () => {
    const { ready, financing, doubt, other } = await createDoubtAndOperation("update-order-id")
    await finishOperation(financing.context, other, inDoubt)
    await finishOperation(financing.context, doubt, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), ready.id)).toEqual([])
  })

  it("keeps the review case while another operation is in doubt (I12)", async () => {
    const { ready, financing, doubt, other } = await createDoubtAndOperation("cancel")
    await finishOperation(financing.context, other, { outcome: "refused" })
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt"])
    await finishOperation(financing.context, doubt, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), ready.id)).toEqual([])
  })

  it("keeps the review case when it only updates an order id (A15)", async () => {
    const { ready, financing, other } = await createDoubtAndOperation("update-order-id")
    await finishOperation(financing.context, other, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), ready.id)).toEqual(["doubt", "sign-again"])
  })
})

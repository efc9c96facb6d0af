import { eventually } from "../../tooling/clients/eventually"
import { queryCommitted } from "./committed-rows"
import { listReviewCauses, prepareOperation } from "./journal-steps"
import { createApplication, startModule } from "./running-module"

const running = startModule()

/** Makes the first of these writes wait for three seconds after it has taken its snapshot. */
async function delayFirstWrite(write: string) {
  const { databaseUrl } = running()
  const runSql = (text: string) => queryCommitted(databaseUrl, text)
  await runSql(`create sequence writes`)
  await runSql(`create function hold_first() returns trigger language plpgsql as $$ begin
    if nextval('writes') = 1 then perform pg_sleep(3); end if; return null; end $$`)
  await runSql(`create trigger hold_first before ${write}
    for each statement execute function hold_first()`)
  const sleepQuery = `select 1 from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`
  return {
    held: () => eventually(async () => expect(await runSql(sleepQuery)).toHaveLength(1)),
    release: () => runSql(`drop function hold_first cascade; drop sequence writes`),
  }
}

describe("the review reason of an application", () => {
  it("is the newest one when one process closes a case while another opens one (I12)", async () => {
    const { financing, databaseUrl } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    await financing.reviewCases.open(id, "order-id", "The number is missing.")
    const { held, release } = await delayFirstWrite("update on financing_application")
    try {
      const closing = financing.reviewCases.close(id, "order-id")
      await held()
      await financing.reviewCases.open(id, "doubt", "Nobody knows.")
      await closing
    } finally {
      await release()
    }
    const [row] = await queryCommitted(
      databaseUrl,
      `select review_reason from financing_application where id = $1`,
      [id]
    )
    expect(row).toEqual({ review_reason: "Nobody knows." })
  })
})

describe("a review case", () => {
  it("is listed and shown by its application from the same moment", async () => {
    const { financing, databaseUrl } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    const { held, release } = await delayFirstWrite("update on financing_application")
    try {
      const opening = financing.reviewCases.open(id, "order", "Nobody knows.")
      await held()
      // If the process died now, a listed case would not be shown.
      expect(await listReviewCauses(running(), id)).toEqual([])
      await opening
    } finally {
      await release()
    }
    expect(await listReviewCauses(running(), id)).toEqual(["order"])
    const statement = `select review_reason from financing_application where id = $1`
    expect(await queryCommitted(databaseUrl, statement, [id])).toEqual([
      { review_reason: "Nobody knows." },
    ])
  })
})

describe("an operation whose outcome is unknown", () => {
  it("is in doubt and has its review case from the same moment (I12)", async () => {
    const { id, act, rows } = await prepareOperation(running(), "cancel")
    const { held, release } = await delayFirstWrite("insert on financing_review_case")
    try {
      const operation = act(() => Promise.reject(new Error("No answer"))).catch(() => "failed")
      await held()
      expect(await rows()).toMatchObject([{ outcome: "intended" }])
      expect(await listReviewCauses(running(), id)).toEqual([])
      expect(await operation).toBe("failed")
    } finally {
      await release()
    }
    expect(await rows()).toMatchObject([{ outcome: "in-doubt", error_code: "unexpected" }])
    expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
  })

  it.each(["confirmed", "refused"] as const)(
    "stays %s when another process recorded that first, and opens no review case",
    async (outcome) => {
      const { financing } = running()
      const { id, act, rows } = await prepareOperation(running(), "cancel")
      const operation = act(async (operationId) => {
        await financing.updateFinancingOperations({ id: operationId, outcome })
        throw new Error("No answer")
      })
      await expect(operation).rejects.toThrow("No answer")
      expect(await rows()).toMatchObject([{ outcome }])
      expect(await listReviewCauses(running(), id)).toEqual([])
    }
  )

  it("keeps its review case while a concurrent status check closes an older doubt", async () => {
    const { financing, databaseUrl } = running()
    const { id, act, rows } = await prepareOperation(running(), "cancel")
    await financing.reviewCases.open(id, "doubt", "Of another operation, long ago.")
    await queryCommitted(
      databaseUrl,
      `update financing_review_case set seen_at = now() - interval '1 hour' where application_id = $1`,
      [id]
    )
    const since = Date.now() - 60_000
    const { held, release } = await delayFirstWrite("update on financing_review_case")
    try {
      const operation = act(() => Promise.reject(new Error("No answer"))).catch(() => "failed")
      await held()
      await financing.reviewCases.review(id, { since, conclusive: true })
      expect(await operation).toBe("failed")
    } finally {
      await release()
    }
    expect(await rows()).toMatchObject([{ outcome: "in-doubt" }])
    expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
  })

  it("keeps its review case when a reconciliation finds agreement, whatever its server's clock (I12)", async () => {
    const { financing } = running()
    const { id, act, rows } = await prepareOperation(running(), "settle")
    const since = Date.now() - 1
    await expect(act(() => Promise.reject(new Error("No answer")))).rejects.toThrow("No answer")
    const futureTime = Date.now() + 60_000
    for (const startedAt of [since, futureTime]) {
      await financing.reviewCases.closeAgreed(id, startedAt)
      expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
    }
    const [settle] = await rows()
    await financing.updateFinancingOperations({ id: settle?.id, outcome: "confirmed" })
    await financing.reviewCases.closeAgreed(id, since)
    expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
    await financing.reviewCases.closeAgreed(id, futureTime)
    expect(await listReviewCauses(running(), id)).toEqual([])
  })
})

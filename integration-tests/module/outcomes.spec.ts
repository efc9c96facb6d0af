import { cents } from "../../src/domain/money"
import { withRefusedWritesIn } from "../store/database-triggers"
import { getMillisecondsUntil, prepareOperation, listOperations } from "./journal-steps"
import { startModule } from "./running-module"

const running = startModule()

/** Creates an application with an operation under way. */
async function startOperation(kind: "create" | "settle" | "refund" | "partial-refund") {
  const { financing } = running()
  const prepared = await prepareOperation(running(), kind)
  const operation = await financing.journal.writeIntent(prepared.intent)
  return { ...prepared, operation }
}

/** Runs `act` while the database refuses updates of the application's row. */
async function expectRefusedUpdate(id: string, act: () => Promise<unknown>): Promise<void> {
  const { databaseUrl } = running()
  const refusal = {
    table: "financing_application",
    event: "update",
    when: `new.id = '${id}'`,
  } as const
  await expect(withRefusedWritesIn(databaseUrl, refusal, act)).rejects.toThrow()
}

async function listTokens(id: string): Promise<string[]> {
  const tokens = await running().financing.listFinancingTokens(
    { application_id: id },
    { order: { position: "ASC" } }
  )
  return tokens.map(({ token }) => token)
}

describe("an intent", () => {
  it("is not written when its status check cannot be planned", async () => {
    const { financing } = running()
    const { id, intent, rows } = await prepareOperation(running())
    await expectRefusedUpdate(id, () => financing.journal.writeIntent(intent))
    expect(await rows()).toEqual([])
  })

  it("to repeat is not written either when its status check cannot be planned", async () => {
    const { financing } = running()
    const { id, intent, operation } = await startOperation("settle")
    const doubt = await financing.updateFinancingOperations({
      id: operation.id,
      outcome: "in-doubt" as const,
    })
    await expectRefusedUpdate(id, () => financing.journal.writeRepeat(doubt, intent))
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "in-doubt", attempts: 1 },
    ])
  })

  it("to repeat that is reverted is in doubt, with its former attempts and deadline", async () => {
    const { financing } = running()
    const { id, intent, operation } = await startOperation("settle")
    const deadline_at = new Date(Date.now() - 60_000)
    const previous = await financing.updateFinancingOperations({ id: operation.id, deadline_at })
    const repeat = await financing.journal.writeRepeat(previous, intent)
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "intended", attempts: 2 },
    ])
    await financing.journal.revert(repeat, previous)
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "in-doubt", attempts: 1, deadline_at },
    ])
  })

  it("that is reverted before its first call is refused", async () => {
    const { financing } = running()
    const { id, operation } = await startOperation("settle")
    await financing.journal.revert(operation, undefined)
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "refused", error_code: "lease_lost", finished_at: expect.any(Date) as Date },
    ])
  })

  it("stays with the process that took it over when the former holder reverts it (H2)", async () => {
    const { financing } = running()
    const { id, intent, operation } = await startOperation("settle")
    const doubt = await financing.updateFinancingOperations({
      id: operation.id,
      outcome: "in-doubt" as const,
    })
    await financing.journal.revert(operation, undefined)
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "in-doubt", attempts: 1 },
    ])
    const repeat = await financing.journal.writeRepeat(doubt, intent)
    await financing.journal.revert(operation, undefined)
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "intended", attempts: 2 },
    ])
    // A third process takes over from the second one.
    await financing.journal.writeRepeat(repeat, intent)
    await financing.journal.revert(repeat, doubt)
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "intended", attempts: 3 },
    ])
  })
})

describe("a new token of an operation", () => {
  it("is stored in its row and becomes the application's current token", async () => {
    const { financing } = running()
    const { id, application, token, operation } = await startOperation("partial-refund")
    await financing.outcomes.adoptToken({ operation, application, token: "the-new-token" })
    expect(await listTokens(id)).toEqual([token, "the-new-token"])
    expect(await financing.tokens.currentOf(id)).toBe("the-new-token")
    expect(await listOperations(running(), id)).toMatchObject([
      { new_token: "the-new-token", outcome: "intended" },
    ])
  })

  it("is stored nowhere when the operation's row cannot be written", async () => {
    const { financing, databaseUrl } = running()
    const { id, application, token, operation } = await startOperation("partial-refund")
    const refusal = {
      table: "financing_operation",
      event: "update",
      when: `new.id = '${operation.id}'`,
    } as const
    const adoption = withRefusedWritesIn(databaseUrl, refusal, () =>
      financing.outcomes.adoptToken({ operation, application, token: "half-a-token" })
    )
    await expect(adoption).rejects.toThrow()
    expect(await listTokens(id)).toEqual([token])
  })
})

describe("confirming a create", () => {
  it("stores the token and the customer's URL, and plans a status check in ten seconds", async () => {
    const { financing } = running()
    const { id, application, operation } = await startOperation("create")
    await financing.updateFinancingApplications({ id, checks_done: 5 })
    const token = "created-with-this"
    const url = "https://apply.example/a"
    const created = await financing.outcomes.confirmCreate({ operation, application, token, url })
    expect(created).toMatchObject({
      id,
      state: "awaiting-customer",
      customer_url: url,
      checks_done: 0,
    })
    // The schedule's first check.
    const delay = getMillisecondsUntil(created.next_check_at)
    expect(Math.abs(delay - 10_000)).toBeLessThan(5_000)
    expect(await financing.tokens.currentOf(id)).toBe(token)
    const row = await financing.retrieveFinancingOperation(operation.id)
    expect(row).toMatchObject({ outcome: "confirmed", new_token: token })
    expect(Math.abs(getMillisecondsUntil(row.finished_at))).toBeLessThan(10_000)
  })

  it("stores no token and keeps the intent when the application cannot be written", async () => {
    const { financing } = running()
    const { id, application, operation, token } = await startOperation("create")
    await expectRefusedUpdate(id, () =>
      financing.outcomes.confirmCreate({
        operation,
        application,
        token: "half-a-token-2",
        url: null,
      })
    )
    expect(await listTokens(id)).toEqual([token])
    const row = await financing.retrieveFinancingOperation(operation.id)
    expect(row).toMatchObject({ outcome: "intended", new_token: null })
  })
})

describe("confirming a refund or a settle", () => {
  it.each([
    { refunded: 200_00, left: 612_40, state: "partly-refunded" },
    { refunded: 812_39, left: 1, state: "partly-refunded" },
    { refunded: 812_40, left: 0, state: "refunded" },
  ])(
    "writes a refund of $refunded cents to the journal and the application",
    async ({ refunded, left, state }) => {
      const { financing } = running()
      const { id, operation } = await startOperation("partial-refund")
      await financing.updateFinancingApplications({ id, checks_done: 5 })
      const updated = await financing.outcomes.confirmRefund({
        operation,
        application: { financed_cents: 812_40 },
        refunded: cents(refunded),
      })
      expect(updated).toMatchObject({
        id,
        state,
        refunded_cents: refunded,
        service_cents: left,
        checks_done: 0,
      })
      const delay = getMillisecondsUntil(updated.next_check_at)
      expect(delay).toBeGreaterThan(-5_000)
      expect(delay).toBeLessThanOrEqual(2_000)
      const row = await financing.retrieveFinancingOperation(operation.id)
      expect(row.outcome).toBe("confirmed")
      expect(Math.abs(getMillisecondsUntil(row.finished_at))).toBeLessThan(10_000)
    }
  )

  it("fails and records nothing for a settle of a deleted application", async () => {
    const { financing } = running()
    const { id, operation } = await startOperation("settle")
    await financing.context
      .knex("financing_application")
      .where({ id })
      .update({ deleted_at: new Date() })
    await expect(financing.outcomes.confirmSettle(operation, cents(100_00))).rejects.toThrow(
      "does not exist"
    )
    expect(await financing.retrieveFinancingOperation(operation.id)).toMatchObject({
      outcome: "intended",
    })
    const entries = await financing.listFinancingTimelineEntries({
      application_id: id,
      what: "settled",
    })
    expect(entries).toEqual([])
  })

  it("records nothing for a refund when the application cannot be written (I3)", async () => {
    const { financing } = running()
    const { id, operation } = await startOperation("refund")
    await expectRefusedUpdate(id, () =>
      financing.outcomes.confirmRefund({
        operation,
        application: { financed_cents: 812_40 },
        refunded: cents(812_40),
      })
    )
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "intended", finished_at: null },
    ])
    expect(await financing.retrieveFinancingApplication(id)).toMatchObject({ refunded_cents: 0 })
  })
})

describe("linking a refund row of Medusa to a refund", () => {
  async function createConfirmedRefund(reference: string | null) {
    const { financing } = running()
    const prepared = await startOperation("refund")
    await financing.updateFinancingOperations({
      id: prepared.operation.id,
      outcome: "confirmed" as const,
      reference,
    })
    return prepared
  }

  it.each([null, "ref_gone"])("replaces the reference %s once", async (from) => {
    const { financing } = running()
    const { id, operation } = await createConfirmedRefund(from)
    const link = { operationId: operation.id, from }
    expect(await financing.journal.linkRefund({ ...link, refundId: "ref_new" })).toBe(true)
    expect(await financing.journal.linkRefund({ ...link, refundId: "ref_late" })).toBe(false)
    expect(await listOperations(running(), id)).toMatchObject([{ reference: "ref_new" }])
  })

  it("does not replace the reference while the refund is unconfirmed", async () => {
    const { financing } = running()
    const { id, operation } = await startOperation("refund")
    const from = operation.reference
    const link = { operationId: operation.id, from, refundId: "ref_new" }
    expect(await financing.journal.linkRefund(link)).toBe(false)
    expect(await listOperations(running(), id)).toMatchObject([{ reference: from }])
  })
})

describe("the requester of a refund", () => {
  it("comes from the last timeline entry about that refund only", async () => {
    const { financing } = running()
    const { id } = await startOperation("refund")
    const other = await startOperation("refund")
    const createTimelineEntry = (
      applicationId: string,
      what: string,
      details: Record<string, unknown>
    ) =>
      financing.createFinancingTimelineEntries({
        application_id: applicationId,
        what,
        actor: "user_any",
        details,
      })
    await createTimelineEntry(id, "refund-asked", { refund_id: "ref_1", user_id: "user_first" })
    await createTimelineEntry(id, "refund-asked", {
      refund_id: "ref_1",
      user_id: "user_again",
      refund_reason_id: "refr_1",
    })
    await createTimelineEntry(id, "refund-asked", {
      refund_id: "ref_2",
      user_id: 7,
      refund_reason_id: null,
    })
    await createTimelineEntry(id, "refund-wanted", { refund_id: "ref_3", user_id: "user_wanted" })
    await createTimelineEntry(other.id, "refund-asked", {
      refund_id: "ref_4",
      user_id: "user_elsewhere",
    })
    expect(await financing.journal.findRequester(id, { reference: "ref_1", cents: 1 })).toEqual({
      userId: "user_again",
      refundReasonId: "refr_1",
    })
    const noRequester = { userId: null, refundReasonId: null }
    for (const reference of ["ref_2", "ref_3", "ref_4", null]) {
      expect(await financing.journal.findRequester(id, { reference, cents: 1 })).toEqual(
        noRequester
      )
    }
  })

  it("is found by the amount when no timeline entry names the refund row", async () => {
    const { financing } = running()
    const { id } = await startOperation("refund")
    const [operation] = await listOperations(running(), id)
    const createTimelineEntry = (refund_id: string | null, cents: number, user_id: string) =>
      financing.createFinancingTimelineEntries({
        application_id: id,
        what: "refund-asked",
        details: { refund_id, cents, user_id, refund_reason_id: null },
      })
    await createTimelineEntry("ref_dropped", 10_000, "user_who_asked")
    await createTimelineEntry(operation?.reference ?? null, 700, "user_of_the_operation")
    const findRequester = (reference: string | null, cents: number) =>
      financing.journal.findRequester(id, { reference, cents })
    expect(await findRequester("ref_restored", 10_000)).toMatchObject({ userId: "user_who_asked" })
    expect(await findRequester("ref_restored", 10_001)).toMatchObject({ userId: null })
    expect(await findRequester("ref_restored", 700)).toMatchObject({ userId: null })
    expect(await findRequester(null, 10_000)).toMatchObject({ userId: null })
  })
})

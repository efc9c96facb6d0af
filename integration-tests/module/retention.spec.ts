import type { ApplicationRecord } from "../../src/modules/consumer-financing/records"
import { createApplication, startModule } from "./running-module"

const running = startModule({ retentionDays: 60 })

const ENDED_APPLICATION = { state: "cancelled", next_check_at: null } as const

/** Creates an application with rows of each kind that are `days` days old. */
async function createAgedApplication(
  days: number,
  changes: Partial<ApplicationRecord> = ENDED_APPLICATION
): Promise<string> {
  const { financing } = running()
  const { id } = (await createApplication(financing)).application
  await financing.timeline.note(id, "session-adopted")
  await financing.timeline.note(id, "refunded", { cents: 100 })
  await financing.timeline.note(id, "refund-asked", { refund_id: "ref_1" })
  await financing.createFinancingPostbacks([
    { application_id: id, fields: {}, processed_at: new Date() },
    { application_id: id, body: "uuid=1", processed_at: null },
  ])
  await financing.updateFinancingApplications({ id, ...changes })
  for (const table of [
    "financing_timeline_entry",
    "financing_postback",
    "financing_operation",
    "financing_token",
  ]) {
    await financing.context.knex.raw(
      `update ${table} set created_at = now() - make_interval(days => ?) where application_id = ?`,
      [days, id]
    )
  }
  return id
}

async function readRemainingRecords(id: string) {
  const { financing } = running()
  const rows = await Promise.all([
    financing.listFinancingTimelineEntries({ application_id: id }, { take: null }),
    financing.listFinancingPostbacks({ application_id: id }),
    financing.listFinancingOperations({ application_id: id }),
    financing.listFinancingTokens({ application_id: id }),
  ])
  const [timeline, postbacks, operations, tokens] = rows
  return {
    timeline: timeline.map(({ what }) => what).sort(),
    postbacks: postbacks.length,
    operations: operations.length,
    tokens: tokens.length,
  }
}

const ALL_RECORDS = { postbacks: 2, operations: 1, tokens: 1 }

describe("clearing old records", () => {
  it("keeps an ended application's journal, tokens and timeline entries about money", async () => {
    const [ended, funded] = [
      await createAgedApplication(61),
      await createAgedApplication(61, { ...ENDED_APPLICATION, state: "funded" }),
    ]
    const recent = await createAgedApplication(59)
    await running().financing.clearOldRecords()
    for (const id of [ended, funded]) {
      expect(await readRemainingRecords(id)).toEqual({
        timeline: ["created", "refund-asked", "refunded"],
        // A postback that is not processed yet stays.
        postbacks: 1,
        operations: 1,
        tokens: 1,
      })
    }
    expect(await readRemainingRecords(recent)).toMatchObject(ALL_RECORDS)
    expect((await readRemainingRecords(recent)).timeline).toContain("session-adopted")
  })

  it.each<[string, Partial<ApplicationRecord>]>([
    ["the application is still checked", { next_check_at: new Date(Date.now() + 3_600_000) }],
    ["the application has a review case", { review_reason: "Compare it with the portal." }],
    ["the application waits for its customer", { state: "awaiting-customer" }],
    ["the application is settled and not funded yet", { state: "settling" }],
  ])("keeps all records, however old, while %s", async (_, changes) => {
    const id = await createAgedApplication(4_000, { ...ENDED_APPLICATION, ...changes })
    await running().financing.clearOldRecords()
    expect(await readRemainingRecords(id)).toMatchObject(ALL_RECORDS)
    expect((await readRemainingRecords(id)).timeline).toContain("session-adopted")
  })

  it("keeps all records while an operation is in doubt", async () => {
    const { financing } = running()
    const id = await createAgedApplication(4_000)
    const [operation] = await financing.listFinancingOperations({ application_id: id })
    await financing.updateFinancingOperations({ id: operation?.id ?? "", outcome: "in-doubt" })
    await financing.clearOldRecords()
    expect(await readRemainingRecords(id)).toMatchObject(ALL_RECORDS)
  })

  it("deletes many timeline entries in bounded batches", async () => {
    const { financing } = running()
    const id = await createAgedApplication(61)
    await financing.context.knex.raw(
      `insert into financing_timeline_entry (id, what, actor, application_id, created_at)
       select 'fintl_many_' || n, 'status-changed', 'plugin', ?, now() - interval '61 days'
       from generate_series(1, 1200) n`,
      [id]
    )
    const statements: string[] = []
    const recordStatement = ({ sql }: { sql: string }) => void statements.push(sql)
    financing.context.knex.on("query", recordStatement)
    const { timeline } = await financing.clearOldRecords()
    financing.context.knex.removeListener("query", recordStatement)
    expect(timeline).toBeGreaterThanOrEqual(1_201)
    const deletes = statements.filter((sql) => sql.includes("delete from financing_timeline_entry"))
    expect(deletes).toHaveLength(3)
    expect((await readRemainingRecords(id)).timeline).toEqual([
      "created",
      "refund-asked",
      "refunded",
    ])
  })
})

describe("clearing expired leases", () => {
  it("deletes attempts once they expire, and leases and rerun requests a day later", async () => {
    const { financing } = running()
    const buildExpiredLease = (id: string, hours: number) => ({
      id,
      holder: "nobody",
      expires_at: new Date(Date.now() - hours * 3_600_000),
    })
    await financing.context
      .knex("financing_lease")
      .insert([
        buildExpiredLease("budget:attempt-old", 0.01),
        buildExpiredLease("rerun:reconcile:old", 25),
        buildExpiredLease("money:old", 25),
        buildExpiredLease("money:young", 1),
      ])
    await financing.leases.acquire("money:held")
    await financing.clearOldRecords()
    const rows = await financing.context.knex("financing_lease").select<{ id: string }[]>("id")
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(["money:young", "money:held"]))
    for (const deletedId of ["budget:attempt-old", "rerun:reconcile:old", "money:old"]) {
      expect(ids).not.toContain(deletedId)
    }
  })
})

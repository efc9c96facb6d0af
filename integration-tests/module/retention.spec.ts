import type { ApplicationRecord } from "../../src/modules/consumer-financing/records"
import { createApplication, startRunningModule } from "./running-module"

const running = startRunningModule({ retentionDays: 60 })

const AT_REST = { state: "cancelled", next_check_at: null } as const

/** Creates an application with rows of each kind that are `days` days old. */
async function aged(days: number, changes: Partial<ApplicationRecord> = AT_REST): Promise<string> {
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

async function left(id: string) {
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

const EVERYTHING = { postbacks: 2, operations: 1, tokens: 1 }

describe("clearing old records", () => {
  it("keeps an ended application's journal, tokens and timeline entries about money", async () => {
    const [ended, funded] = [await aged(61), await aged(61, { ...AT_REST, state: "funded" })]
    const young = await aged(59)
    await running().financing.clearOldRecords()
    for (const id of [ended, funded]) {
      expect(await left(id)).toEqual({
        timeline: ["created", "refund-asked", "refunded"],
        // A postback that is not processed yet stays.
        postbacks: 1,
        operations: 1,
        tokens: 1,
      })
    }
    expect(await left(young)).toMatchObject(EVERYTHING)
    expect((await left(young)).timeline).toContain("session-adopted")
  })

  it.each<[string, Partial<ApplicationRecord>]>([
    ["the application is still checked", { next_check_at: new Date(Date.now() + 3_600_000) }],
    ["the application has a review case", { review_reason: "Compare it with the portal." }],
    ["the application waits for its customer", { state: "awaiting-customer" }],
    ["the application is settled and not funded yet", { state: "settling" }],
  ])("keeps all records, however old, while %s", async (_, changes) => {
    const id = await aged(4_000, { ...AT_REST, ...changes })
    await running().financing.clearOldRecords()
    expect(await left(id)).toMatchObject(EVERYTHING)
    expect((await left(id)).timeline).toContain("session-adopted")
  })

  it("keeps all records while an operation is in doubt", async () => {
    const { financing } = running()
    const id = await aged(4_000)
    const [operation] = await financing.listFinancingOperations({ application_id: id })
    await financing.updateFinancingOperations({ id: operation?.id ?? "", outcome: "in-doubt" })
    await financing.clearOldRecords()
    expect(await left(id)).toMatchObject(EVERYTHING)
  })

  it("deletes many timeline entries in bounded batches", async () => {
    const { financing } = running()
    const id = await aged(61)
    await financing.context.knex.raw(
      `insert into financing_timeline_entry (id, what, actor, application_id, created_at)
       select 'fintl_many_' || n, 'status-changed', 'plugin', ?, now() - interval '61 days'
       from generate_series(1, 1200) n`,
      [id]
    )
    const statements: string[] = []
    const listen = ({ sql }: { sql: string }) => void statements.push(sql)
    financing.context.knex.on("query", listen)
    const { timeline } = await financing.clearOldRecords()
    financing.context.knex.removeListener("query", listen)
    expect(timeline).toBeGreaterThanOrEqual(1_201)
    const deletes = statements.filter((sql) => sql.includes("delete from financing_timeline_entry"))
    expect(deletes).toHaveLength(3)
    expect((await left(id)).timeline).toEqual(["created", "refund-asked", "refunded"])
  })
})

describe("clearing expired leases", () => {
  it("deletes attempts once they expire, and leases and rerun requests a day later", async () => {
    const { financing } = running()
    const expired = (id: string, hours: number) => ({
      id,
      holder: "nobody",
      expires_at: new Date(Date.now() - hours * 3_600_000),
    })
    await financing.context
      .knex("financing_lease")
      .insert([
        expired("budget:attempt-old", 0.01),
        expired("rerun:reconcile:old", 25),
        expired("money:old", 25),
        expired("money:young", 1),
      ])
    await financing.leases.acquire("money:held")
    await financing.clearOldRecords()
    const rows = await financing.context.knex("financing_lease").select<{ id: string }[]>("id")
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(["money:young", "money:held"]))
    for (const gone of ["budget:attempt-old", "rerun:reconcile:old", "money:old"]) {
      expect(ids).not.toContain(gone)
    }
  })
})

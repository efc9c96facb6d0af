import { createApplication, startModule } from "./running-module"

const running = startModule({ polling: { callsPerMinute: 6 } })

/** Creates an application whose status check has been due for `minutes`. */
async function createDueApplication(minutes: number, changes: object = {}): Promise<string> {
  const { financing } = running()
  const { application } = await createApplication(financing)
  const next_check_at = new Date(Date.now() - minutes * 60_000)
  await financing.updateFinancingApplications({ id: application.id, next_check_at, ...changes })
  return application.id
}

describe("claiming due status checks", () => {
  it("takes signed applications first, then returning shoppers, then the rest by age (H7)", async () => {
    const { financing } = running()
    const rest: string[] = []
    for (let minutes = 60; minutes > 40; minutes -= 1)
      rest.push(await createDueApplication(minutes))
    const ended = await createDueApplication(90, { state: "cancelled" })
    const returned = await createDueApplication(2, { shopper_returned: true })
    const ordered = await createDueApplication(3, { order_id: "order_1" })
    const signed = await createDueApplication(1, { state: "ready-to-settle", ready_at: new Date() })
    expect(await financing.schedule.countDue(100)).toBe(24)
    expect(await financing.schedule.countDue(100, { urgent: true })).toBe(3)
    // The job draws one call of the budget at a time.
    const claimed: string[] = []
    for (let run = 0; run < 5; run += 1) claimed.push(...(await financing.schedule.claimDue(1)))
    expect(claimed).toEqual([ordered, signed, returned, ended, rest[0]])
  })

  it("takes only urgent checks when the caller requests urgent ones", async () => {
    const { financing } = running()
    await createDueApplication(30)
    const signed = await createDueApplication(1, { state: "under-review" })
    expect(await financing.schedule.claimDue(10, { urgent: true })).toEqual([signed])
    expect(await financing.schedule.claimDue(10, { urgent: true })).toEqual([])
    expect((await financing.schedule.claimDue(100)).length).toBeGreaterThan(0)
  })
})

describe("a status check requested by an order's event", () => {
  const getSecondsUntilCheck = async (id: string) => {
    const { next_check_at } = await running().financing.retrieveFinancingApplication(id)
    return (new Date(next_check_at ?? 0).getTime() - Date.now()) / 1_000
  }

  it("runs once for twenty events, and waits for the schedule when the budget is spent", async () => {
    const { schedule, context } = running().financing
    const [first, second] = [
      await createDueApplication(-60, { checks_done: 9 }),
      await createDueApplication(-60),
    ]
    const emit = jest.spyOn(context.timeline, "emit")
    for (let event = 0; event < 20; event += 1) await schedule.requestStoreCheck(first)
    expect(emit).toHaveBeenCalledTimes(1)
    // Six calls a minute allow one call at once.
    await schedule.requestStoreCheck(second)
    expect(emit).toHaveBeenCalledTimes(1)
    emit.mockRestore()
    for (const id of [first, second]) expect(await getSecondsUntilCheck(id)).toBeLessThan(3)
    expect((await running().financing.retrieveFinancingApplication(first)).checks_done).toBe(0)
  })

  it("is due at once although the schedule has ended", async () => {
    const { financing } = running()
    const id = await createDueApplication(1, { next_check_at: null })
    await financing.schedule.requestStoreCheck(id)
    expect(await getSecondsUntilCheck(id)).toBeLessThan(3)
  })
})

type Plan = {
  "Node Type": string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: Plan[]
}

/** Counts the rows that a statement's table scans read. */
function countRowsRead(plan: Plan): number {
  const isTableScan = plan["Node Type"].endsWith("Scan") && plan["Node Type"] !== "CTE Scan"
  const rows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
  return (
    (isTableScan ? rows : 0) +
    (plan.Plans ?? []).reduce((sum, child) => sum + countRowsRead(child), 0)
  )
}

describe("a claim amid a long backlog", () => {
  const BACKLOG = 3_000

  /** Explains the statement of a claim to count the rows that it reads. */
  async function countClaimRows(claim: { urgent?: boolean }): Promise<number> {
    const { knex, schedule } = running().financing.context
    const queries: { sql: string; bindings: number[] }[] = []
    const recordQuery = (query: (typeof queries)[number]) => void queries.push(query)
    knex.on("query", recordQuery)
    await schedule.claimDue(4, claim)
    knex.off("query", recordQuery)
    const [{ sql, bindings }] = queries as [(typeof queries)[number]]
    const { rows } = await knex.raw<{ rows: { "QUERY PLAN": [{ Plan: Plan }] }[] }>(
      `explain (analyze, format json) ${sql.replace(/\$\d+/g, "?")}`,
      bindings
    )
    return countRowsRead((rows as [{ "QUERY PLAN": [{ Plan: Plan }] }])[0]["QUERY PLAN"][0].Plan)
  }

  /** Replaces all due checks with applications that have been due for an hour. */
  async function createBacklog(changes: string): Promise<void> {
    const { knex } = running().financing.context
    await knex.raw("update financing_application set next_check_at = null")
    await knex.raw(
      `insert into financing_application (id, environment, service_order_id, financed_cents,
         snapshot_hash, next_check_at, shopper_returned, order_id)
       select gen_random_uuid(), 'staging', gen_random_uuid(), 50000, 'hash', now() - interval '1 hour', ${changes}
       from generate_series(1, ?)`,
      [BACKLOG]
    )
    await knex.raw("analyze financing_application")
  }

  it.each([
    ["every application is unsigned and no shopper came back", "false, null"],
    ["every shopper came back", "true, null"],
    ["every application has an order", "true, 'order_1'"],
  ])("reads fewer than 50 rows when %s", async (_condition, changes) => {
    await createBacklog(changes)
    expect(await countClaimRows({ urgent: true })).toBeLessThan(50)
    expect(await countClaimRows({})).toBeLessThan(50)
  })
})

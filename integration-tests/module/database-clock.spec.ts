import { DatabaseClock } from "../../src/modules/consumer-financing/coordination/database-clock"
import { startModule } from "./running-module"

const running = startModule()
const getKnex = () => running().financing.context.knex

const HOUR_MS = 3_600_000

/** The database's clock, in milliseconds. */
async function readDatabaseTime(): Promise<number> {
  const { rows } = await getKnex().raw<{ rows: { now: Date }[] }>("select clock_timestamp() as now")
  return new Date(String(rows[0]?.now)).getTime()
}

describe("the clock of a server (H1)", () => {
  afterEach(() => jest.restoreAllMocks())

  it.each([HOUR_MS, -HOUR_MS])(
    "follows the database's clock when the server's is wrong (%s ms)",
    async (offset) => {
      const realNow = Date.now.bind(Date)
      jest.spyOn(Date, "now").mockImplementation(() => realNow() + offset)
      const clock = new DatabaseClock()
      await clock.compare(getKnex())
      expect(Math.abs(clock.now() - (await readDatabaseTime()))).toBeLessThan(1_500)
      expect(clock.dateIn(-5_000).getTime()).toBeLessThan(clock.now() - 4_000)
    }
  )

  it("stays the server's own while that is right", async () => {
    const clock = new DatabaseClock()
    await clock.compare(getKnex())
    const serverTime = Date.now()
    expect(Math.abs(clock.now() - serverTime)).toBeLessThan(100)
  })

  it("queries the database once for simultaneous comparisons, and not again soon after", async () => {
    const queries: unknown[] = []
    const recordQuery = (query: unknown) => queries.push(query)
    getKnex().on("query", recordQuery)
    const clock = new DatabaseClock()
    await Promise.all([1, 2, 3].map(() => clock.compare(getKnex())))
    await clock.compare(getKnex())
    getKnex().removeListener("query", recordQuery)
    expect(queries).toHaveLength(1)
  })
})

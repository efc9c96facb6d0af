import { DatabaseClock } from "../../src/modules/consumer-financing/coordination/database-clock"
import { startRunningModule } from "./running-module"

const running = startRunningModule()
const knex = () => running().financing.context.knex

const HOUR = 3_600_000

/** The database's clock, in milliseconds. */
async function databaseTime(): Promise<number> {
  const { rows } = await knex().raw<{ rows: { now: Date }[] }>("select clock_timestamp() as now")
  return new Date(String(rows[0]?.now)).getTime()
}

describe("the clock of a server (H1)", () => {
  afterEach(() => jest.restoreAllMocks())

  it.each([HOUR, -HOUR])(
    "follows the database's clock when the server's is wrong (%s ms)",
    async (wrong) => {
      const real = Date.now.bind(Date)
      jest.spyOn(Date, "now").mockImplementation(() => real() + wrong)
      const clock = new DatabaseClock()
      await clock.compare(knex())
      expect(Math.abs(clock.now() - (await databaseTime()))).toBeLessThan(1_500)
      expect(clock.dateIn(-5_000).getTime()).toBeLessThan(clock.now() - 4_000)
    }
  )

  it("stays the server's own while that is right", async () => {
    const clock = new DatabaseClock()
    await clock.compare(knex())
    const own = Date.now()
    expect(Math.abs(clock.now() - own)).toBeLessThan(100)
  })

  it("queries the database once for simultaneous comparisons, and not again soon after", async () => {
    const asked: unknown[] = []
    const listen = (query: unknown) => asked.push(query)
    knex().on("query", listen)
    const clock = new DatabaseClock()
    await Promise.all([1, 2, 3].map(() => clock.compare(knex())))
    await clock.compare(knex())
    knex().removeListener("query", listen)
    expect(asked).toHaveLength(1)
  })
})

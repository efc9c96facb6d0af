import { DatabaseClock } from "../../src/modules/consumer-financing/coordination/database-clock"
import { runningModule } from "./running-module"

const running = runningModule()
const knex = () => running().financing.context.knex

const HOUR = 3_600_000

/** What the database's clock says, in milliseconds. */
async function databaseTime(): Promise<number> {
  const { rows } = await knex().raw<{ rows: { now: Date }[] }>("select clock_timestamp() as now")
  return new Date(String(rows[0]?.now)).getTime()
}

describe("a server whose clock is wrong (H1)", () => {
  afterEach(() => jest.restoreAllMocks())

  it.each([HOUR, -HOUR])("goes by the database's clock (%s ms)", async (wrong) => {
    const real = Date.now.bind(Date)
    jest.spyOn(Date, "now").mockImplementation(() => real() + wrong)
    const clock = new DatabaseClock()
    await clock.compare(knex())
    expect(Math.abs(clock.now() - (await databaseTime()))).toBeLessThan(1_500)
    expect(clock.dateIn(-5_000).getTime()).toBeLessThan(clock.now() - 4_000)
  })

  it("keeps its own clock while that clock is right, so that no timestamp repeats", async () => {
    const clock = new DatabaseClock()
    await clock.compare(knex())
    const own = Date.now()
    expect(Math.abs(clock.now() - own)).toBeLessThan(100)
  })

  it("asks the database once for all who want to know at once, and not again for a while", async () => {
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

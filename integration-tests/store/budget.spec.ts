import { knex as connectTo } from "@medusajs/framework/mikro-orm/knex"
import {
  type Budget,
  grantFrom,
  readLeft,
} from "../../src/modules/consumer-financing/coordination/budget"
import { createHarness } from "./harness"

const { run } = createHarness()
const connect = () => connectTo({ client: "pg", connection: run.databaseUrl, pool: { max: 4 } })

describe("a call budget that all processes share", () => {
  const [knex, otherKnex] = [connect(), connect()]
  afterAll(() => Promise.all([knex.destroy(), otherKnex.destroy()]))

  let count = 0
  const createBudget = (burst: number, secondsPerCall: number): Budget => {
    count += 1
    return { name: `spec-${process.pid}-${count}`, pace: { burst, secondsPerCall } }
  }
  const listBudgetRows = async ({ name }: Budget) =>
    await knex<{ id: string }>("financing_lease").where({ id: `budget:${name}` })

  it("grants its whole burst at once, and then returns the time to wait", async () => {
    const budget = createBudget(3, 1200)
    expect((await grantFrom(knex, budget, 1)).wait).toBe(0)
    expect((await grantFrom(knex, budget, 1)).wait).toBe(0)
    expect((await grantFrom(knex, budget, 1)).granted).toBe(1)
    const { granted, wait } = await grantFrom(knex, budget, 1)
    expect(granted).toBe(0)
    expect(wait).toBeGreaterThan(1100)
    expect(wait).toBeLessThanOrEqual(1200)
    expect(await listBudgetRows(budget)).toHaveLength(1)
  })

  it("grants the remaining calls when a caller wants more", async () => {
    const budget = createBudget(5, 600)
    expect((await grantFrom(knex, budget, 3)).granted).toBe(3)
    expect((await grantFrom(knex, budget, 3)).granted).toBe(2)
    expect((await grantFrom(knex, budget, 3)).granted).toBe(0)
  })

  it("reports the remaining calls without using any", async () => {
    const budget = createBudget(4, 600)
    expect(await readLeft(knex, budget)).toBe(4)
    await grantFrom(knex, budget, 3)
    expect([await readLeft(knex, budget), await readLeft(knex, budget)]).toEqual([1, 1])
    expect((await grantFrom(knex, budget, 2)).granted).toBe(1)
    expect(await readLeft(knex, budget)).toBe(0)
  })

  it("grants no more than its burst to fifty concurrent callers on two connections", async () => {
    const budget = createBudget(10, 360)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        grantFrom(index % 2 === 0 ? knex : otherKnex, budget, 1)
      )
    )
    expect(answers.filter(({ granted }) => granted === 1)).toHaveLength(10)
  })

  it("grants one more call after the time of one call, and refusals cost nothing", async () => {
    const budget = createBudget(2, 20)
    expect((await grantFrom(knex, budget, 2)).granted).toBe(2)
    for (let call = 0; call < 5; call += 1)
      expect((await grantFrom(knex, budget, 1)).granted).toBe(0)
    await knex("financing_lease")
      .where({ id: `budget:${budget.name}` })
      .update({ expires_at: knex.raw("expires_at - interval '20 seconds'") })
    expect((await grantFrom(knex, budget, 1)).granted).toBe(1)
    expect((await grantFrom(knex, budget, 1)).granted).toBe(0)
  })
})

import { createApplication, startModule } from "./running-module"

const running = startModule({ polling: { callsPerMinute: 120 } })

describe("a flood of unsigned applications whose shoppers do not return", () => {
  it("leaves a share of the calls to signed applications and returning shoppers", async () => {
    const { financing } = running()
    const { schedule, knex } = financing.context
    for (let index = 0; index < 24; index += 1) await createApplication(financing)
    await knex("financing_application").update({ next_check_at: new Date(Date.now() - 60_000) })
    const granted = await schedule.grantCalls(1_000)
    expect(granted).toBe(20)
    expect(await schedule.claimOthers(granted)).toHaveLength(15)
    // The next returning shopper gets the calls that the flood did not get.
    expect(await schedule.grantCalls(1_000)).toBe(5)
    expect(await schedule.claimOthers(5)).toEqual([])
    expect(await schedule.grantCalls(1_000)).toBe(5)
  })
})

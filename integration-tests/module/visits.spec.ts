import { startModule } from "./running-module"

const running = startModule()

let applicationCount = 0
const createApplicationId = () => `finapp_visited_${++applicationCount}`

/** Moves an application's counted visits `seconds` into the past. */
async function advanceVisits(id: string, seconds: number): Promise<void> {
  const { knex } = running().financing.context
  await knex("financing_lease")
    .whereLike("id", `budget:visit-%:${id}`)
    .update({ expires_at: knex.raw("expires_at - make_interval(secs => ?)", [seconds]) })
}

/** Counts the status checks and schedules that visits at this interval are allowed. */
async function countAllowedChecks(
  id: string,
  { times, everySeconds }: { times: number; everySeconds: number }
) {
  let looks = 0
  let schedules = 0
  for (let index = 0; index < times; index += 1) {
    const result = await running().financing.takeVisit(id)
    if (result.mayCheck) looks += 1
    if (result.mayCheck && result.beginsSchedule) schedules += 1
    await advanceVisits(id, everySeconds)
  }
  return { looks, schedules }
}

describe("visits of a return URL", () => {
  it("allow one status check in five seconds, and return the wait until the next", async () => {
    const { financing } = running()
    const id = createApplicationId()
    expect(await financing.takeVisit(id)).toEqual({ mayCheck: true, beginsSchedule: true })
    const secondVisit = await financing.takeVisit(id)
    if (secondVisit.mayCheck) throw new Error("It may check twice")
    expect(secondVisit.wait).toBeLessThanOrEqual(5)
    expect(secondVisit.wait).toBeGreaterThan(2)
    await advanceVisits(id, 2)
    expect(await financing.takeVisit(id)).toMatchObject({ mayCheck: false })
    await advanceVisits(id, 3)
    expect(await financing.takeVisit(id)).toEqual({ mayCheck: true, beginsSchedule: false })
    expect(await financing.takeVisit(createApplicationId())).toMatchObject({ mayCheck: true })
  })

  it("allow one status check when fifty arrive at once", async () => {
    const { financing } = running()
    const id = createApplicationId()
    const visits = await Promise.all(Array.from({ length: 50 }, () => financing.takeVisit(id)))
    expect(visits.filter(({ mayCheck }) => mayCheck)).toHaveLength(1)
  })

  it("allow at most 30 status checks in an hour, and begin one schedule", async () => {
    const { looks, schedules } = await countAllowedChecks(createApplicationId(), {
      times: 660,
      everySeconds: 5,
    })
    expect(looks).toBeGreaterThanOrEqual(25)
    expect(looks).toBeLessThanOrEqual(30)
    expect(schedules).toBe(1)
  })

  it("return no wait once the hour's status checks are used up", async () => {
    const id = createApplicationId()
    await countAllowedChecks(id, { times: 15, everySeconds: 5 })
    expect(await running().financing.takeVisit(id)).toEqual({ mayCheck: false, wait: null })
  })

  it("count from zero again after two hours without a visit", async () => {
    const id = createApplicationId()
    await countAllowedChecks(id, { times: 40, everySeconds: 5 })
    await advanceVisits(id, 7_200)
    expect(await countAllowedChecks(id, { times: 15, everySeconds: 5 })).toEqual({
      looks: 15,
      schedules: 1,
    })
  })
})

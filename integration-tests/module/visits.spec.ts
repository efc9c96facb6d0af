import { startRunningModule } from "./running-module"

const running = startRunningModule()

let applications = 0
const newApplication = () => `finapp_visited_${++applications}`

/** Moves an application's counted visits `seconds` into the past. */
async function later(id: string, seconds: number): Promise<void> {
  const { knex } = running().financing.context
  await knex("financing_lease")
    .whereLike("id", `budget:visit-%:${id}`)
    .update({ expires_at: knex.raw("expires_at - make_interval(secs => ?)", [seconds]) })
}

/** Counts the status checks and schedules that visits at this interval are allowed. */
async function visit(id: string, { times, everySeconds }: { times: number; everySeconds: number }) {
  let looks = 0
  let schedules = 0
  for (let done = 0; done < times; done += 1) {
    const seen = await running().financing.takeVisit(id)
    if (seen.mayCheck) looks += 1
    if (seen.mayCheck && seen.beginsSchedule) schedules += 1
    await later(id, everySeconds)
  }
  return { looks, schedules }
}

describe("visits of a return URL", () => {
  it("allow one status check in five seconds, and return the wait until the next", async () => {
    const { financing } = running()
    const id = newApplication()
    expect(await financing.takeVisit(id)).toEqual({ mayCheck: true, beginsSchedule: true })
    const soon = await financing.takeVisit(id)
    if (soon.mayCheck) throw new Error("It may check twice")
    expect(soon.wait).toBeLessThanOrEqual(5)
    expect(soon.wait).toBeGreaterThan(2)
    await later(id, 2)
    expect(await financing.takeVisit(id)).toMatchObject({ mayCheck: false })
    await later(id, 3)
    expect(await financing.takeVisit(id)).toEqual({ mayCheck: true, beginsSchedule: false })
    expect(await financing.takeVisit(newApplication())).toMatchObject({ mayCheck: true })
  })

  it("allow one status check when fifty arrive at once", async () => {
    const { financing } = running()
    const id = newApplication()
    const visits = await Promise.all(Array.from({ length: 50 }, () => financing.takeVisit(id)))
    expect(visits.filter(({ mayCheck }) => mayCheck)).toHaveLength(1)
  })

  it("allow at most 30 status checks in an hour, and begin one schedule", async () => {
    const { looks, schedules } = await visit(newApplication(), { times: 660, everySeconds: 5 })
    expect(looks).toBeGreaterThanOrEqual(25)
    expect(looks).toBeLessThanOrEqual(30)
    expect(schedules).toBe(1)
  })

  it("return no wait once the hour's status checks are used up", async () => {
    const id = newApplication()
    await visit(id, { times: 15, everySeconds: 5 })
    expect(await running().financing.takeVisit(id)).toEqual({ mayCheck: false, wait: null })
  })

  it("count from zero again after two hours without a visit", async () => {
    const id = newApplication()
    await visit(id, { times: 40, everySeconds: 5 })
    await later(id, 7_200)
    expect(await visit(id, { times: 15, everySeconds: 5 })).toEqual({ looks: 15, schedules: 1 })
  })
})

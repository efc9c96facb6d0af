import { createApplication, startModule } from "./running-module"

const DAY_SECONDS = 86_400

const running = startModule({
  polling: {
    schedule: [
      { everySeconds: 100, forSeconds: 200 },
      { everySeconds: DAY_SECONDS, forSeconds: 10 * DAY_SECONDS },
    ],
  },
})

/** Runs a scheduled status check. Returns the seconds until the next one. */
async function runScheduledCheck(id: string): Promise<number> {
  const { financing } = running()
  await financing.checkStatus(await financing.retrieveFinancingApplication(id), { once: true })
  const { next_check_at } = await financing.retrieveFinancingApplication(id)
  return (new Date(next_check_at ?? 0).getTime() - Date.now()) / 1_000
}

async function createUncheckedApplication(): Promise<string> {
  const { application } = await createApplication(running().financing)
  return application.id
}

describe("a merchant's own schedule of status checks", () => {
  it("is followed step by step", async () => {
    const id = await createUncheckedApplication()
    const delays: number[] = []
    for (let index = 0; index < 4; index += 1) delays.push(await runScheduledCheck(id))
    // The first check sees the status change, which begins the schedule.
    const [first = 0, second = 0, third = 0] = delays
    for (const delay of [first, second]) {
      expect(delay).toBeGreaterThan(98)
      expect(delay).toBeLessThanOrEqual(110)
    }
    expect(third).toBeGreaterThan(DAY_SECONDS - 2)
    expect(third).toBeLessThanOrEqual(1.1 * DAY_SECONDS)
  })

  it("spreads the next checks of applications that began at the same time", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, createUncheckedApplication))
    const { financing } = running()
    for (const id of ids) {
      await runScheduledCheck(id)
      await financing.updateFinancingApplications({ id, checks_done: 5 })
    }
    const delays = await Promise.all(ids.map(runScheduledCheck))
    expect(Math.min(...delays)).toBeGreaterThan(DAY_SECONDS - 2)
    // The jitter is up to a tenth of a day: five within a minute occur once in a hundred million runs.
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(60)
  }, 20_000)
})

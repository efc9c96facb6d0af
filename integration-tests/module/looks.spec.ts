import { appliedFor, runningModule } from "./running-module"

const running = runningModule()

const secondsFromNow = (date: Date | string | null): number =>
  (new Date(date ?? 0).getTime() - Date.now()) / 1_000

describe("when an application is looked at next", () => {
  it("follows the schedule although the service's word is longer than what is kept of it", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await appliedFor(financing)
    await sandbox.control.status(token, { status: "WAITING-FOR-THE-LENDER", postback: false })
    const looked = []
    for (let time = 0; time < 3; time += 1) {
      const { application: seen } = await financing.look(
        await financing.retrieveFinancingApplication(application.id)
      )
      looked.push(seen.looks_done)
    }
    expect(looked).toEqual([0, 1, 2])
    const timeline = await financing.listFinancingTimelineEntries({
      application_id: application.id,
      what: "status-changed",
    })
    expect(timeline).toHaveLength(1)
  })

  it("is later each time, and never in the end, while nobody answers for a token that a postback named", async () => {
    const { financing } = running()
    const { application } = await appliedFor(financing)
    const { id } = application
    await financing.updateFinancingApplications({ id, state: "cancelled", looks_done: 0 })
    const delays = []
    for (let time = 0; time < 3; time += 1) {
      await financing.awaitCreate(id, "not-answered")
      const { next_look_at } = await financing.retrieveFinancingApplication(id)
      delays.push(Math.round(secondsFromNow(next_look_at) / 10) * 10)
    }
    expect(delays).toEqual([10, 30, 60])
    await financing.updateFinancingApplications({ id, looks_done: 1_000 })
    await financing.awaitCreate(id, "not-answered")
    expect((await financing.retrieveFinancingApplication(id)).next_look_at).toBeNull()
  })
})

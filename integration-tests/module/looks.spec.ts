import { committed } from "./committed"
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

  it.each(["cancelled", "created"] as const)(
    "is a minute later while nobody answers for a token that a postback named, and never once that is old (H5, %s)",
    async (state) => {
      const { financing, databaseUrl } = running()
      const { application } = await appliedFor(financing)
      const { id } = application
      await financing.updateFinancingApplications({ id, state, live_key: null, looks_done: 0 })
      for (let time = 0; time < 3; time += 1) {
        await financing.awaitCreate(id, "not-answered")
        const { next_look_at, looks_done } = await financing.retrieveFinancingApplication(id)
        expect(Math.round(secondsFromNow(next_look_at) / 10)).toBe(6)
        expect(looks_done).toBe(0)
      }
      const old = `update financing_application set created_at = now() - interval '46 days' where id = $1`
      await committed(databaseUrl, old, [id])
      await financing.awaitCreate(id, "not-answered")
      expect((await financing.retrieveFinancingApplication(id)).next_look_at).toBeNull()
    }
  )

  it("follows the schedule, and is never in the end, while the service refuses to tell of one that has ended", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await appliedFor(financing)
    const { id } = application
    await financing.updateFinancingApplications({ id, state: "cancelled", looks_done: 0 })
    const operation = "getStatus" as const
    const match = { token }
    await sandbox.control.fault({ operation, kind: "status", status: 404, count: 1_000, match })
    const lookedAt = async () => {
      const record = await financing.retrieveFinancingApplication(id)
      await financing.look(record, { once: true }).catch(() => null)
      return (await financing.retrieveFinancingApplication(id)).next_look_at
    }
    const delays = []
    for (let time = 0; time < 3; time += 1) delays.push(secondsFromNow(await lookedAt()))
    expect(delays.map((one, index) => one >= ([10, 30, 60][index] ?? 0) - 2)).not.toContain(false)
    await financing.updateFinancingApplications({ id, looks_done: 1_000 })
    expect(await lookedAt()).toBeNull()
    // While something rests on it, nobody stops asking.
    await financing.updateFinancingApplications({ id, state: "funded" })
    expect(await lookedAt()).not.toBeNull()
  })
})

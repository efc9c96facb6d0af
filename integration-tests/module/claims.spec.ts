import { appliedFor, runningModule } from "./running-module"

const running = runningModule({ polling: { callsPerMinute: 6 } })

/** An application whose look is due for so many minutes. */
async function due(minutes: number, changes: object = {}): Promise<string> {
  const { financing } = running()
  const { application } = await appliedFor(financing)
  const next_check_at = new Date(Date.now() - minutes * 60_000)
  await financing.updateFinancingApplications({ id: application.id, next_check_at, ...changes })
  return application.id
}

describe("which look comes first when the budget allows few", () => {
  it("is of what was signed, then of whose shopper came back, then of the rest by age (H7)", async () => {
    const { financing } = running()
    const rest: string[] = []
    for (let minutes = 60; minutes > 40; minutes -= 1) rest.push(await due(minutes))
    const ended = await due(90, { state: "cancelled" })
    const returned = await due(2, { shopper_returned: true })
    const ordered = await due(3, { order_id: "order_1" })
    const signed = await due(1, { state: "ready-to-settle", ready_at: new Date() })
    expect(await financing.schedule.countDue(100)).toBe(24)
    expect(await financing.schedule.countDue(100, { urgent: true })).toBe(3)
    // A budget of one call at a time, as the job draws on it.
    const claimed: string[] = []
    for (let run = 0; run < 5; run += 1) claimed.push(...(await financing.schedule.claimDue(1)))
    expect(claimed).toEqual([ordered, signed, returned, ended, rest[0]])
  })

  it("is nobody's who is not urgent where only the urgent are asked for", async () => {
    const { financing } = running()
    await due(30)
    const signed = await due(1, { state: "under-review" })
    expect(await financing.schedule.claimDue(10, { urgent: true })).toEqual([signed])
    expect(await financing.schedule.claimDue(10, { urgent: true })).toEqual([])
    expect((await financing.schedule.claimDue(100)).length).toBeGreaterThan(0)
  })
})

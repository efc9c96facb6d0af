import { appliedFor, runningModule } from "./running-module"

const running = runningModule()

/** A loan that the service has taken a settle of, and still reads as ready to settle. */
async function settledAndNotFunded() {
  const { financing, sandbox } = running()
  await sandbox.control.settings({ behaviour: { fundDelaySeconds: 3_600 } })
  const { application, token } = await appliedFor(financing)
  const { id } = application
  await sandbox.control.status(token, { status: "S" })
  await financing.settle({ applicationId: id })
  const { status, settled } = await sandbox.control.application(token)
  expect({ status, settled }).toEqual({ status: "S", settled: true })
  return { id, token }
}

describe("a loan that is settled and not funded yet", () => {
  it("is not cancelled by who decided that before it was settled (A11)", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await settledAndNotFunded()
    const wish = { applicationId: id, reason: "the order was cancelled" }
    expect(await financing.cancel(wish)).toBe("changed")
    expect(await sandbox.control.application(token)).toMatchObject({ status: "S", cancelCount: 0 })
  })

  it("is cancelled by who knows that it is settled", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await settledAndNotFunded()
    const wish = { applicationId: id, reason: "staff decided so", evenIfSettled: true }
    expect(await financing.cancel(wish)).toBe("ended")
    expect(await sandbox.control.application(token)).toMatchObject({ cancelCount: 1 })
  })
})

const DAY = 24 * 60 * 60 * 1000

/** Of a payment that was requested so many days before it came. */
async function paidOutAfter(days: number): Promise<void> {
  const { financing } = running()
  const { application } = await appliedFor(financing)
  const paidOutAt = new Date(Date.now() - DAY)
  await financing.updateFinancingApplications({ id: application.id, paid_out_at: paidOutAt })
  await financing.createFinancingOperations({
    application_id: application.id,
    kind: "settle",
    outcome: "confirmed",
    deadline_at: paidOutAt,
    finished_at: new Date(paidOutAt.getTime() - days * DAY),
  })
}

describe("how long a payment usually takes", () => {
  it("is known after five payouts, as their median", async () => {
    const usual = async () =>
      (
        await running().financing.readOverview({
          zone: "UTC",
          days: 30,
          shipping: { shipped: [], unshipped: [], unbalanced: [] },
        })
      ).money
    for (const days of [1, 2, 3, 40]) await paidOutAfter(days)
    expect(await usual()).toMatchObject({ seconds_to_payout: null })
    await paidOutAfter(3)
    expect(await usual()).toMatchObject({ seconds_to_payout: (3 * DAY) / 1000 })
  })
})

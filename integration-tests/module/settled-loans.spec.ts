import { createApplication, startModule } from "./running-module"

const running = startModule()

/** Creates a settled loan that the service still reports as ready to settle. */
async function createUnfundedLoan() {
  const { financing, sandbox } = running()
  await sandbox.control.settings({ behaviour: { fundDelaySeconds: 3_600 } })
  const { application, token } = await createApplication(financing)
  const { id } = application
  await sandbox.control.status(token, { status: "S" })
  await financing.settle({ applicationId: id })
  const { status, settled } = await sandbox.control.application(token)
  expect({ status, settled }).toEqual({ status: "S", settled: true })
  return { id, token }
}

describe("a loan that is settled but not yet funded", () => {
  it("is not cancelled by a decision made before it was settled (A11)", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await createUnfundedLoan()
    const request = { applicationId: id, reason: "the order was cancelled" }
    expect(await financing.cancel(request)).toBe("changed")
    expect(await sandbox.control.application(token)).toMatchObject({ status: "S", cancelCount: 0 })
  })

  it("is cancelled if staff insist, even though it is settled", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await createUnfundedLoan()
    const request = { applicationId: id, reason: "staff decided to cancel", evenIfSettled: true }
    expect(await financing.cancel(request)).toBe("ended")
    expect(await sandbox.control.application(token)).toMatchObject({ cancelCount: 1 })
  })
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Creates a payout `days` days after the payment was requested. */
async function createPayout(days: number): Promise<void> {
  const { financing } = running()
  const { application } = await createApplication(financing)
  const paidOutAt = new Date(Date.now() - DAY_MS)
  await financing.updateFinancingApplications({ id: application.id, paid_out_at: paidOutAt })
  await financing.createFinancingOperations({
    application_id: application.id,
    kind: "settle",
    outcome: "confirmed",
    deadline_at: paidOutAt,
    finished_at: new Date(paidOutAt.getTime() - days * DAY_MS),
  })
}

describe("the usual time to a payout", () => {
  it("is the median of at least five payouts", async () => {
    const readMoney = async () =>
      (
        await running().financing.readOverview({
          zone: "UTC",
          days: 30,
          shipping: { shipped: [], unshipped: [], unbalanced: [] },
        })
      ).money
    for (const days of [1, 2, 3, 40]) await createPayout(days)
    expect(await readMoney()).toMatchObject({ seconds_to_payout: null })
    await createPayout(3)
    expect(await readMoney()).toMatchObject({ seconds_to_payout: (3 * DAY_MS) / 1000 })
  })
})

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
    const wish = { applicationId: id, reason: "a person decided so", evenIfSettled: true }
    expect(await financing.cancel(wish)).toBe("ended")
    expect(await sandbox.control.application(token)).toMatchObject({ cancelCount: 1 })
  })
})

import { queryCommitted } from "./committed-rows"
import { createApplication, startModule } from "./running-module"

const running = startModule()

const getSecondsUntil = (date: Date | string | null): number =>
  (new Date(date ?? 0).getTime() - Date.now()) / 1_000

const SCHEDULED_CHECK = { once: true }

describe("status checks of an application", () => {
  it("use up a step of the schedule only when scheduled; other checks postpone nothing", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    const getApplication = () => financing.retrieveFinancingApplication(id)
    await financing.checkStatus(await getApplication(), SCHEDULED_CHECK)
    await financing.updateFinancingApplications({ id, checks_done: 4 })
    await financing.checkStatus(await getApplication(), SCHEDULED_CHECK)
    const { checks_done, next_check_at } = await getApplication()
    expect(checks_done).toBe(5)
    expect(getSecondsUntil(next_check_at)).toBeGreaterThan(250)
    for (let index = 0; index < 20; index += 1) await financing.checkStatus(await getApplication())
    const after = await getApplication()
    expect(after.checks_done).toBe(5)
    // Each check draws its own jitter, and the earliest date counts.
    expect(getSecondsUntil(after.next_check_at)).toBeGreaterThan(250)
    expect(Number(after.next_check_at)).toBeLessThanOrEqual(Number(next_check_at))
  })

  it("repeat ten seconds after an unscheduled check, whenever the next one was due", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    const getApplication = () => financing.retrieveFinancingApplication(id)
    await financing.checkStatus(await getApplication(), SCHEDULED_CHECK)
    for (const seconds of [-60, 3, 86_400]) {
      const next_check_at = new Date(Date.now() + seconds * 1_000)
      await financing.updateFinancingApplications({ id, checks_done: 0, next_check_at })
      await financing.checkStatus(await getApplication())
      const delay = getSecondsUntil((await getApplication()).next_check_at)
      expect(Math.round(delay / 2)).toBe(5)
    }
  })

  it("happen at the end of a time limit after the schedule ends, without a review case", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    const getApplication = () => financing.retrieveFinancingApplication(id)
    await financing.checkStatus(await getApplication(), SCHEDULED_CHECK)
    await financing.updateFinancingApplications({ id, checks_done: 10_000 })
    await financing.checkStatus(await getApplication(), SCHEDULED_CHECK)
    const { next_check_at, review_reason } = await getApplication()
    expect(Math.round(getSecondsUntil(next_check_at) / 3_600)).toBe(48)
    expect(review_reason).toBeNull()
  })

  it("follow the schedule while the service answers with another token", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await createApplication(financing)
    const { id } = application
    const fault = { operation: "getStatus", kind: "altered", when: "after", count: 3 } as const
    const fields = { token: "another-one" }
    await sandbox.control.fault({ ...fault, fields, match: { token } })
    const delays = []
    for (let index = 0; index < 3; index += 1) {
      await financing.checkStatus(await financing.retrieveFinancingApplication(id), SCHEDULED_CHECK)
      const { next_check_at } = await financing.retrieveFinancingApplication(id)
      delays.push(getSecondsUntil(next_check_at))
    }
    expect(delays.map((delay, index) => delay >= ([10, 30, 60][index] ?? 0) - 2)).not.toContain(
      false
    )
  })

  it("store an answer despite amounts and characters that no column holds (E3)", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await createApplication(financing)
    const fields = {
      maxApprovalAmount: 999_999_999,
      loanAmount: 99_999_999.99,
      message: "fine\u0000 so far",
      lender: "\u0000",
      status: "W\u0000",
    }
    const fault = { operation: "getStatus", kind: "altered", when: "after", count: 1 } as const
    await sandbox.control.fault({ ...fault, fields, match: { token } })
    const { code, amount } = await financing.checkStatus(application)
    expect({ code, amount }).toEqual({ code: "unknown", amount: 9_999_999_999 })
    expect(await financing.retrieveFinancingApplication(application.id)).toMatchObject({
      max_approval_cents: 2_147_483_647,
      service_cents: 2_147_483_647,
      code_message: "fine so far",
      lender: null,
      code: "unknown",
    })
  })

  it("repeat in seconds while the service is down, and in ten minutes for an ended application (H5)", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await createApplication(financing)
    const { id } = application
    const operation = "getStatus" as const
    await sandbox.control.fault({
      operation,
      kind: "status",
      status: 503,
      count: 1_000,
      match: { token },
    })
    const getRecheckDelay = async (state: "awaiting-customer" | "cancelled") => {
      const next_check_at = new Date()
      await financing.updateFinancingApplications({ id, state, checks_done: 0, next_check_at })
      const record = await financing.retrieveFinancingApplication(id)
      await financing.checkStatus(record, SCHEDULED_CHECK).catch(() => null)
      return getSecondsUntil((await financing.retrieveFinancingApplication(id)).next_check_at)
    }
    expect(await getRecheckDelay("awaiting-customer")).toBeLessThanOrEqual(15)
    const endedDelay = await getRecheckDelay("cancelled")
    expect(endedDelay).toBeGreaterThan(590)
    expect(endedDelay).toBeLessThanOrEqual(900)
  })

  it("follow the schedule although the status code is longer than its stored form", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await createApplication(financing)
    await sandbox.control.status(token, { status: "WAITING-FOR-THE-LENDER", postback: false })
    const checkCounts = []
    for (let index = 0; index < 3; index += 1) {
      const { application: checked } = await financing.checkStatus(
        await financing.retrieveFinancingApplication(application.id),
        SCHEDULED_CHECK
      )
      checkCounts.push(checked.checks_done)
    }
    expect(checkCounts).toEqual([0, 1, 2])
    const timeline = await financing.listFinancingTimelineEntries({
      application_id: application.id,
      what: "status-changed",
    })
    expect(timeline).toHaveLength(1)
  })

  it.each(["cancelled", "created"] as const)(
    "repeat each minute while no postback's token is confirmed, and end after 45 days (H5, %s)",
    async (state) => {
      const { financing, databaseUrl } = running()
      const { application } = await createApplication(financing)
      const { id } = application
      await financing.updateFinancingApplications({ id, state, live_key: null, checks_done: 0 })
      for (let index = 0; index < 3; index += 1) {
        await financing.awaitCreate(id, "not-answered")
        const { next_check_at, checks_done } = await financing.retrieveFinancingApplication(id)
        expect(Math.round(getSecondsUntil(next_check_at) / 10)).toBe(6)
        expect(checks_done).toBe(0)
      }
      const ageStatement = `update financing_application set created_at = now() - interval '46 days' where id = $1`
      await queryCommitted(databaseUrl, ageStatement, [id])
      await financing.awaitCreate(id, "not-answered")
      expect((await financing.retrieveFinancingApplication(id)).next_check_at).toBeNull()
    }
  )

  it("follow the schedule and then end while the service does not find an ended application", async () => {
    const { financing, sandbox } = running()
    const { application, token } = await createApplication(financing)
    const { id } = application
    await financing.updateFinancingApplications({ id, state: "cancelled", checks_done: 0 })
    const operation = "getStatus" as const
    const match = { token }
    await sandbox.control.fault({ operation, kind: "status", status: 404, count: 1_000, match })
    const runScheduledCheck = async () => {
      const record = await financing.retrieveFinancingApplication(id)
      await financing.checkStatus(record, { once: true }).catch(() => null)
      return (await financing.retrieveFinancingApplication(id)).next_check_at
    }
    const delays = []
    for (let index = 0; index < 3; index += 1)
      delays.push(getSecondsUntil(await runScheduledCheck()))
    expect(delays.map((delay, index) => delay >= ([10, 30, 60][index] ?? 0) - 2)).not.toContain(
      false
    )
    await financing.updateFinancingApplications({ id, checks_done: 1_000 })
    expect(await runScheduledCheck()).toBeNull()
    // While an order depends on it, status checks continue.
    await financing.updateFinancingApplications({ id, state: "funded" })
    expect(await runScheduledCheck()).not.toBeNull()
  })
})

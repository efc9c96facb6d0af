import { listReviewCauses } from "./journal-steps"
import { createApplication, startRunningModule } from "./running-module"

const running = startRunningModule()

afterEach(() => running().sandbox.control.clearFaults())

/** Creates an application that a restored database knows only by its signed postback address. */
async function lostApplication(...bodies: string[]) {
  const { financing } = running()
  const { application, token } = await createApplication(financing)
  const { id } = application
  await financing.deleteFinancingApplications(id)
  await record(id)
  await receive(id, `uuid=${token}`, ...bodies)
  return { id, token }
}

/** Restores the application's record, as a request to a signed address does. */
async function record(id: string): Promise<void> {
  const { financing } = running()
  await financing.applications.withRestoredRecord({ id, environment: "staging" }, () =>
    financing.retrieveFinancingApplication(id)
  )
}

async function receive(application_id: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    await running().financing.createFinancingPostbacks({ application_id, body })
  }
}

async function search(id: string) {
  const { financing } = running()
  const known = await financing.applications.readAggregate(id)
  return await financing.findLostToken({ known, readSnapshot: async () => null })
}

const tokensOf = async (id: string) =>
  (await running().financing.listFinancingTokens({ application_id: id })).map(({ token }) => token)

describe("a lost application", () => {
  it("is recorded once by two simultaneous writers, and a later one changes nothing", async () => {
    const { financing } = running()
    const id = "finapp_twice"
    await Promise.all([record(id), record(id)])
    await financing.updateFinancingApplications({ id: id, code: "S" })
    await record(id)
    expect(await financing.listFinancingApplications({ id: id })).toMatchObject([
      { kind: "lost", state: "needs-attention", code: "S", cart_id: null, live_key: null },
    ])
  })

  it("adopts the token from its postbacks that the service knows, with the amount", async () => {
    const { id, token } = await lostApplication("uuid=junk-1", "payment_status=completed")
    expect(await search(id)).toBe("token")
    expect(await tokensOf(id)).toEqual([token])
    const { financing } = running()
    expect(await financing.retrieveFinancingApplication(id)).toMatchObject({
      financed_cents: 812_40,
    })
    expect(await search(id)).toBe("nothing")
    expect(await listReviewCauses(running(), id)).toEqual([])
  })

  it.each(["an application", "a pre-approval"])(
    "adopts no token that belongs to %s of this database, and opens no review case",
    async (owner) => {
      const { financing } = running()
      const other = await createApplication(financing)
      if (owner === "a pre-approval") {
        await financing.deleteFinancingApplications(other.application.id)
        await financing.createFinancingPreApprovals({
          environment: "staging",
          token: other.token,
          deadline_at: new Date(),
          expires_at: new Date(),
        })
      }
      const id = `finapp_forged_${owner.length}`
      await record(id)
      await receive(id, `uuid=${other.token}`)
      expect(await search(id)).toBe("nothing")
      expect([await tokensOf(id), await listReviewCauses(running(), id)]).toEqual([[], []])
    }
  )

  it("has a review case when the service knows none of its postbacks' tokens", async () => {
    const id = "finapp_unread"
    await record(id)
    await receive(id, "uuid=junk-2", "uuid=junk-3")
    expect(await search(id)).toBe("nothing")
    expect(await listReviewCauses(running(), id)).toEqual(["lost-application"])
  })

  it("is found by a second search after the service did not answer the first", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await lostApplication()
    await sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
    expect(await search(id)).toBe("not-answered")
    await financing.awaitCreate(id, "not-answered")
    const { next_check_at } = await financing.retrieveFinancingApplication(id)
    expect(next_check_at).not.toBeNull()
    expect([await tokensOf(id), await listReviewCauses(running(), id)]).toEqual([[], []])
    await sandbox.control.clearFaults()
    expect(await search(id)).toBe("token")
    expect(await tokensOf(id)).toEqual([token])
  })

  it("has a review case for two open tokens, and adopts the second once the first is replaced", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await lostApplication()
    await search(id)
    const other = await createApplication(financing)
    await financing.deleteFinancingApplications(other.application.id)
    await receive(id, `uuid=${other.token}`)
    expect(await search(id)).toBe("nothing")
    expect(await tokensOf(id)).toEqual([token])
    expect(await listReviewCauses(running(), id)).toEqual(["answer"])
    await sandbox.control.status(token, { status: "T" })
    expect(await search(id)).toBe("token")
    expect(await financing.tokens.currentOf(id)).toBe(other.token)
  })

  it("keeps the newest fifty of its processed postbacks", async () => {
    const { financing } = running()
    const { id } = await lostApplication()
    const processed = Array.from({ length: 60 }, (_, no) => ({
      application_id: id,
      fields: { no },
      processed_at: new Date(),
    }))
    for (const one of processed) await financing.createFinancingPostbacks(one)
    await search(id)
    const kept = await financing.listFinancingPostbacks({ application_id: id }, { take: 100 })
    expect(kept).toHaveLength(51)
    expect(kept.filter(({ fields }) => fields?.no === 0)).toEqual([])
  })
})

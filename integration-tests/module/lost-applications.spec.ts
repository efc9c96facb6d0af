import { listReviewCauses } from "./journal-steps"
import { createApplication, startModule } from "./running-module"

const running = startModule()

afterEach(() => running().sandbox.control.clearFaults())

/** Creates an application that a restored database knows only by its signed postback address. */
async function createLostApplication(...bodies: string[]) {
  const { financing } = running()
  const { application, token } = await createApplication(financing)
  const { id } = application
  await financing.deleteFinancingApplications(id)
  await restoreRecord(id)
  await receivePostbacks(id, `uuid=${token}`, ...bodies)
  return { id, token }
}

/** Restores the application's record, as a request to a signed address does. */
async function restoreRecord(id: string): Promise<void> {
  const { financing } = running()
  await financing.applications.withRestoredRecord({ id, environment: "staging" }, () =>
    financing.retrieveFinancingApplication(id)
  )
}

async function receivePostbacks(application_id: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    await running().financing.createFinancingPostbacks({ application_id, body })
  }
}

async function findLostToken(id: string) {
  const { financing } = running()
  const known = await financing.applications.readAggregate(id)
  return await financing.findLostToken({ known, readSnapshot: async () => null })
}

const listTokens = async (id: string) =>
  (await running().financing.listFinancingTokens({ application_id: id })).map(({ token }) => token)

describe("a lost application", () => {
  it("is recorded once by two simultaneous writers, and a later one changes nothing", async () => {
    const { financing } = running()
    const id = "finapp_twice"
    await Promise.all([restoreRecord(id), restoreRecord(id)])
    await financing.updateFinancingApplications({ id: id, code: "S" })
    await restoreRecord(id)
    expect(await financing.listFinancingApplications({ id: id })).toMatchObject([
      { kind: "lost", state: "needs-attention", code: "S", cart_id: null, live_key: null },
    ])
  })

  it("adopts the token from its postbacks that the service knows, with the amount", async () => {
    const { id, token } = await createLostApplication("uuid=junk-1", "payment_status=completed")
    expect(await findLostToken(id)).toBe("token")
    expect(await listTokens(id)).toEqual([token])
    const { financing } = running()
    expect(await financing.retrieveFinancingApplication(id)).toMatchObject({
      financed_cents: 812_40,
    })
    expect(await findLostToken(id)).toBe("nothing")
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
      await restoreRecord(id)
      await receivePostbacks(id, `uuid=${other.token}`)
      expect(await findLostToken(id)).toBe("nothing")
      expect([await listTokens(id), await listReviewCauses(running(), id)]).toEqual([[], []])
    }
  )

  it("has a review case when the service knows none of its postbacks' tokens", async () => {
    const id = "finapp_unread"
    await restoreRecord(id)
    await receivePostbacks(id, "uuid=junk-2", "uuid=junk-3")
    expect(await findLostToken(id)).toBe("nothing")
    expect(await listReviewCauses(running(), id)).toEqual(["lost-application"])
  })

  it("is found by a second search after the service did not answer the first", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await createLostApplication()
    await sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
    expect(await findLostToken(id)).toBe("not-answered")
    await financing.awaitCreate(id, "not-answered")
    const { next_check_at } = await financing.retrieveFinancingApplication(id)
    expect(next_check_at).not.toBeNull()
    expect([await listTokens(id), await listReviewCauses(running(), id)]).toEqual([[], []])
    await sandbox.control.clearFaults()
    expect(await findLostToken(id)).toBe("token")
    expect(await listTokens(id)).toEqual([token])
  })

  it("has a review case for two open tokens, and adopts the second once the first is replaced", async () => {
    const { financing, sandbox } = running()
    const { id, token } = await createLostApplication()
    await findLostToken(id)
    const other = await createApplication(financing)
    await financing.deleteFinancingApplications(other.application.id)
    await receivePostbacks(id, `uuid=${other.token}`)
    expect(await findLostToken(id)).toBe("nothing")
    expect(await listTokens(id)).toEqual([token])
    expect(await listReviewCauses(running(), id)).toEqual(["answer"])
    await sandbox.control.status(token, { status: "T" })
    expect(await findLostToken(id)).toBe("token")
    expect(await financing.tokens.currentOf(id)).toBe(other.token)
  })

  it("keeps the newest fifty of its processed postbacks", async () => {
    const { financing } = running()
    const { id } = await createLostApplication()
    const processed = Array.from({ length: 60 }, (_, no) => ({
      application_id: id,
      fields: { no },
      processed_at: new Date(),
    }))
    for (const postback of processed) await financing.createFinancingPostbacks(postback)
    await findLostToken(id)
    const remaining = await financing.listFinancingPostbacks({ application_id: id }, { take: 100 })
    expect(remaining).toHaveLength(51)
    expect(remaining.filter(({ fields }) => fields?.no === 0)).toEqual([])
  })
})

import { createApplication, startModule } from "./running-module"

const running = startModule()

/** Creates an application with one waiting postback for each number of attempts. */
async function createApplicationWithPostbacks(...attempts: number[]): Promise<string> {
  const { financing } = running()
  const { id } = (await createApplication(financing)).application
  for (const attemptCount of attempts) {
    await financing.createFinancingPostbacks({
      application_id: id,
      body: `uuid=${attemptCount}`,
      attempts: attemptCount,
    })
  }
  return id
}

describe("an application's inbox", () => {
  it("counts an attempt with each read, and puts a postback aside after five", async () => {
    const { financing } = running()
    const id = await createApplicationWithPostbacks(0, 4, 5)
    const { waiting, skipped } = await financing.readInbox(id)
    expect(waiting.map(({ body, attempts }) => [body, attempts])).toEqual([
      ["uuid=0", 1],
      ["uuid=4", 5],
    ])
    expect(skipped).toBe(1)
    const unreadable = await financing.listFinancingPostbacks({
      application_id: id,
      validation: "unreadable",
    })
    expect(unreadable).toMatchObject([{ body: null, fields: {}, attempts: 5 }])
    expect(unreadable[0]?.processed_at).not.toBeNull()
  })

  it("stores a processed postback's fields and deletes its body", async () => {
    const { financing } = running()
    const id = await createApplicationWithPostbacks(0, 0)
    const { waiting } = await financing.readInbox(id)
    await financing.markPostbacksProcessed(
      waiting.map(({ id: postbackId }) => ({ id: postbackId, fields: { a: 1 }, validation: null }))
    )
    expect(await financing.readInbox(id)).toEqual({ waiting: [], skipped: 0 })
    expect(await financing.listFinancingPostbacks({ application_id: id })).toMatchObject([
      { body: null, fields: { a: 1 }, attempts: 1 },
      { body: null, fields: { a: 1 }, attempts: 1 },
    ])
  })

  it("rejects a postback of an unknown application", async () => {
    const postback = { application_id: "finapp_nobody", body: "uuid=1" }
    await expect(running().financing.createFinancingPostbacks(postback)).rejects.toMatchObject({
      type: "not_found",
    })
  })
})

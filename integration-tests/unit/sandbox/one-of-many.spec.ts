import { startPostbackReceiver } from "./postback-receiver"
import { startWithCaller, type Caller } from "./caller"

describe("one application at the simulator", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(() => caller.sandbox.control.reset())

  const settle = (token: string) => caller.post(`/ecommerce/application/${token}/settle`)
  const readStatus = async (token: string) =>
    (await caller.sandbox.control.application(token)).status

  it("takes its own settings, refuses unknown ones, and leaves other applications unchanged", async () => {
    const [changedToken, otherToken] = [
      await caller.createSignedApplication(),
      await caller.createSignedApplication(),
    ]
    const path = `/applications/${changedToken}/behaviour`
    await caller.control(path, { statusAfterSettle: "L", secondSettle: "409" })
    await settle(changedToken)
    await settle(otherToken)
    expect([await readStatus(changedToken), await readStatus(otherToken)]).toEqual(["L", "C"])
    expect([(await settle(changedToken)).status, (await settle(otherToken)).status]).toEqual([
      409, 200,
    ])
    expect((await caller.control(path, { secondSettel: "ok" })).status).toBe(400)
  })

  it("can have its clock advanced while no time passes for the others", async () => {
    const [first, second] = [
      await caller.createSignedApplication(),
      await caller.createSignedApplication(),
    ]
    for (const token of [first, second]) {
      await caller.control(`/applications/${token}/behaviour`, { fundDelaySeconds: 3_600 })
      await settle(token)
    }
    await caller.control("/clock", { advanceSeconds: 1_800, token: first })
    expect(await readStatus(first)).toBe("S")
    await caller.control("/clock", { advanceSeconds: 3_600, token: first })
    expect([await readStatus(first), await readStatus(second)]).toEqual(["C", "S"])
  })

  it("can have only its own held postbacks released, in reverse order", async () => {
    const receiver = await startPostbackReceiver()
    const { control } = caller.sandbox
    await control.postbacks({ mode: "hold" })
    const [ownToken, otherToken] = await Promise.all(
      ["1", "2"].map((orderId) => caller.createApplication({ orderId, notifyUrl: receiver.url }))
    )
    for (const token of [ownToken, otherToken]) {
      for (const status of ["W", "S"]) await control.status(String(token), { status })
    }
    expect(await control.releasePostbacks({ token: String(ownToken), order: "reverse" })).toEqual({
      released: 2,
    })
    expect(receiver.received.map(({ fields }) => [fields.uuid, fields.pt_app_status])).toEqual([
      [ownToken, "S"],
      [ownToken, "W"],
    ])
    expect(await control.releasePostbacks()).toEqual({ released: 2 })
    await receiver.close()
  })

  it("is deleted by forget, with its faults and recorded calls", async () => {
    const { control } = caller.sandbox
    const deletedToken = await caller.createSignedApplication({ orderId: "1" })
    const keptToken = await caller.createSignedApplication({ orderId: "2" })
    await control.fault({ operation: "settle", kind: "reset", match: { token: deletedToken } })
    await settle(keptToken)
    await control.forget(deletedToken)
    expect((await control.applications()).map(({ tip }) => tip)).toEqual([keptToken])
    expect(await control.faults()).toEqual([])
    expect(await control.calls({ token: deletedToken })).toEqual([])
    expect(await control.calls({ operation: "settle" })).toHaveLength(1)
    expect((await caller.get(`/ecommerce/application/${deletedToken}/status`)).status).toBe(404)
  })

  it("keeps the others' faults when forget deletes a pre-approval without an order ID", async () => {
    const { control } = caller.sandbox
    const keptToken = await caller.createSignedApplication({ orderId: "3" })
    const customer = { firstName: "Maya", lastName: "Okafor", suppressNotification: true }
    const preApproval = await caller.post("/ecommerce/application/pre-approval/send", customer)
    await control.fault({ operation: "settle", kind: "reset", match: { token: keptToken } })
    await control.fault({ operation: "createOrder", kind: "reset", match: { orderId: "4" } })
    await control.forget(String(preApproval.json.token))
    expect(await control.faults()).toHaveLength(2)
  })
})

import { REMAINING_CART, startWithCaller, waitUntil, type Caller } from "./caller"
import { startPostbackReceiver, type PostbackReceiver } from "./postback-receiver"

const buildPath = (token: string, action: string) => `/ecommerce/application/${token}/${action}`
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe("postback delivery of the simulator", () => {
  let caller: Caller
  let receiver: PostbackReceiver
  let token: string
  beforeAll(async () => {
    receiver = await startPostbackReceiver()
    caller = await startWithCaller({ postbackRetryMs: [20, 40] })
  })
  afterAll(async () => {
    await caller.sandbox.close()
    await receiver.close()
  })
  beforeEach(async () => {
    await caller.sandbox.control.reset()
    receiver.received.length = 0
    receiver.answers.length = 0
    token = await caller.createApplication({ notifyUrl: receiver.url })
  })

  const control = () => caller.sandbox.control
  const listStatuses = () => receiver.received.map(({ fields }) => fields.pt_app_status)
  const waitForPostbacks = (count: number) => waitUntil(() => receiver.received.length >= count)

  it("reports a signed contract as a form with all known fields", async () => {
    await control().decision(token, { outcome: "sign" })
    await waitForPostbacks(1)
    expect(receiver.received[0]?.contentType).toBe("application/x-www-form-urlencoded")
    expect(receiver.received[0]?.fields).toEqual({
      txn_type: "cart",
      payment_status: "pending",
      pt_currency: "USD",
      pt_amount: "812.40",
      uuid: token,
      pt_id: expect.any(String) as string,
      pt_app_status: "S",
      platform: "sandbox",
      lender: "Sandbox Lending",
      order_id: "cart_1-1",
    })
    await waitUntil(
      async () => (await control().application(token)).postbacks[0]?.delivered === true
    )
    expect((await control().application(token)).postbacks).toMatchObject([
      { status: "S", delivered: true, attempts: 1, outcome: "HTTP 200", token },
    ])
  })

  it.each([
    ["C", "completed"],
    ["L", "completed"],
    ["W", "pending"],
    ["U", "failed"],
    ["X", "failed"],
    ["O", "cancelled"],
  ])("labels status %s as %s", async (status, label) => {
    await control().status(token, { status })
    await waitForPostbacks(1)
    expect(receiver.received[0]?.fields.payment_status).toBe(label)
  })

  it("sends JSON with only the uuid, as configured", async () => {
    await control().settings({ behaviour: { postbackEncoding: "json", postbackFields: "minimal" } })
    await control().status(token, { status: "S", taxExempt: true })
    await waitForPostbacks(1)
    expect(receiver.received[0]).toMatchObject({
      contentType: "application/json",
      text: JSON.stringify({ uuid: token }),
    })
  })

  it("sends nothing for an approval without a signature, or with postback=false", async () => {
    await control().decision(token, { outcome: "approve" })
    await control().status(token, { status: "S", postback: false })
    await caller.post(buildPath(token, "settle?postback=false"))
    await pause(60)
    expect(receiver.received).toEqual([])
    expect((await control().application(token)).status).toBe("C")
    await control().status(token, { postback: true })
    await waitForPostbacks(1)
  })

  it("reports a settle, and a refund only with postbackOnRefund", async () => {
    await control().status(token, { status: "S", postback: false })
    await caller.post(buildPath(token, "settle?postback=true"))
    await waitForPostbacks(1)
    await caller.post(buildPath(token, "partial/refund"), REMAINING_CART)
    await pause(40)
    expect(listStatuses()).toEqual(["C"])
    await control().settings({ behaviour: { postbackOnRefund: true } })
    const { tip } = await control().application(token)
    await caller.post(buildPath(tip, "refund"), { reason: "returned" })
    await waitForPostbacks(2)
    expect(receiver.received[1]?.fields).toMatchObject({ uuid: tip, pt_app_status: "T" })
  })

  it("uses the new token after a partial refund", async () => {
    await control().settings({ behaviour: { postbackOnRefund: true } })
    await control().status(token, { status: "C", postback: false })
    const { json } = await caller.post(buildPath(token, "partial/refund"), REMAINING_CART)
    await waitForPostbacks(1)
    expect(receiver.received[0]?.fields).toMatchObject({ uuid: json.token, pt_amount: "601.00" })
  })

  it("retries until the answer is 200, and gives up after three attempts", async () => {
    receiver.answers.push(500, 404)
    await control().decision(token, { outcome: "sign" })
    await waitForPostbacks(3)
    receiver.answers.push(500, 500, 500)
    await control().status(token, { status: "L" })
    await waitForPostbacks(6)
    await pause(80)
    expect(receiver.received).toHaveLength(6)
    expect((await control().application(token)).postbacks).toMatchObject([
      { status: "S", delivered: true, attempts: 3 },
      { status: "L", delivered: false, attempts: 3, outcome: "HTTP 500" },
    ])
  })

  it("loses the configured number of postbacks (B10)", async () => {
    await control().postbacks({ mode: "lost", times: 1 })
    await control().status(token, { status: "W" })
    await control().status(token, { status: "S" })
    await waitForPostbacks(1)
    await pause(40)
    expect(listStatuses()).toEqual(["S"])
    const [lostPostback] = (await control().application(token)).postbacks
    expect(lostPostback).toMatchObject({ outcome: "lost", delivered: false, attempts: 0 })
  })

  it("holds postbacks and releases them in any order (B5)", async () => {
    await control().postbacks({ mode: "hold" })
    for (const status of ["W", "S", "C"]) await control().status(token, { status })
    await pause(40)
    expect(receiver.received).toEqual([])
    expect(await control().releasePostbacks({ order: [2, 0] })).toEqual({ released: 2 })
    expect(await control().releasePostbacks()).toEqual({ released: 1 })
    expect(listStatuses()).toEqual(["C", "W", "S"])
    for (const status of ["W", "S"]) await control().status(token, { status })
    await caller.control("/postbacks/release", { order: "reverse" })
    expect(listStatuses().slice(3)).toEqual(["S", "W"])
  })

  it("sends postbacks twice, in reverse order or late, as configured (B4, B5, B10)", async () => {
    await control().postbacks({ mode: "duplicate", times: 1 })
    await control().status(token, { status: "W" })
    await waitForPostbacks(2)
    expect(listStatuses()).toEqual(["W", "W"])
    await control().postbacks({ mode: "reverse" })
    await control().status(token, { status: "S" })
    await control().status(token, { status: "C" })
    await waitForPostbacks(4)
    expect(listStatuses().slice(2)).toEqual(["C", "S"])
    await control().postbacks({ mode: "delay", delayMs: 3_600_000 })
    await control().status(token, { status: "L" })
    await pause(40)
    expect(receiver.received).toHaveLength(4)
    await control().clock({ advanceSeconds: 3601 })
    expect(listStatuses()[4]).toBe("L")
  })

  it("applies a rule only to matching postbacks, and returns to normal", async () => {
    await control().postbacks({ mode: "lost", match: { orderId: "cart_9-1" } })
    await control().status(token, { status: "W" })
    await waitForPostbacks(1)
    await control().postbacks({ mode: "lost", match: { token } })
    await control().status(token, { status: "S" })
    await control().postbacks({ mode: "normal" })
    await control().status(token, { status: "C" })
    await waitForPostbacks(2)
    expect(listStatuses()).toEqual(["W", "C"])
  })

  it("delivers a postback before the call's own answer, as configured (A18, B7)", async () => {
    await control().settings({ behaviour: { postbackTiming: "before-answer" } })
    await control().status(token, { status: "S", postback: false })
    let isPostbackFirst = false
    const settleCall = caller.post(buildPath(token, "settle")).then(() => {
      isPostbackFirst = receiver.received.length === 1
    })
    await settleCall
    expect(isPostbackFirst).toBe(true)
  })

  it("sends malformed bodies and changed fields on demand (B2, B12)", async () => {
    const postback = await control().postback(token, { body: "%%%", contentType: "text/x-odd" })
    expect(postback).toMatchObject({ delivered: true, outcome: "HTTP 200" })
    expect(receiver.received[0]).toMatchObject({ contentType: "text/x-odd", text: "%%%" })
    await caller.control(`/applications/${token}/postback`, {
      fields: { uuid: "someone-else", pt_id: null },
    })
    expect(receiver.received[1]?.fields.uuid).toBe("someone-else")
    expect(receiver.received[1]?.fields).not.toHaveProperty("pt_id")
  })
})

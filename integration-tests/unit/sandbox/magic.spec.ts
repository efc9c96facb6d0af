import { buildOrder, startWithCaller, waitUntil, type Caller } from "./caller"
import { startPostbackReceiver } from "./postback-receiver"

describe("magic names and amounts", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller({ behaviour: { magicDelayMs: 10_000, slowSeconds: 60 } })
  })
  afterAll(() => caller.sandbox.close())

  /** Advances the simulator's clock past every step of the magic. */
  const advanceClock = async () => await caller.sandbox.control.clock({ advanceSeconds: 21 })
  const readStatus = async (token: string) =>
    (await caller.sandbox.control.application(token)).status

  it.each([
    ["Approved", "S"],
    ["approved", "S"],
    ["Declined", "U"],
    ["Review", "W"],
    ["Mismatch", "X"],
    ["Reviewapproved", "S"],
    ["Reviewdeclined", "U"],
    ["Lender", "L"],
    ["Unknowncode", "Q"],
  ])("decide the last name %s without a visit to the page: %s", async (lastName, status) => {
    const token = await caller.createApplication({ lastName })
    expect(await readStatus(token)).toBe("P")
    await advanceClock()
    expect(await readStatus(token)).toBe(status)
  })

  it.each([
    [1111.11, "S"],
    [1313.13, "U"],
    [1414.14, "W"],
    [1515.15, "X"],
  ])("decide a cart of exactly $%s: %s", async (loanAmount, status) => {
    const applicationItems = [{ description: "x", quantity: 1, price: loanAmount }]
    const token = await caller.createApplication({
      loanAmount,
      shipping: 0,
      taxes: 0,
      applicationItems,
    })
    await advanceClock()
    expect(await readStatus(token)).toBe(status)
  })

  it("take off the taxes for Taxexempt (C4)", async () => {
    const token = await caller.createApplication({ lastName: "Taxexempt" })
    await advanceClock()
    const application = await caller.sandbox.control.application(token)
    expect(application).toMatchObject({
      status: "S",
      taxExempt: true,
      loanAmount: 770,
      originalLoanAmount: 812.4,
    })
  })

  it("delay the decision for Slow", async () => {
    const token = await caller.createApplication({ lastName: "Slow" })
    await advanceClock()
    expect(await readStatus(token)).toBe("Z")
    await caller.sandbox.control.clock({ advanceSeconds: 60 })
    expect(await readStatus(token)).toBe("S")
  })

  it("redirect Walkaway from the page to cancelUrl", async () => {
    const body = buildOrder({ lastName: "Walkaway" })
    const { json } = await caller.post("/application/ecommerce/orders", body)
    const answer = await fetch(String(json.url), { redirect: "manual" })
    expect(answer.headers.get("location")).toBe("http://localhost:9/cancel")
    expect(await readStatus(String(json.token))).toBe("P")
  })

  it("decide no other name, and no name at all when switched off", async () => {
    const otherToken = await caller.createApplication()
    await caller.sandbox.control.settings({ behaviour: { magic: false } })
    const approvedToken = await caller.createApplication({ lastName: "Approved" })
    await advanceClock()
    expect([await readStatus(otherToken), await readStatus(approvedToken)]).toEqual(["P", "P"])
    await caller.sandbox.control.settings({ behaviour: { magic: true } })
  })

  it("send the shop a postback for each status", async () => {
    const receiver = await startPostbackReceiver()
    await caller.createApplication({ lastName: "Reviewapproved", notifyUrl: receiver.url })
    await advanceClock()
    await waitUntil(() => receiver.received.length === 2)
    // Both are due at once, so either may arrive first.
    expect(receiver.received.map(({ fields }) => fields.pt_app_status).sort()).toEqual(["S", "W"])
    await receiver.close()
  })
})

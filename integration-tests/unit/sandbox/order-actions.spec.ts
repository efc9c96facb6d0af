import { REMAINING_CART, startWithCaller, type Caller } from "./caller"

const at = (token: string, action: string) => `/ecommerce/application/${token}/${action}`

describe("order actions at the simulator", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(() => caller.sandbox.control.reset())

  const statusOf = async (token: string) => (await caller.get(at(token, "status"))).json.status
  const view = (token: string) => caller.sandbox.control.application(token)
  const settled = async () => {
    const token = await caller.fileSigned()
    await caller.post(at(token, "settle"))
    return token
  }

  it("returns the status with amount, cap, lender and tax exemption", async () => {
    const token = await caller.file()
    expect((await caller.get(at(token, "status"))).json).toEqual({
      status: "P",
      message: "created, nothing decided",
      token,
      maxApprovalAmount: 5000,
      loanAmount: 812.4,
      lender: "Sandbox Lending",
      taxExempt: false,
    })
  })

  it("settles an application with status S, and it is funded", async () => {
    const token = await caller.fileSigned()
    const answer = await caller.post(at(token, "settle"))
    expect(answer.json).toEqual({ status: "ok", message: "application settled" })
    expect(await statusOf(token)).toBe("C")
    expect(await view(token)).toMatchObject({ settled: true, funded: true, settleCount: 1 })
  })

  it.each(["P", "A", "W", "U", "O", "B", "Q"])("refuses to settle on %s (A4)", async (status) => {
    const token = await caller.file()
    await caller.sandbox.control.status(token, { status })
    expect((await caller.post(at(token, "settle"))).status).toBe(409)
    expect((await view(token)).settleCount).toBe(0)
  })

  it.each(["ok", "400", "404", "409", "500"] as const)(
    "answers a second settle with %s and has one effect (A2)",
    async (secondSettle) => {
      await caller.sandbox.control.settings({ behaviour: { secondSettle } })
      const token = await settled()
      const answer = await caller.post(at(token, "settle"))
      expect(answer.status).toBe(secondSettle === "ok" ? 200 : Number(secondSettle))
      expect((await view(token)).settleCount).toBe(1)
    }
  )

  it("stays at S after a settle until the funding delay passed on the virtual clock", async () => {
    await caller.sandbox.control.settings({
      behaviour: { statusAfterSettle: "L", fundDelaySeconds: 60 },
    })
    const token = await settled()
    expect(await statusOf(token)).toBe("S")
    await caller.sandbox.control.clock({ advanceSeconds: 61 })
    expect(await statusOf(token)).toBe("L")
  })

  it("stays S for ever with statusAfterSettle S, and the portal funds it", async () => {
    await caller.sandbox.control.settings({ behaviour: { statusAfterSettle: "S" } })
    const token = await settled()
    await caller.sandbox.control.clock({ advanceSeconds: 10_000 })
    expect(await view(token)).toMatchObject({ status: "S", settled: true, funded: false })
    expect(await caller.sandbox.control.portal(token, { action: "fund" })).toMatchObject({
      status: "C",
      funded: true,
    })
  })

  it("cancels what is not funded, even when a settle waits for its funding", async () => {
    await caller.sandbox.control.settings({ behaviour: { fundDelaySeconds: 60 } })
    const token = await settled()
    const answer = await caller.post(at(token, "cancel"))
    expect(answer.json).toEqual({ status: "ok", message: "application cancelled" })
    await caller.sandbox.control.clock({ advanceSeconds: 61 })
    expect(await statusOf(token)).toBe("O")
  })

  it("refuses to cancel what is funded (A11); a second cancel does nothing", async () => {
    const funded = await settled()
    expect((await caller.post(at(funded, "cancel"))).status).toBe(409)
    expect(await statusOf(funded)).toBe("C")
    const open = await caller.file()
    await caller.post(at(open, "cancel"))
    expect((await caller.post(at(open, "cancel"))).status).toBe(200)
    expect((await view(open)).cancelCount).toBe(1)
  })

  it("takes no body and no query parameter but postback on settle and cancel", async () => {
    const token = await caller.fileSigned()
    expect((await caller.post(at(token, "settle"), {})).json.message).toContain("body:")
    expect((await caller.post(at(token, "settle?amount=3"))).json.message).toContain("amount:")
    expect((await caller.post(at(token, "cancel?postback=no"))).json.message).toContain("postback:")
    expect((await view(token)).status).toBe("S")
  })

  it("refunds in full once, with a reason", async () => {
    const token = await settled()
    expect((await caller.post(at(token, "refund"), {})).json.message).toContain("reason:")
    const answer = await caller.post(at(token, "refund"), { reason: "returned" })
    expect(answer.json).toEqual({ status: "ok", message: "application refunded" })
    expect(await statusOf(token)).toBe("T")
    expect((await caller.post(at(token, "refund"), { reason: "again" })).status).toBe(409)
    expect((await view(token)).refundCount).toBe(1)
  })

  it("refunds neither in full nor in part what was not settled", async () => {
    const token = await caller.fileSigned()
    expect((await caller.post(at(token, "refund"), { reason: "x" })).status).toBe(409)
    expect((await caller.post(at(token, "partial/refund"), REMAINING_CART)).status).toBe(409)
  })

  it("remembers what it ended, whatever the status reads afterwards", async () => {
    const behaviour = { statusAfterCancel: "P", statusAfterRefund: "C" }
    await caller.sandbox.control.settings({ behaviour })
    const open = await caller.file()
    await caller.post(at(open, "cancel"))
    await caller.post(at(open, "cancel"))
    expect(await view(open)).toMatchObject({ status: "P", cancelled: true, cancelCount: 1 })
    const funded = await settled()
    await caller.post(at(funded, "refund"), { reason: "returned" })
    expect((await caller.post(at(funded, "refund"), { reason: "again" })).status).toBe(409)
    expect(await view(funded)).toMatchObject({ status: "C", refunded: true, refundCount: 1 })
  })

  it("changes the order id", async () => {
    const token = await caller.file()
    expect((await caller.post(at(token, "update/order/id"), { id: "#1001" })).json.status).toBe(
      "ok"
    )
    expect((await view(token)).orderId).toBe("#1001")
    const wrong = await caller.post(at(token, "update/order/id"), { orderId: "#1002" })
    expect(wrong.json.message).toContain("orderId: is not a field of this call")
  })

  it("answers an unknown token as its parameter says", async () => {
    expect((await caller.get(at("nobody", "status"))).status).toBe(404)
    await caller.sandbox.control.settings({ behaviour: { unknownTokenStatus: 400 } })
    expect((await caller.get(at("nobody", "status"))).status).toBe(400)
  })

  it.each([
    ["empty" as const, ""],
    ["html" as const, "<!doctype html>"],
    ["spring" as const, '{"timestamp"'],
  ])("shapes errors as %s", async (errorBody, start) => {
    await caller.sandbox.control.settings({ behaviour: { errorBody } })
    const { status, text } = await caller.get(at("nobody", "status"))
    expect(status).toBe(404)
    expect(text.slice(0, Math.max(1, start.length))).toBe(start)
  })
})

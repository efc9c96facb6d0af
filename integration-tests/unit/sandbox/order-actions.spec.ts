import { REMAINING_CART, startWithCaller, type Caller } from "./caller"

const buildPath = (token: string, action: string) => `/ecommerce/application/${token}/${action}`

describe("order actions at the simulator", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(() => caller.sandbox.control.reset())

  const readStatus = async (token: string) =>
    (await caller.get(buildPath(token, "status"))).json.status
  const getApplication = (token: string) => caller.sandbox.control.application(token)
  const createSettledApplication = async () => {
    const token = await caller.createSignedApplication()
    await caller.post(buildPath(token, "settle"))
    return token
  }

  it("returns the status with amount, cap, lender and tax exemption", async () => {
    const token = await caller.createApplication()
    expect((await caller.get(buildPath(token, "status"))).json).toEqual({
      status: "P",
      message: "created, nothing decided",
      token,
      maxApprovalAmount: 5000,
      loanAmount: 812.4,
      lender: "Sandbox Lending",
      taxExempt: false,
    })
  })

  it("settles an application with status S and funds it", async () => {
    const token = await caller.createSignedApplication()
    const answer = await caller.post(buildPath(token, "settle"))
    expect(answer.json).toEqual({ status: "ok", message: "application settled" })
    expect(await readStatus(token)).toBe("C")
    expect(await getApplication(token)).toMatchObject({
      settled: true,
      funded: true,
      settleCount: 1,
    })
  })

  it.each(["P", "A", "W", "U", "O", "B", "Q"])("refuses to settle at %s (A4)", async (status) => {
    const token = await caller.createApplication()
    await caller.sandbox.control.status(token, { status })
    expect((await caller.post(buildPath(token, "settle"))).status).toBe(409)
    expect((await getApplication(token)).settleCount).toBe(0)
  })

  it.each(["ok", "400", "404", "409", "500"] as const)(
    "answers a second settle with %s and settles only once (A2)",
    async (secondSettle) => {
      await caller.sandbox.control.settings({ behaviour: { secondSettle } })
      const token = await createSettledApplication()
      const answer = await caller.post(buildPath(token, "settle"))
      expect(answer.status).toBe(secondSettle === "ok" ? 200 : Number(secondSettle))
      expect((await getApplication(token)).settleCount).toBe(1)
    }
  )

  it("keeps status S after a settle until the funding delay passes on the virtual clock", async () => {
    await caller.sandbox.control.settings({
      behaviour: { statusAfterSettle: "L", fundDelaySeconds: 60 },
    })
    const token = await createSettledApplication()
    expect(await readStatus(token)).toBe("S")
    await caller.sandbox.control.clock({ advanceSeconds: 61 })
    expect(await readStatus(token)).toBe("L")
  })

  it("keeps status S with statusAfterSettle S until the portal funds the application", async () => {
    await caller.sandbox.control.settings({ behaviour: { statusAfterSettle: "S" } })
    const token = await createSettledApplication()
    await caller.sandbox.control.clock({ advanceSeconds: 10_000 })
    expect(await getApplication(token)).toMatchObject({ status: "S", settled: true, funded: false })
    expect(await caller.sandbox.control.portal(token, { action: "fund" })).toMatchObject({
      status: "C",
      funded: true,
    })
  })

  it("cancels a settled application that is not funded yet", async () => {
    await caller.sandbox.control.settings({ behaviour: { fundDelaySeconds: 60 } })
    const token = await createSettledApplication()
    const answer = await caller.post(buildPath(token, "cancel"))
    expect(answer.json).toEqual({ status: "ok", message: "application cancelled" })
    await caller.sandbox.control.clock({ advanceSeconds: 61 })
    expect(await readStatus(token)).toBe("O")
  })

  it("refuses to cancel a funded application (A11), and ignores a second cancel", async () => {
    const fundedToken = await createSettledApplication()
    expect((await caller.post(buildPath(fundedToken, "cancel"))).status).toBe(409)
    expect(await readStatus(fundedToken)).toBe("C")
    const openToken = await caller.createApplication()
    await caller.post(buildPath(openToken, "cancel"))
    expect((await caller.post(buildPath(openToken, "cancel"))).status).toBe(200)
    expect((await getApplication(openToken)).cancelCount).toBe(1)
  })

  it("refuses a body or an unknown parameter on settle, and an invalid postback value on cancel", async () => {
    const token = await caller.createSignedApplication()
    expect((await caller.post(buildPath(token, "settle"), {})).json.message).toContain("body:")
    expect((await caller.post(buildPath(token, "settle?amount=3"))).json.message).toContain(
      "amount:"
    )
    expect((await caller.post(buildPath(token, "cancel?postback=no"))).json.message).toContain(
      "postback:"
    )
    expect((await getApplication(token)).status).toBe("S")
  })

  it("refunds in full once, and requires a reason", async () => {
    const token = await createSettledApplication()
    expect((await caller.post(buildPath(token, "refund"), {})).json.message).toContain("reason:")
    const answer = await caller.post(buildPath(token, "refund"), { reason: "returned" })
    expect(answer.json).toEqual({ status: "ok", message: "application refunded" })
    expect(await readStatus(token)).toBe("T")
    expect((await caller.post(buildPath(token, "refund"), { reason: "again" })).status).toBe(409)
    expect((await getApplication(token)).refundCount).toBe(1)
  })

  it("refuses full and partial refunds of an application that was not settled", async () => {
    const token = await caller.createSignedApplication()
    expect((await caller.post(buildPath(token, "refund"), { reason: "x" })).status).toBe(409)
    expect((await caller.post(buildPath(token, "partial/refund"), REMAINING_CART)).status).toBe(409)
  })

  it("cancels and refunds only once, whatever status is configured to follow", async () => {
    const behaviour = { statusAfterCancel: "P", statusAfterRefund: "C" }
    await caller.sandbox.control.settings({ behaviour })
    const openToken = await caller.createApplication()
    await caller.post(buildPath(openToken, "cancel"))
    await caller.post(buildPath(openToken, "cancel"))
    expect(await getApplication(openToken)).toMatchObject({
      status: "P",
      cancelled: true,
      cancelCount: 1,
    })
    const fundedToken = await createSettledApplication()
    await caller.post(buildPath(fundedToken, "refund"), { reason: "returned" })
    expect((await caller.post(buildPath(fundedToken, "refund"), { reason: "again" })).status).toBe(
      409
    )
    expect(await getApplication(fundedToken)).toMatchObject({
      status: "C",
      refunded: true,
      refundCount: 1,
    })
  })

  it("changes the order ID, and refuses an unknown field", async () => {
    const token = await caller.createApplication()
    expect(
      (await caller.post(buildPath(token, "update/order/id"), { id: "#1001" })).json.status
    ).toBe("ok")
    expect((await getApplication(token)).orderId).toBe("#1001")
    const refusal = await caller.post(buildPath(token, "update/order/id"), { orderId: "#1002" })
    expect(refusal.json.message).toContain("orderId: is not a field of this call")
  })

  it("answers an unknown token with the configured HTTP status", async () => {
    expect((await caller.get(buildPath("nobody", "status"))).status).toBe(404)
    await caller.sandbox.control.settings({ behaviour: { unknownTokenStatus: 400 } })
    expect((await caller.get(buildPath("nobody", "status"))).status).toBe(400)
  })

  it.each([
    ["empty" as const, ""],
    ["html" as const, "<!doctype html>"],
    ["spring" as const, '{"timestamp"'],
  ])("formats error bodies as %s", async (errorBody, prefix) => {
    await caller.sandbox.control.settings({ behaviour: { errorBody } })
    const { status, text } = await caller.get(buildPath("nobody", "status"))
    expect(status).toBe(404)
    expect(text.slice(0, Math.max(1, prefix.length))).toBe(prefix)
  })
})

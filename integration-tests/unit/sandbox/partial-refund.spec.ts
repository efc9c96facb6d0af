import { REMAINING_CART, startWithCaller, type Caller } from "./caller"

const at = (token: string, action: string) => `/ecommerce/application/${token}/${action}`

describe("partial refunds at the simulator", () => {
  let caller: Caller
  let token: string
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(async () => {
    await caller.sandbox.control.reset()
    token = await caller.createSignedApplication()
    await caller.post(at(token, "settle"))
  })

  const view = () => caller.sandbox.control.application(token)
  const behave = (behaviour: Parameters<Caller["sandbox"]["control"]["settings"]>[0]) =>
    caller.sandbox.control.settings(behaviour)
  const refund = (changes: Record<string, unknown> = {}) =>
    caller.post(at(token, "partial/refund"), { ...REMAINING_CART, ...changes })

  it("replaces the token and sets the old one to status T", async () => {
    const { json } = await refund()
    expect(json).toEqual({
      status: "C",
      message: "partial refund processed",
      token: expect.any(String) as string,
    })
    expect(json.token).not.toBe(token)
    expect((await caller.get(at(token, "status"))).json).toMatchObject({ status: "T", token })
    const fresh = await caller.get(at(String(json.token), "status"))
    expect(fresh.json).toMatchObject({ status: "C", loanAmount: 601 })
    expect(await view()).toMatchObject({
      tokens: [token, json.token],
      tip: json.token,
      originalLoanAmount: 812.4,
      loanAmount: 601,
      partialRefunds: [{ from: token, to: json.token, loanAmount: 601 }],
      orderId: "cart_1-1",
    })
  })

  it("refuses partial and full refunds with the old token", async () => {
    await refund()
    expect((await refund()).status).toBe(409)
    expect((await caller.post(at(token, "refund"), { reason: "x" })).status).toBe(409)
    expect((await view()).partialRefunds).toHaveLength(1)
  })

  it("accepts a second partial refund and a full refund with the newest token", async () => {
    const first = String((await refund()).json.token)
    const items = [{ description: "Walnut chair", quantity: 1, price: 300.5 }]
    const cart = { loanAmount: 300.5, items }
    const second = await caller.post(at(first, "partial/refund"), cart)
    await caller.post(at(String(second.json.token), "refund"), { reason: "all back" })
    expect(await view()).toMatchObject({ status: "T", refundCount: 1, refunded: true })
    expect((await view()).tokens).toHaveLength(3)
  })

  it("answers B for a higher amount, and returns to S once the customer signs again", async () => {
    const items = [{ description: "Walnut chair", quantity: 3, price: 300.5 }]
    const { json } = await refund({ loanAmount: 901.5, items })
    expect(json.status).toBe("B")
    expect(await view()).toMatchObject({ status: "B", settled: false, funded: false })
    await caller.sandbox.control.decision(token, { outcome: "sign" })
    expect((await view()).status).toBe("S")
  })

  it.each([
    ["ok" as const, { status: "ok", token: "new" }, "C"],
    ["null-token" as const, { status: "C", token: null }, "C"],
    ["no-token" as const, { status: "C", token: undefined }, "C"],
    ["same-token" as const, { status: "C", token: "old" }, "C"],
    ["unknown-code" as const, { status: "Q", token: "new" }, "Q"],
    ["S" as const, { status: "S", token: "new" }, "S"],
    ["B" as const, { status: "B", token: "new" }, "B"],
  ])("refunds and answers %s (A9)", async (partialRefundAnswer, expected, status) => {
    await behave({ behaviour: { partialRefundAnswer } })
    const { json } = await refund()
    const { tip } = await view()
    const names: Record<string, string> = { new: tip, old: token }
    expect(json.status).toBe(expected.status)
    expect(json.token).toBe(expected.token ? names[expected.token] : expected.token)
    expect(await view()).toMatchObject({ status, loanAmount: 601 })
  })

  it("makes the old token unknown, or an alias of the new one, as configured", async () => {
    const { json } = await refund()
    await behave({ behaviour: { oldTokenAfterPartialRefund: "404" } })
    expect((await caller.get(at(token, "status"))).status).toBe(404)
    await behave({ behaviour: { oldTokenAfterPartialRefund: "follows" } })
    const followed = await caller.get(at(token, "status"))
    expect(followed.json).toMatchObject({ status: "C", token: json.token, loanAmount: 601 })
  })

  it("restores the original order ID on the new application, as configured", async () => {
    await behave({ behaviour: { orderIdAfterPartialRefund: "original" } })
    await caller.post(at(token, "update/order/id"), { id: "#1001" })
    await refund()
    expect((await view()).orderId).toBe("cart_1-1")
  })

  it.each([
    ["a total of 0 (A10)", { loanAmount: 0, items: [] }, "loanAmount:"],
    ["a sum that does not match", { discount: 1 }, "Σ"],
    ["a fraction of a cent (A22)", { shipping: 0.001 }, "shipping:"],
    [
      "items under the name applicationItems",
      { items: undefined, applicationItems: [] },
      "applicationItems:",
    ],
    ["a reason", { reason: "returned" }, "reason:"],
  ])("refuses %s", async (_what, changes, words) => {
    const { status, json } = await refund(changes)
    expect(status).toBe(400)
    expect(json.message).toContain(words)
    expect((await view()).partialRefunds).toHaveLength(0)
  })

  it("accepts a discount, and a refund of everything but shipping", async () => {
    const first = await refund({ discount: 1, loanAmount: 600 })
    expect(first.status).toBe(200)
    const rest = { loanAmount: 20, shipping: 20, items: [] }
    const last = await caller.post(at(String(first.json.token), "partial/refund"), rest)
    expect(last.status).toBe(200)
  })

  it("refunds in part through the portal", async () => {
    const after = await caller.sandbox.control.portal(token, {
      action: "partial-refund",
      loanAmount: 700,
    })
    expect(after).toMatchObject({ loanAmount: 700, status: "C" })
    expect(after.tokens).toHaveLength(2)
  })
})

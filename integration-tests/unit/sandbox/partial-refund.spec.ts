import { REMAINING_CART, startWithCaller, type Caller } from "./caller"

const buildPath = (token: string, action: string) => `/ecommerce/application/${token}/${action}`

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
    await caller.post(buildPath(token, "settle"))
  })

  const getApplication = () => caller.sandbox.control.application(token)
  const updateSettings = (settings: Parameters<Caller["sandbox"]["control"]["settings"]>[0]) =>
    caller.sandbox.control.settings(settings)
  const postPartialRefund = (changes: Record<string, unknown> = {}) =>
    caller.post(buildPath(token, "partial/refund"), { ...REMAINING_CART, ...changes })

  it("replaces the token and sets the old one to status T", async () => {
    const { json } = await postPartialRefund()
    expect(json).toEqual({
      status: "C",
      message: "partial refund processed",
      token: expect.any(String) as string,
    })
    expect(json.token).not.toBe(token)
    expect((await caller.get(buildPath(token, "status"))).json).toMatchObject({
      status: "T",
      token,
    })
    const newStatus = await caller.get(buildPath(String(json.token), "status"))
    expect(newStatus.json).toMatchObject({ status: "C", loanAmount: 601 })
    expect(await getApplication()).toMatchObject({
      tokens: [token, json.token],
      tip: json.token,
      originalLoanAmount: 812.4,
      loanAmount: 601,
      partialRefunds: [{ from: token, to: json.token, loanAmount: 601 }],
      orderId: "cart_1-1",
    })
  })

  it("refuses partial and full refunds with the old token", async () => {
    await postPartialRefund()
    expect((await postPartialRefund()).status).toBe(409)
    expect((await caller.post(buildPath(token, "refund"), { reason: "x" })).status).toBe(409)
    expect((await getApplication()).partialRefunds).toHaveLength(1)
  })

  it("accepts a second partial refund and a full refund with the newest token", async () => {
    const firstToken = String((await postPartialRefund()).json.token)
    const items = [{ description: "Walnut chair", quantity: 1, price: 300.5 }]
    const cart = { loanAmount: 300.5, items }
    const second = await caller.post(buildPath(firstToken, "partial/refund"), cart)
    await caller.post(buildPath(String(second.json.token), "refund"), { reason: "all back" })
    expect(await getApplication()).toMatchObject({ status: "T", refundCount: 1, refunded: true })
    expect((await getApplication()).tokens).toHaveLength(3)
  })

  it("answers B for a higher amount, and returns to S once the customer signs again", async () => {
    const items = [{ description: "Walnut chair", quantity: 3, price: 300.5 }]
    const { json } = await postPartialRefund({ loanAmount: 901.5, items })
    expect(json.status).toBe("B")
    expect(await getApplication()).toMatchObject({ status: "B", settled: false, funded: false })
    await caller.sandbox.control.decision(token, { outcome: "sign" })
    expect((await getApplication()).status).toBe("S")
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
    await updateSettings({ behaviour: { partialRefundAnswer } })
    const { json } = await postPartialRefund()
    const { tip } = await getApplication()
    const tokens: Record<string, string> = { new: tip, old: token }
    expect(json.status).toBe(expected.status)
    expect(json.token).toBe(expected.token ? tokens[expected.token] : expected.token)
    expect(await getApplication()).toMatchObject({ status, loanAmount: 601 })
  })

  it("makes the old token unknown, or an alias of the new one, as configured", async () => {
    const { json } = await postPartialRefund()
    await updateSettings({ behaviour: { oldTokenAfterPartialRefund: "404" } })
    expect((await caller.get(buildPath(token, "status"))).status).toBe(404)
    await updateSettings({ behaviour: { oldTokenAfterPartialRefund: "follows" } })
    const oldTokenStatus = await caller.get(buildPath(token, "status"))
    expect(oldTokenStatus.json).toMatchObject({ status: "C", token: json.token, loanAmount: 601 })
  })

  it("restores the original order ID on the new application, as configured", async () => {
    await updateSettings({ behaviour: { orderIdAfterPartialRefund: "original" } })
    await caller.post(buildPath(token, "update/order/id"), { id: "#1001" })
    await postPartialRefund()
    expect((await getApplication()).orderId).toBe("cart_1-1")
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
  ])("refuses %s", async (_name, changes, words) => {
    const { status, json } = await postPartialRefund(changes)
    expect(status).toBe(400)
    expect(json.message).toContain(words)
    expect((await getApplication()).partialRefunds).toHaveLength(0)
  })

  it("accepts a discount, and a refund of everything but shipping", async () => {
    const firstReply = await postPartialRefund({ discount: 1, loanAmount: 600 })
    expect(firstReply.status).toBe(200)
    const shippingOnly = { loanAmount: 20, shipping: 20, items: [] }
    const lastReply = await caller.post(
      buildPath(String(firstReply.json.token), "partial/refund"),
      shippingOnly
    )
    expect(lastReply.status).toBe(200)
  })

  it("refunds in part through the portal", async () => {
    const application = await caller.sandbox.control.portal(token, {
      action: "partial-refund",
      loanAmount: 700,
    })
    expect(application).toMatchObject({ loanAmount: 700, status: "C" })
    expect(application.tokens).toHaveLength(2)
  })
})

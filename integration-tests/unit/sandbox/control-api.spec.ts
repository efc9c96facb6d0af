import { get } from "node:http"
import { startSandbox } from "../../../src/sandbox"
import { startWithCaller, type Caller } from "./caller"

describe("the control API over HTTP", () => {
  let caller: Caller
  let token: string
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(async () => {
    await caller.sandbox.control.reset()
    token = await caller.createApplication()
  })

  const readControl = async (path: string) =>
    (await (await fetch(`${caller.sandbox.url}/control${path}`)).json()) as unknown

  it("lists its operations", async () => {
    expect(await readControl("")).toMatchObject({
      operations: expect.arrayContaining(["settle"]) as [],
    })
  })

  it("returns the same applications as the control in the process", async () => {
    const { control } = caller.sandbox
    const toJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown
    expect(await readControl(`/applications/${token}`)).toEqual(
      toJson(await control.application(token))
    )
    expect(await readControl("/applications")).toEqual(toJson(await control.applications()))
    expect(await readControl("/applications?orderId=nobody")).toEqual([])
    const { originalOrderId } = await control.application(token)
    const filter = { orderId: originalOrderId.slice(0, -1) }
    expect(await readControl(`/applications?orderId=${filter.orderId}`)).toEqual(
      toJson(await control.applications(filter))
    )
    const { lastName = "" } = (await control.application(token)).customer
    expect(await readControl(`/applications?lastName=${lastName}`)).toEqual(
      toJson(await control.applications({ lastName }))
    )
    expect(await readControl("/applications?lastName=Nobody")).toEqual([])
    expect((await fetch(`${caller.sandbox.url}/control/applications/nobody`)).status).toBe(404)
  })

  it("refuses a POST that is not JSON, because any website can send one", async () => {
    const url = `${caller.sandbox.url}/control/applications/${token}/decision`
    const body = JSON.stringify({ outcome: "approve" })
    for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined]) {
      const headers = type === undefined ? undefined : { "content-type": type }
      const requestBody = type === undefined ? new Blob([body]) : body
      expect((await fetch(url, { method: "POST", headers, body: requestBody })).status).toBe(415)
    }
    expect((await fetch(`${caller.sandbox.url}/control/reset`, { method: "POST" })).status).toBe(
      415
    )
    expect((await caller.sandbox.control.application(token)).status).toBe("P")
  })

  it.each(["/control", "/control/applications", "/"])(
    "answers %s only for its own host names",
    async (path) => {
      const getStatus = async (host: string) =>
        await new Promise((resolve, reject) => {
          const options = { headers: { host } }
          get(caller.sandbox.url + path, options, ({ statusCode }) => resolve(statusCode)).on(
            "error",
            reject
          )
        })
      expect(await getStatus("pages.stranger.example")).toBe(403)
      for (const host of ["localhost", "127.0.0.1:4010", "[::1]:4010"])
        expect(await getStatus(host)).toBe(200)
    }
  )

  it("sets any status and other fields", async () => {
    const path = `/applications/${token}/status`
    const { json } = await caller.control(path, { status: "Q", loanAmount: 500, taxExempt: true })
    expect(json).toMatchObject({ status: "Q", loanAmount: 500, taxExempt: true })
    await caller.control(path, { lender: "Other" })
    expect((await caller.sandbox.control.application(token)).lender).toBe("Other")
    expect((await caller.control(path, { state: "S" })).status).toBe(400)
  })

  it("settles an application that was set to C and back to S", async () => {
    await caller.control(`/applications/${token}/status`, { status: "C" })
    await caller.control(`/applications/${token}/status`, { status: "S" })
    await caller.post(`/ecommerce/application/${token}/settle`)
    expect((await caller.sandbox.control.application(token)).settleCount).toBe(1)
  })

  it("decides like the hosted page, and returns 409 for an impossible decision", async () => {
    const path = `/applications/${token}/decision`
    expect((await caller.control(path, { outcome: "decline" })).json.status).toBe("U")
    const refusal = await caller.control(path, { outcome: "sign" })
    expect(refusal.status).toBe(409)
    expect(refusal.json.error).toBe("sign is impossible in status U")
    await expect(
      caller.sandbox.control.decision(token, { outcome: "approve" })
    ).rejects.toMatchObject({ status: 409 })
  })

  it.each([
    ["fund", { status: "C", funded: true, settleCount: 0 }],
    ["cancel", { status: "O", cancelled: true, cancelCount: 1 }],
    ["refund", { status: "T", refunded: true, refundCount: 1 }],
  ])("performs the portal action %s (C7)", async (action, expected) => {
    const { json } = await caller.control(`/applications/${token}/portal`, { action })
    expect(json).toMatchObject(expected)
  })

  it("logs every call with its status, and filters and clears the log", async () => {
    await caller.get(`/ecommerce/application/${token}/status`)
    await caller.post(`/ecommerce/application/${token}/settle`)
    expect(await readControl("/calls")).toMatchObject([
      { operation: "createOrder", method: "POST", status: 200, orderId: "cart_1-1", token },
      { operation: "getStatus", method: "GET", status: 200, token, accessTokenNumber: 1 },
      { operation: "settle", status: 409 },
    ])
    expect(await readControl(`/calls?operation=settle&token=${token}`)).toHaveLength(1)
    expect(await readControl("/calls?orderId=other")).toHaveLength(0)
    await fetch(`${caller.sandbox.url}/control/calls`, { method: "DELETE" })
    expect(await readControl("/calls")).toEqual([])
  })

  it("changes single settings, and refuses an unknown one", async () => {
    const { json } = await caller.control("/settings", { behaviour: { secondSettle: "409" } })
    const reply = await caller.control("/settings", { minAmount: 1 })
    expect(json).toMatchObject({ minAmount: 300, behaviour: { secondSettle: "409" } })
    expect(reply.json).toMatchObject({ minAmount: 1, behaviour: { secondSettle: "409" } })
    const refusal = await caller.control("/settings", { behaviour: { secondSettel: "409" } })
    expect(refusal.status).toBe(400)
    expect(refusal.json.error).toContain("behaviour.secondSettel:")
  })

  it("refuses invalid bodies and unknown paths", async () => {
    const send = (path: string, body: string) =>
      fetch(`${caller.sandbox.url}/control${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      })
    expect((await send("/clock", "{")).status).toBe(400)
    expect((await send("/clock", '{"advanceSeconds":-1}')).status).toBe(400)
    expect((await send("/nothing", "{}")).status).toBe(404)
  })

  it("resets applications and settings, and keeps access tokens", async () => {
    await caller.control("/settings", { minAmount: 1 })
    await caller.control("/clock", { advanceSeconds: 1000 })
    await caller.control("/reset")
    expect(await readControl("/applications")).toEqual([])
    expect(await readControl("/settings")).toMatchObject({ minAmount: 300 })
    expect(await caller.createApplication()).not.toBe("null")
  })

  it("creates the same tokens for the same seed, in the given format", async () => {
    const tokens = []
    for (const tokenFormat of ["uuid", "uuid", "hex"] as const) {
      const newCaller = await startWithCaller({ seed: 7, behaviour: { tokenFormat } })
      tokens.push(await newCaller.createApplication())
      await newCaller.sandbox.close()
    }
    expect(tokens[0]).toBe(tokens[1])
    expect(tokens[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(tokens[2]).toMatch(/^[0-9a-f]{32}$/)
  })

  it("refuses to start with an unknown behaviour and names it", async () => {
    const behaviour = { secondSettel: "ok" } as object
    await expect(startSandbox({ behaviour })).rejects.toThrow("secondSettel")
  })

  it("logs its actions in plain words", async () => {
    const lines: string[] = []
    const newCaller = await startWithCaller({
      quiet: false,
      log: (line) => lines.push(line.slice(10)),
    })
    const newToken = await newCaller.createSignedApplication()
    await newCaller.sandbox.close()
    const shortToken = `${newToken.slice(0, 6)}…`
    expect(lines).toEqual([
      "Issued an access token for staging, good for 18000 s",
      `Created application (hosted) ${shortToken} for order cart_1-1 over $812.40`,
      `Application ${shortToken} (order cart_1-1, $812.40) is now S (ready to settle)`,
    ])
  })
})

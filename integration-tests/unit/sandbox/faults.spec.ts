import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { startWithCaller, waitUntil, type Caller } from "./caller"

const buildPath = (token: string, action: string) => `/ecommerce/application/${token}/${action}`

describe("the simulator with faults", () => {
  let caller: Caller
  let token: string
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(async () => {
    await caller.sandbox.control.reset()
    token = await caller.createSignedApplication()
  })

  const control = () => caller.sandbox.control
  const readSettleCount = async () => (await control().application(token)).settleCount
  /** Settles with a timeout of half a second; returns the answer, or the error's name. */
  async function settle(): Promise<{ status?: number; text?: string; errorName?: string }> {
    try {
      const response = await fetch(caller.sandbox.baseUrl + buildPath(token, "settle"), {
        method: "POST",
        headers: caller.headers(),
        redirect: "manual",
        signal: AbortSignal.timeout(500),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { errorName: (error as Error).name }
    }
  }

  const SETTLED_TEXT = '{"status":"ok","message":"application settled"}'

  it.each([
    ["timeout" as const, { errorName: "TimeoutError" }],
    ["reset" as const, { errorName: "TypeError" }],
    ["mid-headers" as const, { errorName: "TypeError" }],
    ["mid-body" as const, { errorName: "TypeError" }],
    ["drip" as const, { errorName: "TimeoutError" }],
    ["status" as const, { status: 500 }],
    ["unauthorized" as const, { status: 401 }],
    ["empty" as const, { status: 200, text: "" }],
    ["garbage" as const, { status: 200, text: "}{ <not json>" }],
    ["truncated" as const, { status: 200, text: SETTLED_TEXT.slice(0, 23) }],
    ["wrong-content-type" as const, { status: 200, text: SETTLED_TEXT }],
    ["redirect" as const, { status: 302, text: "" }],
  ])("spoils the answer of a call that took effect: %s (A1, D4)", async (kind, expected) => {
    await control().fault({ operation: "settle", kind, when: "after", nth: 1 })
    expect(await settle()).toMatchObject(expected)
    expect(await readSettleCount()).toBe(1)
    expect((await control().calls({ operation: "settle" }))[0]?.fault).toBe(`${kind}/after`)
  })

  it.each([
    "timeout",
    "reset",
    "mid-headers",
    "mid-body",
    "drip",
    "status",
    "unauthorized",
    "empty",
    "garbage",
    "truncated",
    "wrong-content-type",
    "redirect",
  ] as const)("prevents a call from taking effect: %s", async (kind) => {
    await control().fault({ operation: "settle", kind, nth: 1 })
    const answer = await settle()
    expect(answer.text ?? "").not.toContain('"ok","message":""}')
    expect(await readSettleCount()).toBe(0)
    expect((await settle()).text).toBe(SETTLED_TEXT)
  })

  it("alters fields of an answer (A9, E5)", async () => {
    const fields = { token: null, status: "Q", more: { lender: ["none"] } }
    await control().fault({
      operation: "getStatus",
      kind: "altered",
      nth: 1,
      when: "after",
      fields,
    })
    const url = caller.sandbox.baseUrl + buildPath(token, "status")
    const readStatus = async (): Promise<unknown> =>
      (await fetch(url, { headers: caller.headers() })).json()
    expect(await readStatus()).toMatchObject({
      ...fields,
      loanAmount: expect.any(Number) as number,
    })
    expect(await readStatus()).toMatchObject({ token, status: "S" })
  })

  it("sends a huge body or a gzip bomb (E2)", async () => {
    const countBytes = async (headers?: Record<string, string>) => {
      await control().fault({
        operation: "getStatus",
        kind: "huge",
        nth: 1,
        ...(headers && { headers }),
      })
      const response = await fetch(caller.sandbox.baseUrl + buildPath(token, "status"), {
        headers: caller.headers(),
      })
      const reader = response.body?.getReader()
      let bytes = 0
      while (bytes <= 2 * 1024 * 1024) {
        const chunk = await reader?.read()
        if (!chunk || chunk.done) break
        bytes += (chunk.value as Uint8Array).length
      }
      await reader?.cancel()
      return bytes
    }
    expect(await countBytes()).toBeGreaterThan(2 * 1024 * 1024)
    expect(await countBytes({ "content-encoding": "gzip" })).toBeGreaterThan(2 * 1024 * 1024)
  })

  it("answers with any status, headers and body (E9)", async () => {
    await control().fault({
      operation: "settle",
      kind: "status",
      status: 503,
      headers: { "retry-after": "7" },
      body: "busy",
    })
    const response = await fetch(caller.sandbox.baseUrl + buildPath(token, "settle"), {
      method: "POST",
      headers: caller.headers(),
    })
    expect(response.status).toBe(503)
    expect(response.headers.get("retry-after")).toBe("7")
    expect(await response.text()).toBe("busy")
  })

  it("redirects to the given location (E6)", async () => {
    const location = "http://other.example/steal"
    await control().fault({ operation: "settle", kind: "redirect", headers: { location } })
    const response = await fetch(caller.sandbox.baseUrl + buildPath(token, "settle"), {
      method: "POST",
      headers: caller.headers(),
      redirect: "manual",
    })
    expect(response.headers.get("location")).toBe(location)
  })

  it("applies a fault to the n-th matching call, as often as given, and to no other call", async () => {
    const readStatus = async (applicationToken: string) =>
      (await caller.get(buildPath(applicationToken, "status"))).status
    const otherToken = await caller.createApplication({ orderId: "cart_2-1", lastName: "Other" })
    await control().fault({
      operation: "getStatus",
      kind: "status",
      nth: 2,
      count: 2,
      match: { token },
    })
    const statuses = []
    for (let call = 0; call < 5; call += 1) statuses.push(await readStatus(token))
    expect(statuses).toEqual([200, 500, 500, 200, 200])
    expect(await readStatus(otherToken)).toBe(200)
    await control().fault({ operation: "getStatus", kind: "empty", match: { orderId: "cart_2-1" } })
    expect((await caller.get(buildPath(otherToken, "status"))).text).toBe("")
    expect((await caller.get(buildPath(token, "status"))).text).not.toBe("")
    await control().fault({ operation: "getStatus", kind: "status", match: { lastName: "Okafor" } })
    expect(await readStatus(token)).toBe(500)
    await control().clearFaults()
    expect(await readStatus(token)).toBe(200)
  })

  it("matches a creating call by the fields of its body", async () => {
    await control().fault({
      operation: "createOrder",
      kind: "timeout",
      when: "after",
      match: { lastName: "Orphan" },
    })
    void caller
      .createApplication({ lastName: "Orphan", orderId: "orphan-1" })
      .catch(() => undefined)
    await waitUntil(async () => (await control().applications()).length === 2)
    const [call] = await control().calls({ orderId: "orphan-1" })
    const [, orphan] = await control().applications()
    expect(call).toMatchObject({ status: null, fault: "timeout/after", token: orphan?.tip })
  })

  it("carries out a timed-out call later with executesAfterMs (A14)", async () => {
    await control().fault({
      operation: "settle",
      kind: "timeout",
      nth: 1,
      executesAfterMs: 60_000,
    })
    expect(await settle()).toEqual({ errorName: "TimeoutError" })
    expect(await readSettleCount()).toBe(0)
    await control().clock({ advanceSeconds: 61 })
    expect(await readSettleCount()).toBe(1)
  })

  it("carries out a call later even if its access token has expired (A14)", async () => {
    const fault = {
      operation: "settle",
      kind: "reset",
      nth: 1,
      executesAfterMs: 86_400_000,
    } as const
    await control().fault(fault)
    expect(await settle()).toMatchObject({ errorName: expect.any(String) as string })
    await control().clock({ advanceSeconds: 86_401 })
    expect(await readSettleCount()).toBe(1)
  })

  it("lists, shows and removes faults over HTTP", async () => {
    const { json } = await caller.control("/faults", { operation: "settle", kind: "reset", nth: 3 })
    const url = `${caller.sandbox.url}/control/faults`
    expect(await (await fetch(`${url}/${String(json.id)}`)).json()).toMatchObject({
      operation: "settle",
      when: "before",
      nth: 3,
      seen: 0,
      applied: 0,
    })
    await fetch(`${url}/${String(json.id)}`, { method: "DELETE" })
    expect(await (await fetch(url)).json()).toEqual([])
    expect((await fetch(`${url}/${String(json.id)}`)).status).toBe(404)
    const refusal = await caller.control("/faults", { operation: "settel", kind: "reset" })
    expect(refusal.status).toBe(400)
    expect(refusal.json.error).toContain("operation:")
  })

  it("closes idle connections on demand (E7)", async () => {
    const port = Number(new URL(caller.sandbox.url).port)
    const idle = connect(port, "127.0.0.1")
    const closed = new Promise((resolve) => idle.on("close", resolve))
    let answer = ""
    idle.on("data", (chunk) => (answer += chunk.toString()))
    idle.write("GET /control/faults HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await waitUntil(() => answer.endsWith("[]"))
    await control().dropConnections()
    await closed
    expect(answer).toContain("Connection: keep-alive")
  })

  it("closes at once despite hanging calls and idle connections", async () => {
    const newCaller = await startWithCaller()
    await newCaller.sandbox.control.fault({ operation: "createOrder", kind: "timeout" })
    const pendingCall = newCaller.createApplication().then(
      () => "answered",
      () => "broken off"
    )
    const idle = connect(Number(new URL(newCaller.sandbox.url).port), "127.0.0.1")
    idle.on("error", () => undefined)
    await waitUntil(
      async () => (await newCaller.sandbox.control.calls({ operation: "createOrder" })).length > 0
    )
    const startedAt = Date.now()
    await newCaller.sandbox.close()
    // An idle connection would be kept for thirty seconds.
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    expect(await pendingCall).toBe("broken off")
  })

  it("uses another port than a taken one only with stepOverTakenPort", async () => {
    const blocker = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => blocker.once("listening", resolve))
    const { port } = blocker.address() as AddressInfo
    await expect(startWithCaller({ port })).rejects.toThrow("is taken")
    const otherCaller = await startWithCaller({ port, stepOverTakenPort: true })
    expect(Number(new URL(otherCaller.sandbox.url).port)).toBeGreaterThan(port)
    await otherCaller.sandbox.close()
    blocker.close()
  })
})

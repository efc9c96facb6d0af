import { buildOrder, startWithCaller, type Caller } from "./caller"

describe("the hosted application page", () => {
  let caller: Caller
  let url: string
  let token: string
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(async () => {
    await caller.sandbox.control.reset()
    const { json } = await caller.post("/application/ecommerce/orders", buildOrder())
    url = String(json.url)
    token = String(json.token)
  })

  const readStatus = async () => (await caller.sandbox.control.application(token)).status
  const readPage = async (address = url) => (await fetch(address)).text()
  const submitForm = async (fields: Record<string, string>, address = url) => {
    const body = new URLSearchParams(fields)
    const answer = await fetch(address, { method: "POST", body, redirect: "manual" })
    return { status: answer.status, location: answer.headers.get("location") ?? "" }
  }

  it("leads from approval through an offer and the signature back to the shop", async () => {
    expect(await readPage()).toContain("Finance your purchase of $812.40")
    expect((await submitForm({ decision: "approve" })).location).toBe(url)
    expect(await readStatus()).toBe("A")
    expect(await readPage()).toContain("You are approved, Maya")
    const offerReply = await submitForm({ decision: "choose-offer", offer: "102" })
    expect(await readPage(offerReply.location)).toContain("Sign your contract")
    const signReply = await submitForm({ decision: "sign", agreed: "yes" }, offerReply.location)
    expect(signReply).toEqual({ status: 303, location: "http://localhost:9/return" })
    expect(await readStatus()).toBe("S")
    expect(await readPage()).toContain("You are all set")
  })

  it.each([
    ["decline", "U", "We cannot offer you financing today"],
    ["review", "W", "Your application is under review"],
    ["mismatch", "X", "We could not verify your details"],
  ])("shows the outcome of %s and leads back to the shop", async (decision, expected, words) => {
    await submitForm({ decision })
    expect(await readStatus()).toBe(expected)
    expect(await readPage()).toContain(words)
    expect((await submitForm({ decision: "finish" })).location).toBe("http://localhost:9/return")
  })

  it("approves and signs an application in review", async () => {
    await submitForm({ decision: "review" })
    expect(await readPage()).toContain("Approve and sign")
    await submitForm({ decision: "sign" })
    expect(await readStatus()).toBe("S")
  })

  it("lets the customer leave without a change, or cancel", async () => {
    const exitReply = await submitForm({ decision: "walk-away" })
    expect(exitReply.location).toBe("http://localhost:9/cancel")
    expect(await readStatus()).toBe("P")
    expect((await submitForm({ decision: "cancel" })).location).toBe("http://localhost:9/cancel")
    expect(await readStatus()).toBe("O")
  })

  it("redirects an outdated decision to the current page, and refuses an unknown offer or decision", async () => {
    await submitForm({ decision: "decline" })
    expect(await submitForm({ decision: "approve" })).toEqual({ status: 303, location: url })
    expect(await readPage()).toContain("We cannot offer you financing today")
    expect((await submitForm({ decision: "choose-offer", offer: "999" })).status).toBe(409)
    expect((await submitForm({ decision: "anything" })).status).toBe(409)
    expect(await readStatus()).toBe("U")
  })

  it("does not approve an application that went to review while the page was open", async () => {
    expect(await readPage()).toContain('name="seen" value="P"')
    await caller.sandbox.control.decision(token, { outcome: "review" })
    expect(await submitForm({ decision: "approve", seen: "P" })).toEqual({
      status: 303,
      location: url,
    })
    expect(await readStatus()).toBe("W")
    expect(await readPage()).toContain("Your application is under review")
    expect(await submitForm({ decision: "approve", seen: "W" })).toEqual({
      status: 303,
      location: url,
    })
    expect(await readStatus()).toBe("A")
  })

  it("reports the application's status only to its own page", async () => {
    const stateUrl = new URL(url)
    stateUrl.pathname = "/apply/state"
    expect(await (await fetch(stateUrl)).json()).toEqual({ status: "P" })
    await caller.sandbox.control.decision(token, { outcome: "decline" })
    expect(await (await fetch(stateUrl)).json()).toEqual({ status: "U" })
    stateUrl.searchParams.set("auth", "wrong")
    expect((await fetch(stateUrl)).status).toBe(403)
  })

  it("opens only with the right app, auth and rauth", async () => {
    for (const name of ["app", "auth", "rauth"]) {
      const wrongUrl = new URL(url)
      wrongUrl.searchParams.set(name, "0".repeat(32))
      expect((await fetch(wrongUrl)).status).toBe(403)
      expect((await submitForm({ decision: "approve" }, wrongUrl.href)).status).toBe(403)
      wrongUrl.searchParams.delete(name)
      expect((await fetch(wrongUrl)).status).toBe(403)
    }
    expect(await readStatus()).toBe("P")
  })

  it("works in an iframe and reports to the page that embeds it (G9)", async () => {
    const { headers } = await fetch(url)
    expect(headers.get("x-frame-options")).toBeNull()
    expect(headers.get("content-security-policy")).toBeNull()
    expect(await readPage()).toContain('name="framedBy"')
    const framedBy = "http://localhost:8000"
    const exitReply = await submitForm({ decision: "walk-away", framedBy })
    const exitPage = await readPage(exitReply.location)
    expect(exitPage).toContain('["http://localhost:8000"]')
    expect(exitPage).toContain('"pt-close"')
    await submitForm({ decision: "approve", framedBy })
    const signReply = await submitForm({ decision: "sign", framedBy })
    const page = await readPage(signReply.location)
    expect(page).toContain('{"message":"pt-confirmation"}')
    expect(page).toContain('"http://localhost:9/return"')
  })

  it("reports to the origin of returnUrl when the embedding page is unknown", async () => {
    const exitReply = await submitForm({ decision: "walk-away", framedBy: "unknown" })
    expect(await readPage(exitReply.location)).toContain('["http://localhost:9"]')
  })

  it("escapes the customer's input", async () => {
    const firstName = `<script>alert("1")</script>`
    const { json } = await caller.post("/application/ecommerce/orders", buildOrder({ firstName }))
    const page = await readPage(String(json.url))
    expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;")
    expect(page).not.toContain(firstName)
  })

  it("loads nothing from other hosts and may not be cached", async () => {
    const page = await readPage()
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\/(?!localhost)/)
    expect((await fetch(url)).headers.get("cache-control")).toBe("no-store")
  })

  it("asks the customer to close the window when there is no returnUrl and no cancelUrl", async () => {
    const order = buildOrder({ returnUrl: undefined, cancelUrl: undefined })
    const { json } = await caller.post("/application/ecommerce/orders", order)
    const exitReply = await submitForm({ decision: "walk-away" }, String(json.url))
    expect(await readPage(exitReply.location)).toContain("You can close this window")
  })

  it("lists all applications at the simulator's address", async () => {
    const page = await readPage(caller.sandbox.url)
    expect(page).toContain("cart_1-1")
    expect(page).toContain("P (created, nothing decided)")
  })
})

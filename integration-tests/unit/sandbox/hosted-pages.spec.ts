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

  const status = async () => (await caller.sandbox.control.application(token)).status
  const show = async (address = url) => (await fetch(address)).text()
  const click = async (fields: Record<string, string>, address = url) => {
    const body = new URLSearchParams(fields)
    const answer = await fetch(address, { method: "POST", body, redirect: "manual" })
    return { status: answer.status, location: answer.headers.get("location") ?? "" }
  }

  it("leads from approval through an offer and the signature back to the shop", async () => {
    expect(await show()).toContain("Finance your purchase of $812.40")
    expect((await click({ decision: "approve" })).location).toBe(url)
    expect(await status()).toBe("A")
    expect(await show()).toContain("You are approved, Maya")
    const chosen = await click({ decision: "choose-offer", offer: "102" })
    expect(await show(chosen.location)).toContain("Sign your contract")
    const signed = await click({ decision: "sign", agreed: "yes" }, chosen.location)
    expect(signed).toEqual({ status: 303, location: "http://localhost:9/return" })
    expect(await status()).toBe("S")
    expect(await show()).toContain("You are all set")
  })

  it.each([
    ["decline", "U", "We cannot offer you financing today"],
    ["review", "W", "Your application is under review"],
    ["mismatch", "X", "We could not verify your details"],
  ])("shows the outcome of %s and leads back to the shop", async (decision, expected, words) => {
    await click({ decision })
    expect(await status()).toBe(expected)
    expect(await show()).toContain(words)
    expect((await click({ decision: "finish" })).location).toBe("http://localhost:9/return")
  })

  it("approves and signs an application in review", async () => {
    await click({ decision: "review" })
    expect(await show()).toContain("Approve and sign")
    await click({ decision: "sign" })
    expect(await status()).toBe("S")
  })

  it("lets the customer leave without a change, or cancel", async () => {
    const away = await click({ decision: "walk-away" })
    expect(away.location).toBe("http://localhost:9/cancel")
    expect(await status()).toBe("P")
    expect((await click({ decision: "cancel" })).location).toBe("http://localhost:9/cancel")
    expect(await status()).toBe("O")
  })

  it("redirects an outdated decision to the current page, and refuses an unknown offer or decision", async () => {
    await click({ decision: "decline" })
    expect(await click({ decision: "approve" })).toEqual({ status: 303, location: url })
    expect(await show()).toContain("We cannot offer you financing today")
    expect((await click({ decision: "choose-offer", offer: "999" })).status).toBe(409)
    expect((await click({ decision: "anything" })).status).toBe(409)
    expect(await status()).toBe("U")
  })

  it("does not approve an application that went to review while the page was open", async () => {
    expect(await show()).toContain('name="seen" value="P"')
    await caller.sandbox.control.decision(token, { outcome: "review" })
    expect(await click({ decision: "approve", seen: "P" })).toEqual({ status: 303, location: url })
    expect(await status()).toBe("W")
    expect(await show()).toContain("Your application is under review")
    expect(await click({ decision: "approve", seen: "W" })).toEqual({ status: 303, location: url })
    expect(await status()).toBe("A")
  })

  it("reports the application's status only to its own page", async () => {
    const state = new URL(url)
    state.pathname = "/apply/state"
    expect(await (await fetch(state)).json()).toEqual({ status: "P" })
    await caller.sandbox.control.decision(token, { outcome: "decline" })
    expect(await (await fetch(state)).json()).toEqual({ status: "U" })
    state.searchParams.set("auth", "wrong")
    expect((await fetch(state)).status).toBe(403)
  })

  it("opens only with the right app, auth and rauth", async () => {
    for (const name of ["app", "auth", "rauth"]) {
      const wrong = new URL(url)
      wrong.searchParams.set(name, "0".repeat(32))
      expect((await fetch(wrong)).status).toBe(403)
      expect((await click({ decision: "approve" }, wrong.href)).status).toBe(403)
      wrong.searchParams.delete(name)
      expect((await fetch(wrong)).status).toBe(403)
    }
    expect(await status()).toBe("P")
  })

  it("works in an iframe and reports to the page that embeds it (G9)", async () => {
    const { headers } = await fetch(url)
    expect(headers.get("x-frame-options")).toBeNull()
    expect(headers.get("content-security-policy")).toBeNull()
    expect(await show()).toContain('name="framedBy"')
    const framedBy = "http://localhost:8000"
    const left = await click({ decision: "walk-away", framedBy })
    const leaving = await show(left.location)
    expect(leaving).toContain('["http://localhost:8000"]')
    expect(leaving).toContain('"pt-close"')
    await click({ decision: "approve", framedBy })
    const signed = await click({ decision: "sign", framedBy })
    const page = await show(signed.location)
    expect(page).toContain('{"message":"pt-confirmation"}')
    expect(page).toContain('"http://localhost:9/return"')
  })

  it("reports to the origin of returnUrl when the embedding page is unknown", async () => {
    const left = await click({ decision: "walk-away", framedBy: "unknown" })
    expect(await show(left.location)).toContain('["http://localhost:9"]')
  })

  it("escapes the customer's input", async () => {
    const firstName = `<script>alert("1")</script>`
    const { json } = await caller.post("/application/ecommerce/orders", buildOrder({ firstName }))
    const page = await show(String(json.url))
    expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;")
    expect(page).not.toContain(firstName)
  })

  it("loads nothing from other hosts and may not be cached", async () => {
    const page = await show()
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\/(?!localhost)/)
    expect((await fetch(url)).headers.get("cache-control")).toBe("no-store")
  })

  it("asks the customer to close the window when there is no returnUrl and no cancelUrl", async () => {
    const bare = buildOrder({ returnUrl: undefined, cancelUrl: undefined })
    const { json } = await caller.post("/application/ecommerce/orders", bare)
    const away = await click({ decision: "walk-away" }, String(json.url))
    expect(await show(away.location)).toContain("You can close this window")
  })

  it("lists all applications at the simulator's address", async () => {
    const page = await show(caller.sandbox.url)
    expect(page).toContain("cart_1-1")
    expect(page).toContain("P (created, nothing decided)")
  })
})

import { buildOrder, readReply, requestToken, startWithCaller, type Caller } from "./caller"

describe("the simulator's access control", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller({ tokenLifetimeSeconds: 100 })
  })
  afterAll(() => caller.sandbox.close())

  async function sendTokenRequest(changes: { headers?: object; form?: object; query?: string }) {
    const { apiUsername, apiPassword, apiSignature } = caller.sandbox.credentials.staging
    const form = { grant_type: "password", scope: "openid", username: apiUsername }
    return readReply(
      await fetch(`${caller.sandbox.baseUrl}/uaa/oauth/token${changes.query ?? ""}`, {
        method: "POST",
        headers: {
          authorization: `Basic ${apiSignature}`,
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          ...changes.headers,
        },
        body: new URLSearchParams({ ...form, password: apiPassword, ...changes.form }).toString(),
      })
    )
  }

  it("returns a token record", async () => {
    const { status, json } = await requestToken(caller.sandbox)
    expect(status).toBe(200)
    expect(json).toEqual({
      access_token: expect.any(String) as string,
      token_type: "Bearer",
      expires_in: 100,
      refresh_token: expect.any(String) as string,
      refresh_expires_in: 432_000,
      scope: "openid profile email",
    })
  })

  it.each([
    {
      what: "another grant type",
      form: { grant_type: "client_credentials" },
      expected: "400 grant_type",
    },
    { what: "another scope", form: { scope: "openid profile" }, expected: "400 scope" },
    { what: "an empty scope", form: { scope: "" }, expected: "400 scope" },
    { what: "an extra field", form: { client_id: "me" }, expected: "400 client_id" },
    { what: "a query parameter", query: "?username=me", expected: "400 username" },
    {
      what: "a JSON body",
      headers: { "content-type": "application/json" },
      expected: "415 Content",
    },
    {
      what: "an Accept header without JSON",
      headers: { accept: "text/html" },
      expected: "406 Accept",
    },
    { what: "a wrong password", form: { password: "wrong" }, expected: "401 username, password" },
    {
      what: "a wrong signature",
      headers: { authorization: "Basic d3Jvbmc=" },
      expected: "401 Auth",
    },
  ])("refuses a token request with $what", async ({ expected, ...changes }) => {
    const answer = await sendTokenRequest(changes)
    expect(`${String(answer.status)} ${String(answer.json.message)}`).toContain(expected)
  })

  it("refuses the credentials and access tokens of the other environment", async () => {
    const { sandbox } = caller
    expect((await requestToken(sandbox, "production")).status).toBe(200)
    const mixedReply = await requestToken(sandbox, "production", sandbox.baseUrl)
    expect(mixedReply.status).toBe(401)
    const production = await requestToken(sandbox, "production")
    const response = await fetch(`${sandbox.baseUrl}/ecommerce/application/x/status`, {
      headers: { authorization: `Bearer ${String(production.json.access_token)}` },
    })
    expect(response.status).toBe(401)
  })

  it("returns 404 for an application of the other environment", async () => {
    const { sandbox } = caller
    const token = await caller.createApplication()
    const production = await requestToken(sandbox, "production")
    const answer = await fetch(
      `${sandbox.productionBaseUrl}/ecommerce/application/${token}/status`,
      {
        headers: { authorization: `Bearer ${String(production.json.access_token)}` },
      }
    )
    expect(answer.status).toBe(404)
  })

  it("refuses calls without a token, except Validate postback", async () => {
    const { baseUrl } = caller.sandbox
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify(buildOrder())
    const created = await fetch(`${baseUrl}/application/ecommerce/orders`, {
      method: "POST",
      headers,
      body,
    })
    expect(created.status).toBe(401)
    const validated = await fetch(`${baseUrl}/application-validation/validateipn`, {
      method: "POST",
      headers,
      body: JSON.stringify({ cmd: "_validate-me", uuid: "" }),
    })
    expect(validated.status).toBe(200)
  })

  it("returns 404 in the service's error shape for an unknown path", async () => {
    const answer = await caller.get("/ecommerce/applications")
    expect(answer.status).toBe(404)
    expect(Object.keys(answer.json)).toEqual(["timestamp", "status", "error", "message", "path"])
  })

  it("expires access tokens on the virtual clock, and revokes them on demand", async () => {
    const newCaller = await startWithCaller({ tokenLifetimeSeconds: 100 })
    const token = await newCaller.createApplication()
    await newCaller.sandbox.control.clock({ advanceSeconds: 99 })
    expect((await newCaller.get(`/ecommerce/application/${token}/status`)).status).toBe(200)
    await newCaller.sandbox.control.clock({ advanceSeconds: 2 })
    expect((await newCaller.get(`/ecommerce/application/${token}/status`)).status).toBe(401)
    await newCaller.sandbox.close()

    const otherCaller = await startWithCaller()
    await otherCaller.sandbox.control.revokeAccessTokens()
    expect((await otherCaller.post("/application/ecommerce/orders", buildOrder())).status).toBe(401)
    await otherCaller.sandbox.close()
  })
})

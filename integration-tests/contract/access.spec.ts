import { type Connected, failureOf, orderOver81240, startConnected } from "./connected"

describe("access, client against simulator", () => {
  let joined: Connected
  let token: string
  beforeEach(async () => {
    joined = await startConnected({ tokenLifetimeSeconds: 600 })
    token = await joined.file()
  })
  afterEach(() => joined.close())

  const tokenRequests = async () =>
    (await joined.sandbox.control.calls({ operation: "requestToken" })).length
  const checkWith = (client = joined.client) => client.getStatus({ applicationToken: token })

  it("1: requests a token record, without the unused refresh token", async () => {
    const record = await joined.client.requestToken()
    expect(record).toEqual({
      access_token: expect.stringMatching(/^\S+$/) as string,
      token_type: "Bearer",
      expires_in: 600,
      scope: "openid profile email",
    })
  })

  it("1: is refused with another environment's signature, name or password", async () => {
    const { apiUsername, apiPassword, apiSignature } = joined.sandbox.credentials.production
    for (const wrong of [{ apiUsername }, { apiPassword }, { apiSignature }]) {
      const error = await failureOf(joined.connect(wrong).requestToken())
      expect(error).toMatchObject({ code: "wrong_credentials", outcome: "did-not-happen" })
      expect(error.message).toContain("wrong credentials or wrong environment")
    }
  })

  it("I11: a hundred calls at once share one token", async () => {
    const fresh = joined.connect()
    const before = await tokenRequests()
    await Promise.all(Array.from({ length: 100 }, () => checkWith(fresh)))
    expect((await tokenRequests()) - before).toBe(1)
  })

  it("renews a token that expired on the service's clock once, and every status check succeeds", async () => {
    await joined.sandbox.control.clock({ advanceSeconds: 601 })
    const before = await tokenRequests()
    const looks = await Promise.all(Array.from({ length: 20 }, () => checkWith()))
    expect(looks.every(({ status }) => status === "P")).toBe(true)
    expect((await tokenRequests()) - before).toBe(1)
  })

  it("D4: a revoked token lets a settle happen once, with the next token", async () => {
    await joined.sandbox.control.decision(token, { outcome: "sign" })
    await joined.sandbox.control.revokeAccessTokens()
    await joined.client.settle({ applicationToken: token })
    expect((await joined.sandbox.control.application(token)).settleCount).toBe(1)
    const calls = await joined.sandbox.control.calls({ operation: "settle" })
    expect(calls.map(({ status, accessTokenNumber }) => [status, accessTokenNumber])).toEqual([
      [401, 1],
      [200, 2],
    ])
  })

  it("D3: a second 401 in a row is an error about credentials, and the end of it", async () => {
    await joined.sandbox.control.fault({ operation: "getStatus", kind: "unauthorized" })
    await joined.sandbox.control.clearCalls()
    const error = await failureOf(checkWith())
    expect(error).toMatchObject({
      name: "CredentialsError",
      code: "wrong_credentials",
      httpStatus: 401,
      outcome: "did-not-happen",
    })
    expect(await joined.sandbox.control.calls({ operation: "getStatus" })).toHaveLength(2)
    expect(await tokenRequests()).toBe(1)
  })

  it("A21: the same on a money call is in doubt, because the first may have happened", async () => {
    await joined.sandbox.control.fault({ operation: "cancel", kind: "unauthorized" })
    expect(await failureOf(joined.client.cancel({ applicationToken: token }))).toMatchObject({
      code: "wrong_credentials",
      outcome: "in-doubt",
    })
  })

  it("an application of staging does not exist in production, and the reverse", async () => {
    const production = joined.connect(joined.accessTo("production"))
    expect(await failureOf(checkWith(production))).toMatchObject({ httpStatus: 404 })
    const created = await production.createOrder(orderOver81240())
    const foreign = created.outcome === "created" ? created.token : ""
    expect(await failureOf(joined.client.getStatus({ applicationToken: foreign }))).toMatchObject({
      httpStatus: 404,
    })
  })

  it("staging's credentials at production's address answer 401 to everything", async () => {
    const mixed = joined.connect({ baseUrl: joined.sandbox.productionBaseUrl })
    for (const call of [
      () => checkWith(mixed),
      () => mixed.createOrder(orderOver81240()),
      () => mixed.settle({ applicationToken: token }),
    ]) {
      expect(await failureOf(call())).toMatchObject({
        code: "wrong_credentials",
        outcome: "did-not-happen",
        httpStatus: 401,
      })
    }
  })

  it("a service without tokens to give lets nothing through, and says so", async () => {
    const fresh = joined.connect({ deadlines: { read: 2_000 } })
    await joined.sandbox.control.fault({ operation: "requestToken", kind: "status", status: 503 })
    expect(await failureOf(checkWith(fresh))).toMatchObject({
      code: "token_unavailable",
      outcome: "did-not-happen",
    })
    await joined.sandbox.control.clearFaults()
    expect((await checkWith(fresh)).status).toBe("P")
  })
})

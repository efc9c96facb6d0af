import {
  type ConnectedSandbox,
  getFinancingError,
  buildOrder,
  startConnectedSandbox,
} from "./connected-sandbox"

describe("access tokens and credentials, client against simulator", () => {
  let joined: ConnectedSandbox
  let token: string
  beforeEach(async () => {
    joined = await startConnectedSandbox({ tokenLifetimeSeconds: 600 })
    token = await joined.createApplication()
  })
  afterEach(() => joined.close())

  const tokenRequests = async () =>
    (await joined.sandbox.control.calls({ operation: "requestToken" })).length
  const checkWith = (client = joined.client) => client.getStatus({ applicationToken: token })

  it("1: requests an access token and drops the unused refresh token", async () => {
    const record = await joined.client.requestToken()
    expect(record).toEqual({
      access_token: expect.stringMatching(/^\S+$/) as string,
      token_type: "Bearer",
      expires_in: 600,
      scope: "openid profile email",
    })
  })

  it("1: fails with wrong_credentials for another environment's username, password or signature", async () => {
    const { apiUsername, apiPassword, apiSignature } = joined.sandbox.credentials.production
    for (const wrong of [{ apiUsername }, { apiPassword }, { apiSignature }]) {
      const error = await getFinancingError(joined.connect(wrong).requestToken())
      expect(error).toMatchObject({ code: "wrong_credentials", outcome: "did-not-happen" })
      expect(error.message).toContain("wrong credentials or wrong environment")
    }
  })

  it("I11: a hundred simultaneous calls request one token", async () => {
    const fresh = joined.connect()
    const before = await tokenRequests()
    await Promise.all(Array.from({ length: 100 }, () => checkWith(fresh)))
    expect((await tokenRequests()) - before).toBe(1)
  })

  it("renews an expired token once for 20 simultaneous status checks, which all succeed", async () => {
    await joined.sandbox.control.clock({ advanceSeconds: 601 })
    const before = await tokenRequests()
    const looks = await Promise.all(Array.from({ length: 20 }, () => checkWith()))
    expect(looks.every(({ status }) => status === "P")).toBe(true)
    expect((await tokenRequests()) - before).toBe(1)
  })

  it("D4: a settle with a revoked token is repeated with a new token and takes effect once", async () => {
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

  it("D3: a second 401 in a row ends in a CredentialsError without a third try", async () => {
    await joined.sandbox.control.fault({ operation: "getStatus", kind: "unauthorized" })
    await joined.sandbox.control.clearCalls()
    const error = await getFinancingError(checkWith())
    expect(error).toMatchObject({
      name: "CredentialsError",
      code: "wrong_credentials",
      httpStatus: 401,
      outcome: "did-not-happen",
    })
    expect(await joined.sandbox.control.calls({ operation: "getStatus" })).toHaveLength(2)
    expect(await tokenRequests()).toBe(1)
  })

  it("A21: a second 401 in a row leaves a cancel in doubt, because the first call may have taken effect", async () => {
    await joined.sandbox.control.fault({ operation: "cancel", kind: "unauthorized" })
    expect(
      await getFinancingError(joined.client.cancel({ applicationToken: token }))
    ).toMatchObject({
      code: "wrong_credentials",
      outcome: "in-doubt",
    })
  })

  it("an application of staging is not found in production, and vice versa", async () => {
    const production = joined.connect(joined.getAccess("production"))
    expect(await getFinancingError(checkWith(production))).toMatchObject({ httpStatus: 404 })
    const created = await production.createOrder(buildOrder())
    const foreign = created.outcome === "created" ? created.token : ""
    expect(
      await getFinancingError(joined.client.getStatus({ applicationToken: foreign }))
    ).toMatchObject({
      httpStatus: 404,
    })
  })

  it("staging's credentials at production's address fail every call with 401", async () => {
    const mixed = joined.connect({ baseUrl: joined.sandbox.productionBaseUrl })
    for (const call of [
      () => checkWith(mixed),
      () => mixed.createOrder(buildOrder()),
      () => mixed.settle({ applicationToken: token }),
    ]) {
      expect(await getFinancingError(call())).toMatchObject({
        code: "wrong_credentials",
        outcome: "did-not-happen",
        httpStatus: 401,
      })
    }
  })

  it("a call fails with token_unavailable while token requests answer 503, and succeeds afterwards", async () => {
    const fresh = joined.connect({ deadlines: { read: 2_000 } })
    await joined.sandbox.control.fault({ operation: "requestToken", kind: "status", status: 503 })
    expect(await getFinancingError(checkWith(fresh))).toMatchObject({
      code: "token_unavailable",
      outcome: "did-not-happen",
    })
    await joined.sandbox.control.clearFaults()
    expect((await checkWith(fresh)).status).toBe("P")
  })
})

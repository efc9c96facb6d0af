import {
  type ConnectedSandbox,
  getFinancingError,
  buildOrder,
  startConnectedSandbox,
} from "./connected-sandbox"

describe("access tokens and credentials, client against simulator", () => {
  let connected: ConnectedSandbox
  let token: string
  beforeEach(async () => {
    connected = await startConnectedSandbox({ tokenLifetimeSeconds: 600 })
    token = await connected.createApplication()
  })
  afterEach(() => connected.close())

  const countTokenRequests = async () =>
    (await connected.sandbox.control.calls({ operation: "requestToken" })).length
  const checkStatus = (client = connected.client) => client.getStatus({ applicationToken: token })

  it("1: requests an access token and drops the unused refresh token", async () => {
    const record = await connected.client.requestToken()
    expect(record).toEqual({
      access_token: expect.stringMatching(/^\S+$/) as string,
      token_type: "Bearer",
      expires_in: 600,
      scope: "openid profile email",
    })
  })

  it("1: fails with wrong_credentials for another environment's username, password or signature", async () => {
    const { apiUsername, apiPassword, apiSignature } = connected.sandbox.credentials.production
    for (const credentials of [{ apiUsername }, { apiPassword }, { apiSignature }]) {
      const error = await getFinancingError(connected.connect(credentials).requestToken())
      expect(error).toMatchObject({ code: "wrong_credentials", outcome: "did-not-happen" })
      expect(error.message).toContain("wrong credentials or wrong environment")
    }
  })

  it("I11: a hundred simultaneous calls request one token", async () => {
    const client = connected.connect()
    const requestsBefore = await countTokenRequests()
    await Promise.all(Array.from({ length: 100 }, () => checkStatus(client)))
    expect((await countTokenRequests()) - requestsBefore).toBe(1)
  })

  it("renews an expired token once for 20 simultaneous status checks, which all succeed", async () => {
    await connected.sandbox.control.clock({ advanceSeconds: 601 })
    const requestsBefore = await countTokenRequests()
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkStatus()))
    expect(answers.every(({ status }) => status === "P")).toBe(true)
    expect((await countTokenRequests()) - requestsBefore).toBe(1)
  })

  it("D4: a settle with a revoked token is repeated with a new token and takes effect once", async () => {
    await connected.sandbox.control.decision(token, { outcome: "sign" })
    await connected.sandbox.control.revokeAccessTokens()
    await connected.client.settle({ applicationToken: token })
    expect((await connected.sandbox.control.application(token)).settleCount).toBe(1)
    const calls = await connected.sandbox.control.calls({ operation: "settle" })
    expect(calls.map(({ status, accessTokenNumber }) => [status, accessTokenNumber])).toEqual([
      [401, 1],
      [200, 2],
    ])
  })

  it("D3: a second 401 in a row ends in a CredentialsError without a third try", async () => {
    await connected.sandbox.control.fault({ operation: "getStatus", kind: "unauthorized" })
    await connected.sandbox.control.clearCalls()
    const error = await getFinancingError(checkStatus())
    expect(error).toMatchObject({
      name: "CredentialsError",
      code: "wrong_credentials",
      httpStatus: 401,
      outcome: "did-not-happen",
    })
    expect(await connected.sandbox.control.calls({ operation: "getStatus" })).toHaveLength(2)
    expect(await countTokenRequests()).toBe(1)
  })

  it("A21: a second 401 in a row leaves a cancel in doubt, because the first call may have taken effect", async () => {
    await connected.sandbox.control.fault({ operation: "cancel", kind: "unauthorized" })
    expect(
      await getFinancingError(connected.client.cancel({ applicationToken: token }))
    ).toMatchObject({
      code: "wrong_credentials",
      outcome: "in-doubt",
    })
  })

  it("an application of staging is not found in production, and vice versa", async () => {
    const productionClient = connected.connect(connected.getAccess("production"))
    expect(await getFinancingError(checkStatus(productionClient))).toMatchObject({
      httpStatus: 404,
    })
    const created = await productionClient.createOrder(buildOrder())
    const productionToken = created.outcome === "created" ? created.token : ""
    expect(
      await getFinancingError(connected.client.getStatus({ applicationToken: productionToken }))
    ).toMatchObject({
      httpStatus: 404,
    })
  })

  it("staging's credentials at production's address fail every call with 401", async () => {
    const client = connected.connect({ baseUrl: connected.sandbox.productionBaseUrl })
    for (const call of [
      () => checkStatus(client),
      () => client.createOrder(buildOrder()),
      () => client.settle({ applicationToken: token }),
    ]) {
      expect(await getFinancingError(call())).toMatchObject({
        code: "wrong_credentials",
        outcome: "did-not-happen",
        httpStatus: 401,
      })
    }
  })

  it("a call fails with token_unavailable while token requests answer 503, and succeeds afterwards", async () => {
    const client = connected.connect({ deadlines: { read: 2_000 } })
    await connected.sandbox.control.fault({
      operation: "requestToken",
      kind: "status",
      status: 503,
    })
    expect(await getFinancingError(checkStatus(client))).toMatchObject({
      code: "token_unavailable",
      outcome: "did-not-happen",
    })
    await connected.sandbox.control.clearFaults()
    expect((await checkStatus(client)).status).toBe("P")
  })
})

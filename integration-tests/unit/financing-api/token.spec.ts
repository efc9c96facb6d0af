import { CredentialsError, UnreachableError } from "../../../src/financing-api"
import { renewalMarginMs } from "../../../src/financing-api/access-tokens"
import { lifetimeSeconds } from "../../../src/financing-api/messages/token"
import { FakeClock, createInstantClock, waitUntil } from "./fake-clock"
import { createOrder, TOKEN } from "./sample-bodies"
import {
  cleanUp,
  createClient,
  getFinancingError,
  hang,
  replyInTurn,
  issueToken,
  createReply,
  type Reply,
  startService,
} from "./scripted-service"

const STATUS_REPLY = createReply(200, { status: "S", token: TOKEN })
const INPUT = { applicationToken: TOKEN }

afterEach(cleanUp)

/** Answers 401 to the named tokens, the status to all others. */
function createRejectingReply(...tokens: string[]): Reply {
  return (response, request, n) => {
    const isRejected = tokens.some((token) => request.headers.authorization === `Bearer ${token}`)
    const reply = isRejected ? createReply(401, { error: "invalid_token" }) : STATUS_REPLY
    reply(response, request, n)
  }
}

function createTokenReply(seconds: unknown): Reply {
  return (response, request, n) =>
    createReply(200, { access_token: `token-${n}`, token_type: "Bearer", expires_in: seconds })(
      response,
      request,
      n
    )
}

describe("the shared access token", () => {
  test("D1 a thousand concurrent callers cause one token request", async () => {
    const service = await startService({ call: STATUS_REPLY })
    const client = createClient(service)
    const calls = Array.from({ length: 1_000 }, () => client.getStatus(INPUT))
    await Promise.all(calls)
    expect(service.tokenRequests).toHaveLength(1)
    expect(service.calls).toHaveLength(1_000)
  })

  test("D2 a 401 for a hundred callers causes one renewal and at most one repeat per call", async () => {
    const service = await startService({ call: createRejectingReply("token-1") })
    const client = createClient(service)
    await Promise.all(Array.from({ length: 100 }, () => client.getStatus(INPUT)))
    expect(service.tokenRequests).toHaveLength(2)
    expect(service.calls.length).toBeLessThanOrEqual(200)
  })

  test("D2 a late 401 to an old token does not drop the new one", async () => {
    const delayedAnswers: (() => void)[] = []
    const service = await startService({
      call: (response, request, n) => {
        const sendAnswer = () => createRejectingReply("token-1")(response, request, n)
        if (n === 1) delayedAnswers.push(sendAnswer)
        else sendAnswer()
      },
    })
    const client = createClient(service)
    const slowCall = client.getStatus(INPUT)
    await waitUntil(() => delayedAnswers.length === 1)
    await client.getStatus(INPUT)
    delayedAnswers[0]?.()
    await slowCall
    await client.getStatus(INPUT)
    expect(service.tokenRequests).toHaveLength(2)
  })

  test("requestToken neither reads nor fills the cache", async () => {
    const service = await startService({ call: STATUS_REPLY })
    const client = createClient(service)
    await client.requestToken()
    await client.getStatus(INPUT)
    await client.requestToken()
    expect(service.tokenRequests).toHaveLength(3)
    expect(service.calls[0]?.headers.authorization).toBe("Bearer token-2")
  })
})

describe("wrong credentials or wrong environment", () => {
  test("D3 a 401 with the renewed token ends the call with a CredentialsError", async () => {
    const service = await startService({ call: createReply(401, { error: "invalid_token" }) })
    const error = await getFinancingError(createClient(service).getStatus(INPUT))
    expect(error).toBeInstanceOf(CredentialsError)
    expect(error).toMatchObject({ code: "wrong_credentials", httpStatus: 401 })
    expect(error.message).toContain("wrong credentials or wrong environment")
    expect(error.outcome).toBe("did-not-happen")
    expect(service.calls).toHaveLength(2)
    expect(service.tokenRequests).toHaveLength(2)
  })

  test.each([400, 401, 403])(
    "a token request answered %p ends the call with a CredentialsError",
    async (status) => {
      const service = await startService({ token: createReply(status, { error: "invalid_grant" }) })
      const error = await getFinancingError(createClient(service).settle(INPUT))
      expect(error).toBeInstanceOf(CredentialsError)
      expect(error).toMatchObject({ operation: "settle", outcome: "did-not-happen" })
      expect(service.tokenRequests).toHaveLength(1)
      expect(service.calls).toHaveLength(0)
    }
  )

  test("a 401 of endpoint 15 is a refusal and requests no token", async () => {
    const service = await startService({ call: createReply(401, {}) })
    const error = await getFinancingError(createClient(service).validatePostback({ uuid: TOKEN }))
    expect(error).toMatchObject({ code: "refused", httpStatus: 401 })
    expect(service.tokenRequests).toHaveLength(0)
  })
})

describe("a changing call answered 401 (A21, D4)", () => {
  const OK_REPLY = createReply(200, { status: "ok" })
  const unauthorized = createReply(401, {})

  test("D4 is repeated once and succeeds when the repeat succeeds", async () => {
    const service = await startService({ call: replyInTurn(unauthorized, OK_REPLY) })
    expect(await createClient(service).settle(INPUT)).toEqual({ message: null })
    expect(service.calls).toHaveLength(2)
  })

  test.each([
    ["a refusal", createReply(409, { error: "Conflict" }), 409],
    ["a server error", createReply(500, {}), 500],
    ["an unreadable success", createReply(200, {}), 200],
    ["too many requests", createReply(429, {}), 429],
  ])("A21 is in doubt when the repeat is answered with %s", async (_name, secondReply, status) => {
    const service = await startService({ call: replyInTurn(unauthorized, secondReply) })
    const error = await getFinancingError(createClient(service).settle(INPUT))
    expect(error).toMatchObject({ code: "repeat_failed", outcome: "in-doubt", httpStatus: status })
    expect(service.calls).toHaveLength(2)
  })

  test("A21 is in doubt after a second 401", async () => {
    const service = await startService({ call: unauthorized })
    const error = await getFinancingError(createClient(service).createOrder(createOrder))
    expect(error).toBeInstanceOf(CredentialsError)
    expect(error.outcome).toBe("in-doubt")
    expect(service.calls).toHaveLength(2)
  })

  test("A21 is in doubt when no new token is issued for the repeat", async () => {
    const service = await startService({
      call: unauthorized,
      token: replyInTurn(issueToken, createReply(401, {})),
    })
    const error = await getFinancingError(createClient(service).settle(INPUT))
    expect(error).toMatchObject({ code: "wrong_credentials", outcome: "in-doubt" })
    expect(service.calls).toHaveLength(1)
  })
})

describe("the lifetime of a token", () => {
  test("D5 is a minute if it is unreadable, and a day at most", () => {
    const invalidTexts = ["", "soon", "-5", "1e5", "300s", "x300", "300.", "300.x", ["300"]]
    const invalidLifetimes = [undefined, null, -5, 0, NaN, {}, [], true, ...invalidTexts]
    expect(invalidLifetimes.map(lifetimeSeconds)).toEqual(invalidLifetimes.map(() => 60))
    const validLifetimes = [18_000, "18000", 299.5, "299.55", 1e300]
    expect(validLifetimes.map(lifetimeSeconds)).toEqual([18_000, 18_000, 299.5, 299.55, 86_400])
    expect(renewalMarginMs(18_000_000)).toBe(60_000)
    expect(renewalMarginMs(100_000)).toBe(10_000)
  })

  test.each([
    ["HTML", createReply(200, "<html></html>", { "content-type": "text/html" })],
    ["no access_token", createReply(200, { expires_in: 60 })],
    ["a token with a line break", createReply(200, { access_token: "a\r\nX: 1", expires_in: 60 })],
    ["another token type", createReply(200, { access_token: "a", token_type: "mac" })],
  ])("D5 a token answer with %s is refused, and the call did not happen", async (_name, token) => {
    const service = await startService({ token })
    const error = await getFinancingError(
      createClient(service, { clock: createInstantClock() }).settle(INPUT)
    )
    expect(error).toBeInstanceOf(UnreachableError)
    expect(error).toMatchObject({ code: "token_unavailable", outcome: "did-not-happen" })
    expect(service.calls).toHaveLength(0)
  })

  test("a used token is renewed in the background before it expires", async () => {
    const clock = new FakeClock()
    const service = await startService({ call: STATUS_REPLY, token: createTokenReply(1_000) })
    const client = createClient(service, { clock })
    await client.getStatus(INPUT)
    expect(clock.pending()).toEqual([940_000])
    clock.advance(940_000)
    await waitUntil(() => clock.pending().length === 1)
    expect(service.tokenRequests).toHaveLength(2)
    await client.getStatus(INPUT)
    expect(service.calls[1]?.headers.authorization).toBe("Bearer token-2")
  })

  test("an unused token expires", async () => {
    const clock = new FakeClock()
    const service = await startService({ call: STATUS_REPLY, token: createTokenReply(1_000) })
    const client = createClient(service, { clock })
    await client.getStatus(INPUT)
    clock.advance(940_000)
    await waitUntil(() => clock.pending().length === 1)
    clock.advance(2_000_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(service.tokenRequests).toHaveLength(2)
    await client.getStatus(INPUT)
    expect(service.tokenRequests).toHaveLength(3)
  })

  test("callers keep the old token while its renewal fails and is retried", async () => {
    const clock = new FakeClock()
    const failingReply = createReply(404, {})
    const service = await startService({
      call: STATUS_REPLY,
      token: replyInTurn(createTokenReply(1_000), failingReply, createTokenReply(1_000)),
    })
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const logger = { debug: () => {}, info: () => {}, warn, error: () => {} }
    const client = createClient(service, { clock, logger })
    await client.getStatus(INPUT)
    clock.advance(940_000)
    await waitUntil(() => clock.pending().length === 1)
    expect(warnings).toContain("financing token renewal failed: refused")
    await client.getStatus(INPUT)
    expect(service.calls[1]?.headers.authorization).toBe("Bearer token-1")
    expect(clock.pending()).toEqual([30_000])
    clock.advance(30_000)
    await waitUntil(() => service.tokenRequests.length === 3)
  })

  test("D6 a jump of the wall clock does not expire a token", async () => {
    const service = await startService({ call: STATUS_REPLY, token: createTokenReply(3_600) })
    const client = createClient(service)
    await client.getStatus(INPUT)
    const wallClock = jest.spyOn(Date, "now")
    for (const jump of [-1e12, 1e12]) {
      wallClock.mockReturnValue(1.7e12 + jump)
      await client.getStatus(INPUT)
    }
    wallClock.mockRestore()
    expect(service.tokenRequests).toHaveLength(1)
  })

  test("D7 a failed token request is not cached", async () => {
    const service = await startService({
      call: STATUS_REPLY,
      token: replyInTurn(createReply(404, {}), issueToken),
    })
    const client = createClient(service)
    const error = await getFinancingError(client.getStatus(INPUT))
    expect(error).toMatchObject({ code: "token_unavailable", httpStatus: 404 })
    expect(await client.getStatus(INPUT)).toMatchObject({ status: "S" })
  })
})

describe("waiting for the token", () => {
  test("ends at the caller's own deadline and continues for other callers", async () => {
    let sendToken = () => {}
    const service = await startService({
      call: createReply(200, { status: "ok" }),
      token: (response, request, n) => {
        sendToken = () => issueToken(response, request, n)
      },
    })
    const client = createClient(service, { deadlines: { read: 60, money: 5_000 } })
    const settleCall = client.settle(INPUT)
    const error = await getFinancingError(client.getStatus(INPUT))
    expect(error).toMatchObject({ code: "deadline_before_sending", outcome: "did-not-happen" })
    sendToken()
    await settleCall
    expect(service.tokenRequests).toHaveLength(1)
  })

  test("ends only for the caller that aborts", async () => {
    const service = await startService({ token: hang })
    const controller = new AbortController()
    const client = createClient(service, { deadlines: { token: 100 } })
    const otherCall = getFinancingError(client.settle(INPUT))
    const abortedCall = getFinancingError(client.settle(INPUT, { signal: controller.signal }))
    await waitUntil(() => service.tokenRequests.length === 1)
    controller.abort()
    expect(await abortedCall).toMatchObject({ code: "aborted_before_sending" })
    const { code, outcome, message } = await otherCall
    expect({ code, outcome }).toEqual({ code: "token_unavailable", outcome: "did-not-happen" })
    expect(message).toContain("requestToken: timed_out")
  })

  test("ends when the client is closed", async () => {
    const service = await startService({ token: hang })
    const client = createClient(service)
    const settleCall = getFinancingError(client.settle(INPUT))
    await waitUntil(() => service.tokenRequests.length === 1)
    void client.close()
    expect(await settleCall).toMatchObject({ code: "token_unavailable", outcome: "did-not-happen" })
  })
})

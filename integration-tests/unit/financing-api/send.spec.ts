import { type FinancingClient, InDoubtError, RefusedError } from "../../../src/financing-api"
import { retryAfterMs } from "../../../src/financing-api/judge"
import { pauseMs } from "../../../src/financing-api/send"
import { createInstantClock } from "./fake-clock"
import * as samples from "./sample-bodies"
import {
  type Reply,
  cleanUp,
  createClient,
  getFinancingError,
  replyInTurn,
  issueToken,
  createReply,
  reset,
  startService,
} from "./scripted-service"

const { TOKEN } = samples
const INPUT = { applicationToken: TOKEN }
const STATUS_REPLY = createReply(200, { status: "S" })
const residenceInfo = { streetName: "1 Main St", city: "Ada", state: "NY", zip: "10001" }

const READING_CALLS: Record<string, (client: FinancingClient) => Promise<unknown>> = {
  getStatus: (client) => client.getStatus(INPUT),
  getAddressStatus: (client) => client.getAddressStatus({ ...INPUT, residenceInfo }),
  validatePostback: (client) => client.validatePostback({ uuid: TOKEN }),
}

const CHANGING_CALLS: Record<string, (client: FinancingClient) => Promise<unknown>> = {
  createOrder: (client) => client.createOrder(samples.createOrder),
  createVirtualCart: (client) => client.createVirtualCart(samples.virtualCart),
  createFullApplication: (client) => client.createFullApplication(samples.fullApplication),
  selectOffer: (client) => client.selectOffer({ ...INPUT, offerId: 1 }),
  createPreApproval: (client) => client.createPreApproval({}),
  updateCartAndSend: (client) => client.updateCartAndSend({ ...INPUT, body: {} }),
  settle: (client) => client.settle(INPUT),
  cancel: (client) => client.cancel(INPUT),
  refund: (client) => client.refund({ ...INPUT, reason: "Returned" }),
  partialRefund: (client) => client.partialRefund({ ...INPUT, body: samples.remainingCart }),
  updateOrderId: (client) => client.updateOrderId({ ...INPUT, id: "1" }),
}

const FAILING_REPLIES: [string, Reply][] = [
  ["a broken connection", reset],
  ["HTTP 500", createReply(500, {})],
  ["HTTP 503", createReply(503, {})],
  ["HTTP 408", createReply(408, {})],
  ["HTTP 429", createReply(429, {})],
  ["garbage", createReply(200, "<html>", { "content-type": "text/html" })],
]

afterEach(cleanUp)

describe.each(Object.entries(READING_CALLS))("the reading call %s", (_name, call) => {
  test.each(FAILING_REPLIES)("is tried three times after %s", async (_failure, reply) => {
    const service = await startService({ call: reply })
    await getFinancingError(call(createClient(service, { clock: createInstantClock() })))
    expect(service.calls).toHaveLength(3)
  })
})

describe("the observer onCall", () => {
  test("gets the outcome of each call once, after its last attempt", async () => {
    const service = await startService({ call: replyInTurn(createReply(503, {}), STATUS_REPLY) })
    const outcomes: unknown[] = []
    const onCall = (outcome: unknown) => outcomes.push(outcome)
    const client = createClient(service, { clock: createInstantClock(), onCall })
    await client.getStatus(INPUT)
    const ms = expect.any(Number) as number
    expect(outcomes).toEqual([
      { operation: "requestToken", error: null, ms },
      { operation: "getStatus", error: null, ms },
    ])
    const refusingService = await startService({ call: createReply(404, {}) })
    const error = await getFinancingError(createClient(refusingService, { onCall }).settle(INPUT))
    expect(outcomes.at(-1)).toEqual({ operation: "settle", error, ms })
  })

  test("does not fail a call by throwing", async () => {
    const service = await startService({ call: STATUS_REPLY })
    const onCall = () => {
      throw new Error("disk full")
    }
    await expect(createClient(service, { onCall }).getStatus(INPUT)).resolves.toMatchObject({
      status: "S",
    })
  })
})

describe("a call with the option once", () => {
  test("is tried only once (H7)", async () => {
    const service = await startService({ call: createReply(503, {}) })
    const error = await getFinancingError(createClient(service).getStatus(INPUT, { once: true }))
    expect(error).toMatchObject({ httpStatus: 503 })
    expect(service.calls).toHaveLength(1)
  })
})

describe.each(Object.entries(CHANGING_CALLS))("the changing call %s", (_name, call) => {
  test.each(FAILING_REPLIES)("is not repeated after %s", async (failure, reply) => {
    const service = await startService({ call: reply })
    const error = await getFinancingError(
      call(createClient(service, { clock: createInstantClock() }))
    )
    expect(service.calls).toHaveLength(1)
    expect(error.outcome).toBe(failure === "HTTP 429" ? "did-not-happen" : "in-doubt")
    expect(error).toBeInstanceOf(failure === "HTTP 429" ? RefusedError : InDoubtError)
  })

  test.each([400, 403, 404, 409, 422])(
    "fails with did-not-happen after HTTP %p",
    async (status) => {
      const service = await startService({ call: createReply(status, { error: "Conflict" }) })
      const error = await getFinancingError(call(createClient(service)))
      expect(error).toBeInstanceOf(RefusedError)
      expect(error).toMatchObject({
        code: "refused",
        outcome: "did-not-happen",
        httpStatus: status,
      })
      expect(error).toMatchObject({ serviceError: "Conflict" })
      expect(service.calls).toHaveLength(1)
    }
  )
})

test("a read succeeds when a later try is answered", async () => {
  const service = await startService({
    call: replyInTurn(reset, createReply(502, {}), STATUS_REPLY),
  })
  const client = createClient(service, { clock: createInstantClock() })
  expect(await client.getStatus(INPUT)).toMatchObject({ status: "S" })
})

test("a read is not repeated after a 404 or a redirect", async () => {
  for (const reply of [createReply(404, {}), createReply(302, {}, { location: "/" })]) {
    const service = await startService({ call: reply })
    await getFinancingError(createClient(service, { clock: createInstantClock() }).getStatus(INPUT))
    expect(service.calls).toHaveLength(1)
  }
})

test("the token request is repeated, even for a call that is not repeated", async () => {
  const service = await startService({
    token: replyInTurn(createReply(503, {}), reset, issueToken),
    call: createReply(200, { status: "ok" }),
  })
  await createClient(service, { clock: createInstantClock() }).settle(INPUT)
  expect(service.tokenRequests).toHaveLength(3)
  expect(service.calls).toHaveLength(1)
})

test("a 401 causes one repeat per call, not one per try", async () => {
  const unauthorized = createReply(401, {})
  const service = await startService({
    call: replyInTurn(unauthorized, reset, unauthorized, STATUS_REPLY),
  })
  const error = await getFinancingError(
    createClient(service, { clock: createInstantClock() }).getStatus(INPUT)
  )
  expect(error).toMatchObject({ code: "wrong_credentials" })
  expect(service.calls).toHaveLength(3)
})

describe("pauses", () => {
  test("double with each try up to two seconds, and are jittered", () => {
    const noRetryAfter = { retryAfterMs: null }
    expect(pauseMs({ tries: 1, ...noRetryAfter, random: () => 0 })).toBe(100)
    expect(pauseMs({ tries: 1, ...noRetryAfter, random: () => 1 })).toBe(200)
    expect(pauseMs({ tries: 2, ...noRetryAfter, random: () => 1 })).toBe(400)
    expect(pauseMs({ tries: 20, ...noRetryAfter, random: () => 1 })).toBe(2_000)
    expect(pauseMs({ tries: 1, retryAfterMs: 5_000, random: () => 0 })).toBe(5_100)
  })

  test.each([429, 503])("E9 wait for the Retry-After of HTTP %p", async (status) => {
    const clock = createInstantClock()
    const busyReply = createReply(status, {}, { "retry-after": "3" })
    const service = await startService({ call: replyInTurn(busyReply, STATUS_REPLY) })
    await createClient(service, { clock }).getStatus(INPUT)
    const longest = Math.max(...clock.pauses.filter((pause) => pause < 60_000))
    expect(longest).toBe(3_100)
  })

  test("E9 a Retry-After beyond the deadline ends the call at once", async () => {
    const busyReply = createReply(503, {}, { "retry-after": "3600" })
    const service = await startService({ call: busyReply })
    const error = await getFinancingError(createClient(service).getStatus(INPUT))
    expect(error).toMatchObject({ code: "server_error", httpStatus: 503 })
    expect(service.calls).toHaveLength(1)
  })

  test("E9 a Retry-After date is measured against the service's Date header", () => {
    const date = "Tue, 15 Nov 1994 08:12:31 GMT"
    const later = "Tue, 15 Nov 1994 08:12:41 GMT"
    expect(retryAfterMs({ date, "retry-after": later })).toBe(10_000)
    expect(retryAfterMs({ date: later, "retry-after": date })).toBe(0)
    expect(retryAfterMs({ "retry-after": "7" })).toBe(7_000)
    const invalidHeaders = [`x${later}`, `${later}+5`, "", "soon", "-5", "1e9"]
    for (const header of invalidHeaders)
      expect(retryAfterMs({ date, "retry-after": header })).toBeNull()
    expect(retryAfterMs({ date })).toBeNull()
  })

  test("E9 a Retry-After date without a Date header is measured against the local clock", () => {
    const soon = new Date(Date.now() + 60_000).toUTCString()
    expect(retryAfterMs({ "retry-after": soon })).toBeGreaterThan(50_000)
    expect(retryAfterMs({ "retry-after": soon })).toBeLessThanOrEqual(60_000)
  })
})

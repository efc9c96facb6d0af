import { ENDPOINTS, FinancingError } from "../../../src/financing-api"
import type { Call } from "../../../src/financing-api/call"
import { startDeadline, systemClock } from "../../../src/financing-api/deadline"
import type { Answer, BrokenExchange } from "../../../src/financing-api/exchange"
import { judge } from "../../../src/financing-api/judge"

const deadline = startDeadline({ ms: 1, clock: systemClock })
deadline.end()
const parts = { path: "/", body: null, headers: {} }

function buildCall(endpoint: Call["endpoint"]): Call {
  const { operation, safeToRepeat } = endpoint
  return { operation, changes: !safeToRepeat, correlationId: "c", endpoint, parts, deadline }
}

function buildAnswer(status: number, body: unknown = {}, headers = {}): Answer {
  return {
    kind: "answer",
    status,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

function getFailure(
  result: Answer | BrokenExchange,
  endpoint: Call["endpoint"] = ENDPOINTS.settle
) {
  const verdict = judge(buildCall(endpoint), result, "")
  if (verdict.kind !== "failure") throw new Error(`It was ${verdict.kind}`)
  expect(verdict.error).toBeInstanceOf(FinancingError)
  return verdict
}

test.each([
  [199, "unexpected_status"],
  [300, "redirected"],
  [399, "redirected"],
  [400, "refused"],
  [408, "request_timeout"],
  [425, "rate_limited"],
  [429, "rate_limited"],
  [499, "refused"],
  [500, "server_error"],
  [599, "server_error"],
  [600, "unexpected_status"],
])("HTTP %i is %s", (status, code) => {
  expect(getFailure(buildAnswer(status)).error).toMatchObject({ code, httpStatus: status })
})

test.each([200, 299])(
  "HTTP %i is a success with a readable body, and else unreadable_answer",
  (status) => {
    const verdict = judge(buildCall(ENDPOINTS.settle), buildAnswer(status, { status: "ok" }), "")
    expect(verdict).toEqual({
      kind: "success",
      value: { message: null },
      httpStatus: status,
      unreadable: [],
    })
    expect(getFailure(buildAnswer(status, [])).error).toMatchObject({
      code: "unreadable_answer",
      httpStatus: status,
    })
  }
)

test("HTTP 401 is unauthorized for a call with a token, and refused for a call without", () => {
  expect(judge(buildCall(ENDPOINTS.settle), buildAnswer(401), "")).toEqual({ kind: "unauthorized" })
  expect(getFailure(buildAnswer(401), ENDPOINTS.validatePostback).error.code).toBe("refused")
})

test.each([
  [400, "wrong_credentials"],
  [401, "wrong_credentials"],
  [403, "wrong_credentials"],
  [404, "refused"],
])("HTTP %i to a token request is %s", (status, code) => {
  expect(getFailure(buildAnswer(status), ENDPOINTS.requestToken).error.code).toBe(code)
})

test("a failure has the Retry-After time and the service's error word", () => {
  const failure = getFailure(
    buildAnswer(503, { error: "Service Unavailable" }, { "retry-after": "7" })
  )
  expect(failure.retryAfterMs).toBe(7_000)
  expect(failure.error.message).toContain('"Service Unavailable"')
  expect(getFailure(buildAnswer(503)).retryAfterMs).toBeNull()
})

test.each<[BrokenExchange["reason"], boolean, string]>([
  ["deadline", false, "deadline_before_sending"],
  ["aborted", false, "aborted_before_sending"],
  ["connect-timeout", false, "connect_timeout"],
  ["connection", false, "unreachable"],
  ["deadline", true, "timed_out"],
  ["aborted", true, "aborted"],
  ["connect-timeout", true, "connection_broken"],
  ["connection", true, "connection_broken"],
  ["too-large", true, "answer_too_large"],
])("an exchange that ended by %s (sent: %s) is %s", (reason, sent, code) => {
  const { error } = getFailure({ kind: "broken", reason, sent, status: 200, detail: "ECONNRESET" })
  expect(error).toMatchObject({ code, httpStatus: 200 })
  expect(error.message).toContain("ECONNRESET")
  expect(error.outcome).toBe(sent ? "in-doubt" : "did-not-happen")
})

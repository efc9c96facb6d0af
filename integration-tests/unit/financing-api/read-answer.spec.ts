import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { ENDPOINTS } from "../../../src/financing-api"
import type { Answer } from "../../../src/financing-api/exchange"
import { readAnswer } from "../../../src/financing-api/read-answer"
import { serviceErrorOf } from "../../../src/financing-api/judge"

function buildAnswer(body: string | null, headers: Answer["headers"]): Answer {
  return { kind: "answer", status: 200, headers, body: body === null ? null : Buffer.from(body) }
}

const OK_BODY = '{"status":"ok"}'
const DONE_READING = { read: true, value: { value: { message: null }, unreadable: [] } }
const VERIFIED_READING = { read: true, value: { value: "VERIFIED_PT", unreadable: [] } }

describe("a JSON answer (E4)", () => {
  test.each([
    [{ "content-type": "application/json" }],
    [{ "content-type": "application/problem+json; charset=utf-8" }],
    [{ "content-type": "text/json" }],
    [{ "content-type": "text/vnd.service+json;charset=unheard-of" }],
    [{ "content-type": "Application/JSON ; charset=utf-8" }],
    [{}],
    [{ "content-encoding": "Identity" }],
    [{ "content-encoding": "utf-8" }],
  ])("is read with the headers %j", (headers) => {
    expect(readAnswer(ENDPOINTS.settle, buildAnswer(` ${OK_BODY}\r\n`, headers))).toEqual(
      DONE_READING
    )
    expect(readAnswer(ENDPOINTS.settle, buildAnswer(`\uFEFF${OK_BODY}`, headers))).toEqual(
      DONE_READING
    )
  })

  test.each([
    "text/plain",
    "text/html",
    "application/jsonp",
    "xapplication/x+json",
    "application/x+json5",
    "application/ +json",
    "application/json, text/html",
  ])("is not read with the content type %s", (type) => {
    expect(readAnswer(ENDPOINTS.settle, buildAnswer(OK_BODY, { "content-type": type }))).toEqual({
      read: false,
      problem: "content type is not json",
    })
  })

  test.each([
    "<!doctype html><title>ok</title>",
    "ok",
    '"ok"',
    '["ok"]',
    "",
    `${OK_BODY}${OK_BODY}`,
  ])("does not confirm a settle with the body %j", (body) => {
    const headers = { "content-type": "application/json" }
    expect(readAnswer(ENDPOINTS.settle, buildAnswer(body, headers)).read).toBe(false)
  })

  test("is read in the charset of its content type", () => {
    const content = { status: "ok", message: "g\u00fcltig" }
    const headers = { "content-type": 'application/json; charset="ISO-8859-1"' }
    const body = Buffer.from(JSON.stringify(content), "latin1")
    const answer = { ...buildAnswer(null, headers), body }
    expect(readAnswer(ENDPOINTS.settle, answer)).toMatchObject({
      value: { value: { message: "g\u00fcltig" } },
    })
  })
})

describe("a compressed answer", () => {
  const buildCompressedAnswer = (encoding: string, body: Buffer): Answer => ({
    ...buildAnswer(null, { "content-encoding": encoding }),
    body,
  })
  const bytes = Buffer.from(OK_BODY)

  test.each([
    ["gzip", gzipSync(bytes)],
    ["X-GZIP", gzipSync(bytes)],
    ["deflate", deflateSync(bytes)],
    ["deflate", deflateRawSync(bytes)],
    ["br", brotliCompressSync(bytes)],
    ["identity, gzip", gzipSync(bytes)],
    ["deflate, gzip", gzipSync(deflateSync(bytes))],
  ])("is read as %s", (encoding, body) => {
    expect(readAnswer(ENDPOINTS.settle, buildCompressedAnswer(encoding, body))).toEqual(
      DONE_READING
    )
  })

  test.each([
    ["gzip", bytes],
    ["gzip", gzipSync(bytes).subarray(0, 20)],
    ["deflate", Buffer.alloc(0)],
    ["br", gzipSync(bytes)],
    ["gzip", gzipSync(Buffer.alloc(2 * 1024 * 1024, " "))],
  ])("is not read as %s when it is invalid, cut off or a bomb (E2)", (encoding, body) => {
    expect(readAnswer(ENDPOINTS.settle, buildCompressedAnswer(encoding, body))).toEqual({
      read: false,
      problem: "its content encoding cannot be undone",
    })
  })

  test("is not read when it is compressed three times", () => {
    const tripleGzip = gzipSync(gzipSync(gzipSync(bytes)))
    expect(
      readAnswer(ENDPOINTS.settle, buildCompressedAnswer("gzip,gzip,gzip", tripleGzip))
    ).toEqual({
      read: false,
      problem: "packed too often",
    })
  })
})

describe("the verdict of endpoint 15", () => {
  const endpoint = ENDPOINTS.validatePostback

  test.each([
    "VERIFIED_PT",
    "VERIFIED_PT\r\n",
    "VERIFIED_PT  ",
    '"VERIFIED_PT"',
    '\uFEFF"VERIFIED_PT"\n',
  ])("is read from %j (E4)", (body) => {
    for (const type of ["text/plain; charset=utf-8", "application/json", ""]) {
      expect(readAnswer(endpoint, buildAnswer(body, { "content-type": type }))).toEqual(
        VERIFIED_READING
      )
    }
    expect(readAnswer(endpoint, buildAnswer(body, { "content-type": "text/html" }))).toEqual({
      read: false,
      problem: "content type is not text",
    })
  })

  test.each([
    "verified_pt",
    "NOT VERIFIED_PT",
    "VERIFIED_PT.",
    "'VERIFIED_PT'",
    '""VERIFIED_PT""',
    "",
  ])("is not read from %j", (body) => {
    expect(readAnswer(endpoint, buildAnswer(body, {})).read).toBe(false)
  })
})

test("a 204 confirms a new order id and no other change", () => {
  const noContent: Answer = { ...buildAnswer("", {}), status: 204 }
  expect(readAnswer(ENDPOINTS.updateOrderId, noContent)).toEqual(DONE_READING)
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    expect(endpoint.doneWithoutContent).toBe(name === "updateOrderId")
  }
  expect(readAnswer(ENDPOINTS.settle, noContent).read).toBe(false)
  expect(readAnswer(ENDPOINTS.updateOrderId, buildAnswer("", {})).read).toBe(false)
})

test("an invalid field is named, and an answer without a body is not valid JSON", () => {
  const json = { "content-type": "application/json" }
  const reading = readAnswer(ENDPOINTS.settle, buildAnswer('{"status":7}', json))
  expect(reading.read ? "" : reading.problem).toMatch(/^status: /)
  expect(readAnswer(ENDPOINTS.settle, buildAnswer(null, json))).toEqual({
    read: false,
    problem: "not valid JSON",
  })
})

describe("the error word of an error body", () => {
  const json = { "content-type": "application/json" }
  const readErrorWord = (body: string | null, headers: Answer["headers"] = json, sent = "") =>
    serviceErrorOf(buildAnswer(body, headers), sent)
  const formatErrorBody = (error: unknown) => JSON.stringify({ error })

  test.each([
    ["BAD request", "BAD request"],
    ["invalid_grant", "invalid_grant"],
    [`${"a".repeat(19)}_${"b".repeat(20)}`, `${"a".repeat(19)}_${"b".repeat(20)}`],
    [`${"a".repeat(20)}_${"b".repeat(20)}`, null],
    ["x invalid_grant", null],
    ["invalid_grant!", null],
    ["Smith", null],
  ])("%s is shown as %s", (word, expected) => {
    expect(readErrorWord(formatErrorBody(word))).toBe(expected)
  })

  test("is shown only from a JSON object, which may be compressed", () => {
    for (const type of ["application/problem+json", "text/json", ""]) {
      expect(readErrorWord(formatErrorBody("invalid_grant"), { "content-type": type })).toBe(
        "invalid_grant"
      )
    }
    expect(
      readErrorWord(formatErrorBody("invalid_grant"), { "content-type": "text/plain" })
    ).toBeNull()
    const body = gzipSync(formatErrorBody("invalid_grant"))
    const compressed = { ...buildAnswer(null, { "content-encoding": "gzip" }), body }
    expect(serviceErrorOf(compressed, "")).toBe("invalid_grant")
    expect(serviceErrorOf({ ...compressed, body: body.subarray(0, 9) }, "")).toBeNull()
    for (const body of [null, "null", "7", '"invalid_grant"', "{"])
      expect(readErrorWord(body)).toBeNull()
  })

  test("is not shown when the request contains it in any case", () => {
    expect(readErrorWord(formatErrorBody("Main_Street"), json, "street=1 main_STREET")).toBeNull()
    expect(readErrorWord(formatErrorBody("main_street"), json, "street=2 Elm Street")).toBe(
      "main_street"
    )
  })
})

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { ENDPOINTS } from "../../../src/financing-api"
import type { Answer } from "../../../src/financing-api/exchange"
import { readAnswer } from "../../../src/financing-api/read-answer"
import { serviceErrorOf } from "../../../src/financing-api/judge"

function answerOf(body: string | null, headers: Answer["headers"]): Answer {
  return { kind: "answer", status: 200, headers, body: body === null ? null : Buffer.from(body) }
}

const OK = '{"status":"ok"}'
const DONE = { read: true, value: { value: { message: null }, unreadable: [] } }
const VERIFIED = { read: true, value: { value: "VERIFIED_PT", unreadable: [] } }

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
    expect(readAnswer(ENDPOINTS.settle, answerOf(` ${OK}\r\n`, headers))).toEqual(DONE)
    expect(readAnswer(ENDPOINTS.settle, answerOf(`\uFEFF${OK}`, headers))).toEqual(DONE)
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
    expect(readAnswer(ENDPOINTS.settle, answerOf(OK, { "content-type": type }))).toEqual({
      read: false,
      problem: "content type is not json",
    })
  })

  test.each(["<!doctype html><title>ok</title>", "ok", '"ok"', '["ok"]', "", `${OK}${OK}`])(
    "does not confirm a settle with the body %j",
    (body) => {
      const headers = { "content-type": "application/json" }
      expect(readAnswer(ENDPOINTS.settle, answerOf(body, headers)).read).toBe(false)
    }
  )

  test("is read in the charset of its content type", () => {
    const said = { status: "ok", message: "g\u00fcltig" }
    const headers = { "content-type": 'application/json; charset="ISO-8859-1"' }
    const body = Buffer.from(JSON.stringify(said), "latin1")
    const answer = { ...answerOf(null, headers), body }
    expect(readAnswer(ENDPOINTS.settle, answer)).toMatchObject({
      value: { value: { message: "g\u00fcltig" } },
    })
  })
})

describe("a compressed answer", () => {
  const packed = (encoding: string, body: Buffer): Answer => ({
    ...answerOf(null, { "content-encoding": encoding }),
    body,
  })
  const bytes = Buffer.from(OK)

  test.each([
    ["gzip", gzipSync(bytes)],
    ["X-GZIP", gzipSync(bytes)],
    ["deflate", deflateSync(bytes)],
    ["deflate", deflateRawSync(bytes)],
    ["br", brotliCompressSync(bytes)],
    ["identity, gzip", gzipSync(bytes)],
    ["deflate, gzip", gzipSync(deflateSync(bytes))],
  ])("is read as %s", (encoding, body) => {
    expect(readAnswer(ENDPOINTS.settle, packed(encoding, body))).toEqual(DONE)
  })

  test.each([
    ["gzip", bytes],
    ["gzip", gzipSync(bytes).subarray(0, 20)],
    ["deflate", Buffer.alloc(0)],
    ["br", gzipSync(bytes)],
    ["gzip", gzipSync(Buffer.alloc(2 * 1024 * 1024, " "))],
  ])("is not read as %s when it is invalid, cut off or a bomb (E2)", (encoding, body) => {
    expect(readAnswer(ENDPOINTS.settle, packed(encoding, body))).toEqual({
      read: false,
      problem: "its content encoding cannot be undone",
    })
  })

  test("is not read when it is compressed three times", () => {
    const thrice = gzipSync(gzipSync(gzipSync(bytes)))
    expect(readAnswer(ENDPOINTS.settle, packed("gzip,gzip,gzip", thrice))).toEqual({
      read: false,
      problem: "packed too often",
    })
  })
})

describe("the verdict of endpoint 15", () => {
  const validate = ENDPOINTS.validatePostback

  test.each([
    "VERIFIED_PT",
    "VERIFIED_PT\r\n",
    "VERIFIED_PT  ",
    '"VERIFIED_PT"',
    '\uFEFF"VERIFIED_PT"\n',
  ])("is read from %j (E4)", (body) => {
    for (const type of ["text/plain; charset=utf-8", "application/json", ""]) {
      expect(readAnswer(validate, answerOf(body, { "content-type": type }))).toEqual(VERIFIED)
    }
    expect(readAnswer(validate, answerOf(body, { "content-type": "text/html" }))).toEqual({
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
    expect(readAnswer(validate, answerOf(body, {})).read).toBe(false)
  })
})

test("a 204 confirms a new order id and no other change", () => {
  const empty: Answer = { ...answerOf("", {}), status: 204 }
  expect(readAnswer(ENDPOINTS.updateOrderId, empty)).toEqual(DONE)
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    expect(endpoint.doneWithoutContent).toBe(name === "updateOrderId")
  }
  expect(readAnswer(ENDPOINTS.settle, empty).read).toBe(false)
  expect(readAnswer(ENDPOINTS.updateOrderId, answerOf("", {})).read).toBe(false)
})

test("an invalid field is named, and an answer without a body is not valid JSON", () => {
  const json = { "content-type": "application/json" }
  const reading = readAnswer(ENDPOINTS.settle, answerOf('{"status":7}', json))
  expect(reading.read ? "" : reading.problem).toMatch(/^status: /)
  expect(readAnswer(ENDPOINTS.settle, answerOf(null, json))).toEqual({
    read: false,
    problem: "not valid JSON",
  })
})

describe("the error word of an error body", () => {
  const json = { "content-type": "application/json" }
  const wordOf = (body: string | null, headers: Answer["headers"] = json, sent = "") =>
    serviceErrorOf(answerOf(body, headers), sent)
  const saying = (error: unknown) => JSON.stringify({ error })

  test.each([
    ["BAD request", "BAD request"],
    ["invalid_grant", "invalid_grant"],
    [`${"a".repeat(19)}_${"b".repeat(20)}`, `${"a".repeat(19)}_${"b".repeat(20)}`],
    [`${"a".repeat(20)}_${"b".repeat(20)}`, null],
    ["x invalid_grant", null],
    ["invalid_grant!", null],
    ["Smith", null],
  ])("%s is shown as %s", (word, shown) => {
    expect(wordOf(saying(word))).toBe(shown)
  })

  test("is shown only from a JSON object, which may be compressed", () => {
    for (const type of ["application/problem+json", "text/json", ""]) {
      expect(wordOf(saying("invalid_grant"), { "content-type": type })).toBe("invalid_grant")
    }
    expect(wordOf(saying("invalid_grant"), { "content-type": "text/plain" })).toBeNull()
    const body = gzipSync(saying("invalid_grant"))
    const packed = { ...answerOf(null, { "content-encoding": "gzip" }), body }
    expect(serviceErrorOf(packed, "")).toBe("invalid_grant")
    expect(serviceErrorOf({ ...packed, body: body.subarray(0, 9) }, "")).toBeNull()
    for (const body of [null, "null", "7", '"invalid_grant"', "{"]) expect(wordOf(body)).toBeNull()
  })

  test("is not shown when the request contains it in any case", () => {
    expect(wordOf(saying("Main_Street"), json, "street=1 main_STREET")).toBeNull()
    expect(wordOf(saying("main_street"), json, "street=2 Elm Street")).toBe("main_street")
  })
})

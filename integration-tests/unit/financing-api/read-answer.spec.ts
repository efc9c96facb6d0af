import { ENDPOINTS } from "../../../src/financing-api"
import type { Answer } from "../../../src/financing-api/exchange"
import { mediaTypeOf, readAnswer } from "../../../src/financing-api/read-answer"
import { serviceErrorOf } from "../../../src/financing-api/service-error"

function answerOf(body: string | null, headers: Answer["headers"]): Answer {
  return { kind: "answer", status: 200, headers, body: body === null ? null : Buffer.from(body) }
}

const OK = '{"status":"ok"}'

test.each([
  ["application/json", "application/json"],
  ["Application/JSON ; charset=utf-8", "application/json"],
  [" text/plain;charset=x", "text/plain"],
])("the media type of %s is %s", (header, type) => {
  expect(mediaTypeOf(answerOf("", { "content-type": header }))).toBe(type)
})

test("there is no media type without a header", () => {
  expect(mediaTypeOf(answerOf("", {}))).toBe("")
})

test.each([
  [{ "content-type": "application/json" }],
  [{ "content-type": "application/problem+json; charset=utf-8" }],
  [{ "content-type": "application/json", "content-encoding": "Identity" }],
])("an answer with %j is read", (headers) => {
  const read = { read: true, value: { message: null } }
  expect(readAnswer(ENDPOINTS.settle, answerOf(OK, headers))).toEqual(read)
})

test.each([
  [{ "content-type": "text/plain" }, "content type is not json"],
  [{ "content-type": "application/jsonp" }, "content type is not json"],
  [{ "content-type": "xapplication/x+json" }, "content type is not json"],
  [{ "content-type": "application/x+json5" }, "content type is not json"],
  [{ "content-type": "application/ +json" }, "content type is not json"],
  [{}, "content type is not json"],
  [
    { "content-type": "application/json", "content-encoding": "gzip" },
    "content encoding was not asked for",
  ],
])("an answer with %j is not", (headers, problem) => {
  expect(readAnswer(ENDPOINTS.settle, answerOf(OK, headers))).toEqual({ read: false, problem })
})

test("text is read where text is promised, and only there", () => {
  const plain = { "content-type": "text/plain; charset=utf-8" }
  const validate = ENDPOINTS.validatePostback
  expect(readAnswer(validate, answerOf("VERIFIED_PT", plain))).toMatchObject({
    read: true,
    value: "VERIFIED_PT",
  })
  const json = { "content-type": "application/json" }
  expect(readAnswer(validate, answerOf('"VERIFIED_PT"', json))).toEqual({
    read: false,
    problem: "content type is not text",
  })
})

test("what does not fit is named by its field; an answer without a body is none", () => {
  const json = { "content-type": "application/json" }
  const reading = readAnswer(ENDPOINTS.settle, answerOf('{"status":7}', json))
  expect(reading.read ? "" : reading.problem).toMatch(/^status: /)
  expect(readAnswer(ENDPOINTS.settle, answerOf(null, json))).toEqual({
    read: false,
    problem: "not valid JSON",
  })
})

describe("the word of an error body", () => {
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

  test("is shown from what is JSON by its type only, and is an object", () => {
    expect(wordOf(saying("invalid_grant"), { "content-type": "application/problem+json" })).toBe(
      "invalid_grant"
    )
    expect(wordOf(saying("invalid_grant"), { "content-type": "text/plain" })).toBeNull()
    for (const body of [null, "null", "7", '"invalid_grant"', "{"]) expect(wordOf(body)).toBeNull()
  })

  test("is not shown where the request held it, however it was written", () => {
    expect(wordOf(saying("Main_Street"), json, "street=1 main_STREET")).toBeNull()
    expect(wordOf(saying("main_street"), json, "street=2 Elm Street")).toBe("main_street")
  })
})

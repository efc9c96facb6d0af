import type { z } from "@medusajs/framework/zod"
import * as received from "../../../src/financing-api/messages/answer-fields"
import { creationAnswer } from "../../../src/financing-api/messages/creation"
import * as sent from "../../../src/financing-api/messages/fields"
import {
  fullApplicationAnswer,
  fullApplicationBody,
} from "../../../src/financing-api/messages/full-application"
import { tokenRecord } from "../../../src/financing-api/messages/token"
import { fullApplication } from "./sample-bodies"

/** The schema's message about a value; null when the value is valid. */
function findProblem(schema: z.ZodType, value: unknown): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}

type SentField = Exclude<keyof typeof sent, "isWebUrl">

describe("a sent field", () => {
  test.each<[SentField, unknown[]]>([
    ["dollars", [0, 0.01, 10.1, 999_999_999.99]],
    ["requiredText", ["a", " "]],
    ["email", ["dana@shop.example"]],
    ["zip", ["10118", "1011a", "ábcde"]],
    ["zipDigits", ["10118"]],
    ["state", ["NY", "ñy"]],
    ["stateCode", ["NY", "ny"]],
    ["usPhone", ["2125550143", "9999999999"]],
    ["webUrl", ["https://shop.example", "HTTP://localhost:9000/a?b=c#d"]],
    ["date", ["2026-02-28", "2024-02-29", "1900-12-31"]],
    ["count", [0, 12]],
    ["applicationToken", ["a", "0-a.b~", "x".repeat(512), "../a b\\c?d#e%2F+é\u{1f6cb}\n", "..."]],
  ])("%s accepts %j", (field, values) => {
    for (const value of values) expect(findProblem(sent[field], value)).toBeNull()
  })

  test.each<[SentField, string, unknown[]]>([
    ["dollars", "must not be negative", [-0.01]],
    ["dollars", "is too large", [1_000_000_000]],
    ["dollars", "must have at most two decimals", [0.001, 1.005]],
    ["requiredText", "must not be empty", [""]],
    ["email", "must be a valid e-mail address", ["dana", "@shop.example", ""]],
    ["zip", "must be exactly 5 characters", ["1011", "101180"]],
    ["zipDigits", "must be exactly 5 digits", ["1011", "101180", "1011a"]],
    ["state", "must be exactly 2 characters", ["N", "NYC"]],
    ["stateCode", "must be a 2-letter code", ["N", "NYC", "N1", "1N"]],
    [
      "usPhone",
      "must be a US number: ten digits, no country code",
      ["1125550143", "212555014", "21255501430", "+2125550143", "212555014a"],
    ],
    [
      "webUrl",
      "must be a valid http or https URL",
      [
        "shop.example",
        "ftp://shop.example",
        "xhttps://a",
        "https://a b",
        "https://a\n",
        "https://",
      ],
    ],
    [
      "date",
      "must be a date written YYYY-MM-DD",
      ["2026-02-29", "2026-13-01", "2026-1-1", "x2026-01-01", "2026-01-01T00:00", "today"],
    ],
    ["count", "must not be negative", [-1]],
    ["applicationToken", "must not be empty", [""]],
    ["applicationToken", "is too long", ["x".repeat(513)]],
    ["applicationToken", "must not hold a NUL or half a character", ["a\0", "\0", "a\ud800"]],
    ["applicationToken", "must not be a step in a path", [".", ".."]],
  ])("%s with a wrong value: %s", (field, problem, values) => {
    for (const value of values) expect(findProblem(sent[field], value)).toBe(problem)
  })

  test("of a cart item: description may not be empty, quantity must be above zero", () => {
    const item = { description: "Sofa", quantity: 0.5, price: 1 }
    expect(findProblem(sent.cartItem, item)).toBeNull()
    expect(findProblem(sent.cartItem, { ...item, quantity: 0 })).toBe("must be more than zero")
    expect(findProblem(sent.cartItem, { ...item, description: "" })).toBe("must not be empty")
  })
})

describe("a full application", () => {
  const findPartProblem = (part: "personalInfo" | "employmentInfo", change: object) =>
    findProblem(fullApplicationBody, {
      ...fullApplication,
      [part]: { ...fullApplication[part], ...change },
    })

  test.each(["123456789", "123-45-6789"])("accepts the SSN %s", (ssn) => {
    expect(findPartProblem("personalInfo", { ssn })).toBeNull()
  })

  test.each(["12345678", "1234567890", "123-456789", "6789", "x123456789", "123-45-67890"])(
    "refuses the SSN %s",
    (ssn) => {
      expect(findPartProblem("personalInfo", { ssn })).toBe("must be a full SSN")
    }
  )

  const payFields = { nextPayDate: "2026-12-01" }
  test.each(["WEEKLY", "BIWEEKLY", "MONTHLY"])(
    "needs no previousPayDate when payCycle is %s",
    (payCycle) => {
      expect(
        findPartProblem("employmentInfo", { ...payFields, payCycle, previousPayDate: undefined })
      ).toBeNull()
    }
  )

  test("needs a previousPayDate when payCycle is TWICE_PER_MONTH", () => {
    const twicePerMonth = { ...payFields, payCycle: "TWICE_PER_MONTH" }
    const previousPayDate = "2026-11-15"
    expect(findPartProblem("employmentInfo", { ...twicePerMonth, previousPayDate })).toBeNull()
    expect(
      findPartProblem("employmentInfo", { ...twicePerMonth, previousPayDate: undefined })
    ).toBe("is required when payCycle is TWICE_PER_MONTH")
  })
})

describe("a received field", () => {
  type ReceivedField = Exclude<keyof typeof received, "UNREADABLE" | "takeNotes">

  test.each<[ReceivedField, [unknown, unknown][]]>([
    [
      "optionalText",
      [
        ["S", "S"],
        ["", null],
        [null, null],
        [undefined, null],
      ],
    ],
    [
      "amount",
      [
        [1.5, 1.5],
        ["-12.50", -12.5],
        ["7", 7],
      ],
    ],
    [
      "optionalAmount",
      [
        [0, 0],
        ["0.10", 0.1],
        ["", null],
        [null, null],
        [undefined, null],
      ],
    ],
    [
      "optionalFlag",
      [
        [true, true],
        [false, false],
        ["true", true],
        ["false", false],
        [null, null],
        [undefined, null],
      ],
    ],
    [
      "optionalToken",
      [
        ["a-1", "a-1"],
        ["", null],
        [null, null],
        [undefined, null],
      ],
    ],
    ["customerUrl", [["https://sign.example/1", "https://sign.example/1"]]],
    [
      "optionalCustomerUrl",
      [
        ["https://sign.example/1", "https://sign.example/1"],
        ["", null],
        [null, null],
        [undefined, null],
      ],
    ],
    [
      "optionalId",
      [
        [7, "7"],
        ["7", "7"],
        ["", null],
        [null, null],
      ],
    ],
    [
      "wholeNumber",
      [
        [0, 0],
        ["101", 101],
      ],
    ],
    [
      "okay",
      [
        ["ok", "ok"],
        ["OK", "OK"],
      ],
    ],
  ])("%s is normalized", (field, values) => {
    for (const [value, expected] of values) expect(received[field].parse(value)).toBe(expected)
  })

  test.each<[ReceivedField, unknown[], string]>([
    ["amount", ["", "x1", "1x", "1.", "1e3", true, "5,000.00", "$5"], "must be a number"],
    ["wholeNumber", ["", "1.5", -1, 2 ** 53, "1e3"], "must be a whole number"],
    ["okay", ["ok ", " ok", "okay", "оk", ""], "must be ok"],
    ["customerUrl", ["javascript:alert(1)", "", "sign.example"], "must be a http or https URL"],
  ])("%s is required and refuses %j", (field, values, problem) => {
    for (const value of values)
      expect([problem, "Invalid input"]).toContain(findProblem(received[field], value))
  })

  test.each<[ReceivedField, unknown[]]>([
    ["optionalAmount", ["x", "1234567890123456", "1.12345678901", {}, "5,000.00", "9.9%", true]],
    ["optionalFlag", ["yes", 1, [true]]],
    ["optionalText", [1, {}, ["text"], true]],
    ["optionalToken", [1, "..", "a\0"]],
    ["optionalCustomerUrl", [1, "javascript:alert(1)", "sign.example"]],
    ["optionalId", [{}, [7], true]],
  ])("%s is optional and reads %j as null, noted as unreadable", (field, values) => {
    for (const value of values) {
      const result = received.takeNotes({ field: received[field].parse(value) })
      expect(result).toEqual({ value: { field: null }, unreadable: ["field"] })
    }
  })

  test("of a token: the type Bearer is accepted in any case or missing, other types are refused", () => {
    const record = { access_token: "a", expires_in: 5, token_type: "bEARER" }
    const parsed = { access_token: "a", token_type: "Bearer", expires_in: 5, scope: null }
    expect(tokenRecord.parse(record)).toEqual(parsed)
    expect(tokenRecord.parse({ ...record, access_token: "x".repeat(8_192) }).expires_in).toBe(5)
    for (const access_token of ["", "a b", "x".repeat(8_193), "a\n"]) {
      expect(findProblem(tokenRecord, { ...record, access_token })).toBe("must be a bearer token")
    }
    for (const token_type of [null, "", 7, ["Bearer"], undefined]) {
      expect(tokenRecord.parse({ ...record, token_type })).toEqual(parsed)
    }
    expect(tokenRecord.parse({ access_token: "a" })).toEqual({ ...parsed, expires_in: 60 })
    for (const token_type of ["mac", "bearer2", "x bearer"]) {
      expect(findProblem(tokenRecord, { ...record, token_type })).toBe("must be Bearer")
    }
  })

  test("of a creation: the answer means created, refused or unreadable (E5)", () => {
    const url = "https://sign.example/1"
    const problem = "needs a `token`, or a `url` without one"
    for (const answer of [
      {},
      { token: "" },
      { token: "", url: "javascript:" },
      { token: 7, url },
    ]) {
      expect(findProblem(creationAnswer, answer)).toBe(problem)
    }
    for (const answer of [{ token: null, url }, { token: "", url }, { url }]) {
      expect(creationAnswer.parse(answer)).toEqual({ outcome: "refused", url })
      const { token, ...rest } = { token: undefined, ...answer }
      const fullAnswer = { applicationToken: token, ...rest }
      expect(fullApplicationAnswer.parse(fullAnswer)).toMatchObject({ outcome: "refused", url })
    }
    expect(creationAnswer.parse({ token: null })).toEqual({ outcome: "refused", url: null })
    expect(creationAnswer.parse({ token: "a", url: null })).toMatchObject({ outcome: "created" })
    expect(findProblem(fullApplicationAnswer, { offers: [] })).toBe(
      "needs an `applicationToken`, or a `url` without one"
    )
    expect(fullApplicationAnswer.parse({ applicationToken: "a", offers: null })).toMatchObject({
      outcome: "created",
      offers: [],
    })
    expect(fullApplicationAnswer.parse({ applicationToken: null, status: "X" })).toEqual({
      outcome: "refused",
      url: null,
      orderId: null,
      loanAmount: null,
      status: "X",
    })
  })
})

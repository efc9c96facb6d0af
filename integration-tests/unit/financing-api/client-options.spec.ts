import {
  createFinancingClient,
  type FinancingClientOptions,
  FinancingError,
} from "../../../src/financing-api"
import { parseClientOptions } from "../../../src/financing-api/client-options"

const VALID_OPTIONS: FinancingClientOptions = {
  baseUrl: "https://service.example/api",
  apiUsername: "username",
  apiPassword: "password",
  apiSignature: "c2lnbmF0dXJl",
}

function getOptionsError(options: Record<string, unknown>): FinancingError {
  try {
    parseClientOptions({ ...VALID_OPTIONS, ...options })
  } catch (error) {
    if (error instanceof FinancingError) return error
  }
  throw new Error("It was accepted")
}

describe("the option baseUrl", () => {
  test.each([
    ["https://service.example", { origin: "https://service.example", prefix: "" }],
    ["https://service.example/", { origin: "https://service.example", prefix: "" }],
    ["https://service.example/api///", { origin: "https://service.example", prefix: "/api" }],
    ["http://localhost:8080/api", { origin: "http://localhost:8080", prefix: "/api" }],
    ["http://127.0.0.1", { origin: "http://127.0.0.1", prefix: "" }],
    ["http://[::1]:1", { origin: "http://[::1]:1", prefix: "" }],
    ["http://simulator:4010/api", { origin: "http://simulator:4010", prefix: "/api" }],
    ["http://service.test", { origin: "http://service.test", prefix: "" }],
  ])("accepts %s", (baseUrl, expected) => {
    expect(parseClientOptions({ ...VALID_OPTIONS, baseUrl }).baseUrl).toEqual(expected)
  })

  test.each([
    ["service", "must be a URL"],
    ["https://user@service.example", "must not hold credentials"],
    ["https://:word@service.example", "must not hold credentials"],
    ["https://service.example?a=b", "must not hold a query or a fragment"],
    ["https://service.example#a", "must not hold a query or a fragment"],
    ["http://service.example", "must begin with https:// (http:// is for localhost, and"],
    ["ftp://localhost", "must begin with https:// (http:// is for localhost, and"],
  ])("refuses %s", (baseUrl, rule) => {
    const { message } = getOptionsError({ baseUrl })
    expect(message).toContain(`baseUrl: ${rule}`)
    expect(message).not.toContain("service.example")
  })
})

describe("a wrong option is reported with its rule", () => {
  const logger = { debug: () => {}, info: () => {}, warn: () => {} }
  test.each<[Record<string, unknown>, string]>([
    [{ apiUsername: "" }, "apiUsername: must not be empty"],
    [{ apiPassword: "" }, "apiPassword: must not be empty"],
    [{ apiSignature: "line\nbreak" }, "apiSignature: must be the API Signature as issued"],
    [{ apiSignature: "" }, "apiSignature: must be the API Signature as issued"],
    [{ deadlines: { money: 600_001 } }, "deadlines.money: "],
    [{ deadlines: { money: 0 } }, "deadlines.money: "],
    [{ deadlines: { slow: 1 } }, "deadlines.slow: is not a field here"],
    [{ rejectUnauthorized: false }, "rejectUnauthorized: is not a field here"],
    [{ logger: 1 }, "logger: "],
    [{ logger: null }, "logger: "],
    [{ logger: () => {} }, "logger: "],
    [{ logger }, "logger: "],
    [{ clock: { now: () => 0 } }, "clock: "],
    [{ random: 4 }, "random: "],
  ])("%j", (options, rule) => {
    const error = getOptionsError(options)
    expect(error.message).toContain(rule)
    expect(error).toMatchObject({
      code: "invalid_options",
      operation: "createFinancingClient",
      outcome: "did-not-happen",
    })
    expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test("when the client is created", () => {
    expect(() => createFinancingClient({ ...VALID_OPTIONS, apiUsername: "" })).toThrow(
      /apiUsername/
    )
  })
})

test("missing options get the documented deadlines, a real clock, Math.random and no logger", () => {
  const { deadlines, clock, random, logger } = parseClientOptions(VALID_OPTIONS)
  expect(deadlines).toEqual({
    connect: 3_000,
    read: 10_000,
    token: 10_000,
    create: 20_000,
    money: 30_000,
  })
  expect(clock.now()).toBeGreaterThan(0)
  expect(random).toBe(Math.random)
  expect(logger).toBeUndefined()
})

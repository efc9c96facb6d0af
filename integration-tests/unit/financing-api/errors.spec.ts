import { inspect } from "node:util"
import {
  CredentialsError,
  type FinancingClient,
  FinancingError,
  type FinancingErrorCode,
  InDoubtError,
  InvalidRequestError,
  RefusedError,
  UnreachableError,
} from "../../../src/financing-api"
import { EXPLANATIONS } from "../../../src/financing-api/explanations"
import { toError } from "../../../src/financing-api/failure"
import { createInstantClock } from "./fake-clock"
import * as samples from "./sample-bodies"
import {
  type Reply,
  cleanUp,
  createClient,
  CREDENTIALS,
  getFinancingError,
  issueToken,
  createReply,
  startService,
} from "./scripted-service"

const INPUT = { applicationToken: samples.TOKEN }
const call = { operation: "settle", changes: true, correlationId: "c-1" }
const codes = Object.keys(EXPLANATIONS) as FinancingErrorCode[]

afterEach(cleanUp)

describe("FinancingError", () => {
  test("has five subclasses that cover all 21 codes", () => {
    const classes = new Set(codes.map((code) => toError(call, { code }).constructor))
    expect(classes).toEqual(
      new Set([InvalidRequestError, UnreachableError, CredentialsError, RefusedError, InDoubtError])
    )
    expect(codes).toHaveLength(21)
  })

  test.each(codes)(
    "%s names the operation, and its shopper message has no technical terms",
    (code) => {
      const error = toError(call, { code, httpStatus: 502, detail: "detail" })
      expect(error).toBeInstanceOf(FinancingError)
      expect(error.name).toBe(error.constructor.name)
      expect(error.message).toMatch(/^settle: .+\.$/)
      expect(error.message).toContain("HTTP 502")
      expect(error.shopperMessage).toMatch(/^[A-Z][A-Za-z ,;.-]+\.$/)
      expect(error.shopperMessage).not.toMatch(/token|HTTP|service|settle|API/)
      expect(error.correlationId).toBe("c-1")
    }
  )

  const DID_NOT_HAPPEN = "did-not-happen"
  test.each<[FinancingErrorCode[], { prototype: FinancingError }, string]>([
    [["invalid_options", "invalid_request"], InvalidRequestError, DID_NOT_HAPPEN],
    [["client_closed", "unreachable", "connect_timeout"], UnreachableError, DID_NOT_HAPPEN],
    [["deadline_before_sending", "aborted_before_sending"], UnreachableError, DID_NOT_HAPPEN],
    [["token_unavailable"], UnreachableError, DID_NOT_HAPPEN],
    [["wrong_credentials"], CredentialsError, DID_NOT_HAPPEN],
    [["refused", "rate_limited"], RefusedError, DID_NOT_HAPPEN],
    [["timed_out", "aborted", "connection_broken", "server_error"], InDoubtError, "in-doubt"],
    [["request_timeout", "redirected", "unexpected_status"], InDoubtError, "in-doubt"],
    [["unreadable_answer", "answer_too_large", "repeat_failed"], InDoubtError, "in-doubt"],
  ])("%j have the class of their outcome", (groupCodes, { prototype }, outcome) => {
    for (const code of groupCodes) {
      const error = toError(call, { code })
      expect(Object.getPrototypeOf(error)).toBe(prototype)
      expect(error).toMatchObject({ code, outcome, httpStatus: null })
    }
  })

  test.each(codes)("%s adds evidence in parentheses, and only if there is any", (code) => {
    const plainMessage = toError({ ...call, changes: false }, { code }).message
    expect(plainMessage).toMatch(/^settle: [a-z].{15,}[a-zL]\.$/)
    expect(plainMessage).not.toContain("(")
    const evidence = { httpStatus: 409, serviceError: "Conflict", detail: "in words" }
    const detailedMessage = toError({ ...call, changes: false }, { code, ...evidence }).message
    expect(detailedMessage).toBe(plainMessage.replace(/\.$/, ' (HTTP 409, "Conflict", in words).'))
  })

  test.each([400, 422])(
    "a %s to createOrder says which customer details to check",
    (httpStatus) => {
      const createCall = { ...call, operation: "createOrder" }
      const { message, shopperMessage } = toError(createCall, { code: "refused", httpStatus })
      expect(shopperMessage).toBe(
        "Financing could not be arranged with these details. Please check your name, address, e-mail and phone, or pay another way."
      )
      expect(message).toMatch(/Check the customer's name, e-mail, phone and address, [a-z ]+\.$/)
      const otherError = toError(call, { code: "refused", httpStatus })
      expect(otherError.message + otherError.shopperMessage).not.toMatch(/e-mail/)
    }
  )

  test.each(codes)("%s gives the shopper a next step", (code) => {
    for (const changes of [true, false]) {
      const { shopperMessage } = toError({ ...call, changes }, { code })
      expect(shopperMessage).toMatch(/^[A-Z][^.]{20,}\. Please [a-z][^.]{10,}\.$/)
    }
  })

  test("wrong_credentials names every setting to check", () => {
    const { message } = toError(call, { code: "wrong_credentials" })
    for (const part of ["username", "password", "signature", "base URL", "environment"]) {
      expect(message).toContain(part)
    }
  })

  test("timed_out has different messages for changing and reading calls", () => {
    const changingError = toError(call, { code: "timed_out" })
    const readingError = toError({ ...call, changes: false }, { code: "timed_out" })
    expect(changingError.message).toContain("read the application's status")
    expect(changingError.shopperMessage).toContain("has not been confirmed")
    expect(readingError.message).not.toContain("taken effect")
    expect(readingError.shopperMessage).toContain("try again")
  })
})

describe("the correlation id", () => {
  test("of the caller is in the error", async () => {
    const service = await startService({ call: createReply(404, {}) })
    const error = await getFinancingError(
      createClient(service).getStatus(INPUT, { correlationId: "req-7.1" })
    )
    expect(error.correlationId).toBe("req-7.1")
  })

  test("is generated when it is missing or unsafe for a log line", async () => {
    const service = await startService({ call: createReply(404, {}) })
    const client = createClient(service)
    for (const correlationId of [undefined, "a\nb", "x".repeat(101), ""]) {
      const error = await getFinancingError(client.getStatus(INPUT, { correlationId }))
      expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe("the service's error word", () => {
  async function readErrorWord(
    body: unknown,
    headers: Record<string, string> = {}
  ): Promise<unknown> {
    const service = await startService({ call: createReply(400, body, headers) })
    const error = await getFinancingError(
      createClient(service).createOrder({ ...samples.createOrder, street: "1 main_street" })
    )
    return error instanceof RefusedError ? error.serviceError : undefined
  }

  test.each(["Bad Request", "invalid_request", "Unprocessable Entity", "NOT_ALLOWED"])(
    "is shown: %s",
    async (word) => {
      expect(await readErrorWord({ status: 400, error: word, message: "not shown" })).toBe(word)
    }
  )

  test.each([
    ["a sentence", { error: "Ada Lovelace of 1 Main St" }],
    ["a name", { error: "Hopper" }],
    ["a word that we sent", { error: "main_street" }],
    ["a number", { error: 42 }],
    ["an object", { error: { error: "x" } }],
    ["a long word", { error: "x".repeat(41) }],
    ["an array", ["error"]],
    ["invalid JSON", "{"],
  ])("is not shown: %s", async (_name, body) => {
    expect(await readErrorWord(body)).toBeNull()
  })

  test("is not shown from a body whose content type is not JSON", async () => {
    expect(await readErrorWord({ error: "Conflict" }, { "content-type": "text/html" })).toBeNull()
  })
})

describe("errors and log lines", () => {
  const CANARIES = [
    ...Object.values(CREDENTIALS),
    "canary",
    "token-1",
    "token-2",
    "refresh-1",
    samples.TOKEN,
    "123456789",
    "1985-12-10",
    "Lovelace",
    "Main St",
    "ada@example.com",
    "2125550123",
    "D1234567",
    "SECRETQUERY",
  ]
  const echoRequest: Reply = (response, request, n) => {
    const body = { error: request.body, message: request.body, status: request.url }
    const status = [400, 500, 200, 302][n % 4] ?? 400
    const location = `/?SECRETQUERY=${n}`
    createReply(status, body, { location, "x-echo": "canary" })(response, request, n)
  }
  const sendGarbage: Reply = (response) => {
    response.socket?.end("HTTP/1.1 200 OK\r\nbad header canary Lovelace\r\n\r\n")
  }
  const CALLS: ((client: FinancingClient) => Promise<unknown>)[] = [
    (client) => client.createOrder(samples.createOrder),
    (client) => client.createVirtualCart(samples.virtualCart),
    (client) => client.createFullApplication(samples.fullApplication),
    (client) => client.getStatus(INPUT),
    (client) => client.settle({ ...INPUT, postback: false }),
    (client) => client.partialRefund({ ...INPUT, body: samples.remainingCart }),
    (client) => client.refund({ ...INPUT, reason: "Lovelace" }),
    (client) => client.validatePostback({ uuid: samples.TOKEN, lastName: "Lovelace" }),
  ]

  test.each<[string, { call: Reply; token?: Reply }]>([
    ["echoes the request", { call: echoRequest }],
    ["breaks the protocol", { call: sendGarbage }],
    ["answers 401", { call: createReply(401, { error: "canary" }) }],
    [
      "echoes the credentials",
      {
        call: echoRequest,
        token: (response, request, n) => createReply(400, request.body)(response, request, n),
      },
    ],
    [
      "issues no readable token",
      { call: echoRequest, token: createReply(200, { access_token: "canary one" }) },
    ],
  ])("hold nothing secret or personal when the service %s (I10, G3, G4)", async (_name, script) => {
    const service = await startService({ token: issueToken, ...script })
    const output: string[] = []
    const write = (message: string) => void output.push(message)
    const logger = { debug: write, info: write, warn: write, error: write }
    const client = createClient(service, { clock: createInstantClock(), logger })
    for (const round of [1, 2]) {
      for (const runCall of CALLS) {
        const outcome = await runCall(client).catch((error: unknown) => error)
        if (!(outcome instanceof FinancingError)) continue
        const { stack, ...rest } = outcome
        output.push(inspect(outcome, { depth: 9, showHidden: true }), String(stack))
        output.push(JSON.stringify(rest), outcome.message, `round ${round}`)
      }
    }
    const allOutput = output.join("\n")
    expect(output.length).toBeGreaterThan(10)
    for (const canary of CANARIES) expect(allOutput).not.toContain(canary)
  })

  test("a log line has the operation, HTTP status, milliseconds and correlation id", async () => {
    const lines: string[] = []
    const write = (message: string) => void lines.push(message)
    const logger = { debug: write, info: write, warn: write, error: write }
    const service = await startService({ call: createReply(200, { status: "ok" }) })
    await createClient(service, { logger }).settle(INPUT, { correlationId: "c-9" })
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^financing requestToken: HTTP 200, \d+ ms \[[0-9a-f-]{36}\]$/)
    expect(lines[1]).toMatch(/^financing settle: HTTP 200, \d+ ms \[c-9\]$/)
  })

  test("a logger that throws does not turn a settled loan into an error", async () => {
    const write = () => {
      throw new Error("disk full")
    }
    const logger = { debug: write, info: write, warn: write, error: write }
    const service = await startService({ call: createReply(200, { status: "ok" }) })
    expect(await createClient(service, { logger }).settle(INPUT)).toEqual({ message: null })
  })
})

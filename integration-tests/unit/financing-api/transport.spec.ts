import { createServer, type Server } from "node:net"
import { gzipSync } from "node:zlib"
import fc from "fast-check"
import {
  type Endpoint,
  ENDPOINTS,
  FinancingError,
  InDoubtError,
  UnreachableError,
} from "../../../src/financing-api"
import { readAnswer } from "../../../src/financing-api/read-answer"
import { createInstantClock, waitUntil } from "./fake-clock"
import { createOrder, TOKEN } from "./sample-bodies"
import { createCertificate } from "../../../tooling/self-signed-certificate"
import {
  cleanUp,
  createClient,
  getFinancingError,
  hang,
  replyInTurn,
  createReply,
  reset,
  startService,
  type Reply,
} from "./scripted-service"

const INPUT = { applicationToken: TOKEN }
const OK = { status: "ok", message: "settled" }
const TOLERANCE_MS = 250

afterEach(cleanUp)

/** Returns the error of a settle call to a service with this reply. */
async function getSettleError(call: Reply): Promise<FinancingError> {
  const service = await startService({ call })
  const error = await getFinancingError(createClient(service).settle(INPUT))
  expect(service.calls).toHaveLength(1)
  return error
}

function createDrippingReply(status: number): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" })
    const timer = setInterval(() => response.write(" "), 5)
    response.on("close", () => clearInterval(timer))
  }
}

function createInterimReply(): Reply {
  return (response) => {
    const timer = setInterval(() => response.writeProcessing(), 5)
    response.on("close", () => clearInterval(timer))
  }
}

describe("E1 one total deadline covers the whole call", () => {
  test.each([
    ["never answers", hang],
    ["drips its body", createDrippingReply(200)],
    ["sends interim answers for ever", createInterimReply()],
  ])("when the service %s", async (_name, call) => {
    const service = await startService({ call })
    const client = createClient(service, { deadlines: { money: 300 } })
    await client.requestToken()
    const startedAt = performance.now()
    const error = await getFinancingError(client.settle(INPUT))
    const durationMs = performance.now() - startedAt
    expect(error).toBeInstanceOf(InDoubtError)
    expect(error).toMatchObject({ code: "timed_out", outcome: "in-doubt" })
    expect(Math.abs(durationMs - 300)).toBeLessThan(TOLERANCE_MS)
  })

  test("including all tries of a repeated call", async () => {
    const service = await startService({ call: reset })
    const client = createClient(service, { deadlines: { read: 250 } })
    const startedAt = performance.now()
    await getFinancingError(client.getStatus(INPUT))
    expect(performance.now() - startedAt).toBeLessThan(250 + TOLERANCE_MS)
  })

  test("a status outside 2xx is judged even if its body never ends", async () => {
    const service = await startService({ call: createDrippingReply(409) })
    const error = await getFinancingError(
      createClient(service, { deadlines: { money: 200 } }).settle(INPUT)
    )
    expect(error).toMatchObject({ code: "refused", outcome: "did-not-happen", httpStatus: 409 })
  })

  test("an abort after sending leaves the call in doubt, an abort before sending does not", async () => {
    const service = await startService({ call: hang })
    const client = createClient(service)
    const controller = new AbortController()
    const sentCall = getFinancingError(client.settle(INPUT, { signal: controller.signal }))
    await waitUntil(() => service.calls.length === 1)
    controller.abort()
    expect(await sentCall).toMatchObject({ code: "aborted", outcome: "in-doubt" })
    const unsentError = await getFinancingError(client.settle(INPUT, { signal: controller.signal }))
    expect(unsentError).toMatchObject({ code: "aborted_before_sending", outcome: "did-not-happen" })
    expect(service.calls).toHaveLength(1)
  })
})

describe("E2 no answer is read beyond 1 MiB", () => {
  test("an endless body", async () => {
    const error = await getSettleError((response) => {
      response.writeHead(200, { "content-type": "application/json" })
      const writeChunks = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, " "))) continue
      }
      response.on("drain", writeChunks)
      writeChunks()
    })
    expect(error).toMatchObject({ code: "answer_too_large", outcome: "in-doubt", httpStatus: 200 })
  })

  test("a body with a larger content-length", async () => {
    const error = await getSettleError((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 2 ** 21 })
      response.write("{")
    })
    expect(error).toMatchObject({ code: "answer_too_large" })
  })

  test("a gzip bomb is not decompressed to its end, and the request asks for no compression", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20, " "))
    const error = await getSettleError((response, request) => {
      expect(request.headers["accept-encoding"]).toBe("identity")
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      response.end(bomb)
    })
    expect(error).toMatchObject({ code: "unreadable_answer", outcome: "in-doubt" })
  })
})

describe("E3 a 2xx that cannot be read is in doubt", () => {
  test.each([
    ["an empty body", ""],
    ["invalid JSON", "{status: ok}"],
    ["truncated JSON", '{"status":"ok"'],
    ["an array", '[{"status":"ok"}]'],
    ["null", "null"],
    ["JSON nested too deeply", `{"status":"ok","x":${"[".repeat(100)}${"]".repeat(100)}}`],
    ["500,000 open brackets", "[".repeat(500_000)],
    ["a duplicate key with two values", '{"status":"no","status":"ok"}'],
    ["a duplicate key, once escaped", '{"status" : null, "st\\u0061tus":"ok"}'],
    ["a duplicate key in a nested object", '{"status":"ok","x":[{"a":{},"b":"}","a":{}}]}'],
  ])("%s", async (_name, body) => {
    const error = await getSettleError(createReply(200, body))
    expect(error).toMatchObject({ code: "unreadable_answer", outcome: "in-doubt", httpStatus: 200 })
  })

  test("a body that is cut off", async () => {
    const error = await getSettleError((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 })
      response.write('{"status":"ok"}', () => response.socket?.destroy())
    })
    expect(error).toMatchObject({ code: "connection_broken", outcome: "in-doubt" })
  })

  test.each([
    ["a byte order mark", `\uFEFF${JSON.stringify(OK)}`],
    ["unknown fields", '{"status":"ok","more":{"a":[1]}}'],
    ["the same key in several objects", '{"status":"ok","x":[{"status":1},{"status":"status"}]}'],
    ["a value that looks like a key", '{"status":"ok","a":"status","b":"\\"status\\":"}'],
    ["__proto__", '{"status":"ok","__proto__":{"polluted":1},"constructor":{}}'],
  ])("%s is accepted and harmless", async (_name, body) => {
    const service = await startService({ call: createReply(200, body) })
    await expect(createClient(service).settle(INPUT)).resolves.toHaveProperty("message")
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test("readAnswer does not throw for any answer", () => {
    const endpoints: Endpoint[] = Object.values(ENDPOINTS)
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record(
          {
            status: fc.jsonValue(),
            token: fc.jsonValue(),
            url: fc.jsonValue(),
            access_token: fc.jsonValue(),
            expires_in: fc.jsonValue(),
            applicationToken: fc.jsonValue(),
            offers: fc.jsonValue(),
            loanAmount: fc.jsonValue(),
          },
          { requiredKeys: [] }
        )
        .map((value) => Buffer.from(JSON.stringify(value)))
    )
    const type = fc.constantFrom("application/json", "text/plain", "", "application/json; x=y")
    fc.assert(
      fc.property(body, type, (bytes, contentType) => {
        for (const endpoint of endpoints) {
          const headers = { "content-type": contentType }
          const reading = readAnswer(endpoint, {
            kind: "answer",
            status: 200,
            headers,
            body: bytes,
          })
          expect(typeof reading.read).toBe("boolean")
        }
      }),
      { numRuns: 500 }
    )
  })

  test("a call ends in a value or a FinancingError for any answer", async () => {
    let nextAnswer: { status: number; body: Buffer; type: string } | null = null
    const service = await startService({
      call: (response) => {
        response.writeHead(nextAnswer?.status ?? 200, { "content-type": nextAnswer?.type ?? "" })
        response.end(nextAnswer?.body)
      },
    })
    const client = createClient(service, { clock: createInstantClock() })
    const status = fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 409, 418, 429, 500, 503)
    const body = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes))
    const type = fc.constantFrom("application/json", "text/plain", "text/html")
    await fc.assert(
      fc.asyncProperty(fc.record({ status, body, type }), async (answer) => {
        nextAnswer = answer
        await client.createOrder(createOrder).catch((error: unknown) => {
          expect(error).toBeInstanceOf(FinancingError)
        })
      }),
      { numRuns: 60 }
    )
  })
})

describe("E4 the content type decides whether an answer is read", () => {
  test.each(["text/plain", "text/html; charset=utf-8"])(
    "JSON as %j is unreadable",
    async (type) => {
      const error = await getSettleError(createReply(200, OK, { "content-type": type }))
      expect(error).toMatchObject({ code: "unreadable_answer" })
    }
  )

  test.each([
    "application/json;charset=UTF-8",
    "APPLICATION/JSON",
    "application/hal+json",
    "text/json",
    "",
  ])("%j is read as JSON", async (type) => {
    const service = await startService({ call: createReply(200, OK, { "content-type": type }) })
    await createClient(service).settle(INPUT)
  })

  test.each(["VERIFIED_PT", "INCOMPLETE_PT", "NOT_FOUND_PT"])(
    "%s is read as a verdict",
    async (word) => {
      const type = { "content-type": "text/plain" }
      const bodies = [word, `${word}\r\n`, `\uFEFF${word}`, `"${word}"\n`]
      const service = await startService({
        call: replyInTurn(...bodies.map((body) => createReply(200, body, type))),
      })
      const client = createClient(service)
      for (const _body of bodies) expect(await client.validatePostback({ uuid: TOKEN })).toBe(word)
    }
  )

  test.each([
    ["NOT VERIFIED_PT", "text/plain"],
    ["verified_pt", "text/plain"],
    [" VERIFIED_PT", "text/plain"],
    ["VERIFIED_PT,INCOMPLETE_PT", "text/plain"],
    ["", "text/plain"],
    ['{"status":"VERIFIED_PT"}', "application/json"],
    ["VERIFIED_PT", "text/html"],
  ])("%j as %s is not a verdict", async (word, type) => {
    const service = await startService({ call: createReply(200, word, { "content-type": type }) })
    const client = createClient(service, { clock: createInstantClock() })
    const error = await getFinancingError(client.validatePostback({ uuid: TOKEN }))
    expect(error).toMatchObject({ code: "unreadable_answer" })
  })
})

test("E4 an answer with duplicate Content-Type and Retry-After headers is unreadable", async () => {
  const error = await getSettleError((response) => {
    const contentTypes = ["application/json", "text/html"]
    response.setHeader("content-type", contentTypes).setHeader("retry-after", ["1", "2"])
    response.end(JSON.stringify(OK))
  })
  expect(error).toMatchObject({ code: "unreadable_answer", outcome: "in-doubt" })
  const types = ["content-type: application/json", "Content-Type: application/json;x=y"]
  const rawError = await getSettleError((response) => {
    const length = JSON.stringify(OK).length
    response.socket?.end(
      `HTTP/1.1 200 OK\r\n${types.join("\r\n")}\r\nRetry-After: 1\r\nretry-after: 2\r\n` +
        `content-length: ${length}\r\n\r\n${JSON.stringify(OK)}`
    )
  })
  expect(rawError).toMatchObject({ code: "unreadable_answer" })
})

describe("E6 a redirect is refused and sends nothing elsewhere", () => {
  test.each([301, 302, 303, 307, 308])("%p is not followed", async (status) => {
    const otherService = await startService({ call: createReply(200, OK) })
    const location = `${otherService.baseUrl}/steal`
    const error = await getSettleError(createReply(status, {}, { location }))
    expect(error).toMatchObject({ code: "redirected", outcome: "in-doubt", httpStatus: status })
    expect(error.message).not.toContain("steal")
    expect(otherService.connections()).toBe(0)
  })

  test("a redirected token request is not followed", async () => {
    const otherService = await startService({})
    const location = `${otherService.baseUrl}/uaa/oauth/token`
    const service = await startService({ token: createReply(307, {}, { location }) })
    const error = await getFinancingError(createClient(service).settle(INPUT))
    expect(error).toMatchObject({ code: "token_unavailable", outcome: "did-not-happen" })
    expect(otherService.connections()).toBe(0)
  })
})

describe("connections", () => {
  test("reads share keep-alive connections across clients of one base URL", async () => {
    const service = await startService({ call: createReply(200, { status: "S" }) })
    const clients = [createClient(service), createClient(service)]
    for (let round = 0; round < 5; round += 1) {
      for (const client of clients) await client.getStatus(INPUT)
    }
    // Twelve requests; undici may open a second connection while it settles the first.
    const connectionCount = service.connections()
    expect(connectionCount).toBeLessThanOrEqual(2)
    await clients[0]?.close()
    await clients[1]?.getStatus(INPUT)
    expect(service.connections()).toBe(connectionCount)
  })

  test("E7 a read succeeds after the service closed its keep-alive connection", async () => {
    const service = await startService({ call: createReply(200, { status: "S" }) })
    const client = createClient(service, { clock: createInstantClock() })
    await client.getStatus(INPUT)
    service.dropConnections()
    expect(await client.getStatus(INPUT)).toMatchObject({ status: "S" })
  })

  test("E7 a changing call never uses a keep-alive connection", async () => {
    const service = await startService({ call: createReply(200, OK) })
    const client = createClient(service)
    await client.settle(INPUT)
    service.dropConnections()
    await client.settle(INPUT)
    await client.settle(INPUT)
    // One for the token, then one for each settle.
    expect(service.connections()).toBe(4)
    expect(service.calls.every((call) => call.headers.connection === "close")).toBe(true)
  })

  test("E7 a connection that breaks after sending leaves the call in doubt, without a repeat", async () => {
    const error = await getSettleError(reset)
    expect(error).toMatchObject({ code: "connection_broken", outcome: "in-doubt" })
  })

  test("a call on a refused connection did not happen", async () => {
    const service = await startService({ call: createReply(200, OK) })
    const client = createClient({ baseUrl: "http://127.0.0.1:1" })
    expect(await getFinancingError(client.settle(INPUT))).toMatchObject({
      outcome: "did-not-happen",
    })
    const tokenError = await getFinancingError(client.requestToken())
    expect(tokenError).toBeInstanceOf(UnreachableError)
    expect(tokenError.message).toContain("ECONNREFUSED")
    expect(service.calls).toHaveLength(0)
  })

  test("a connection that is never established ends in connect_timeout, and the call did not happen", async () => {
    // The server never answers the TLS handshake.
    const silentServer: Server = createServer()
    await new Promise<void>((resolve) => silentServer.listen(0, "127.0.0.1", resolve))
    const address = silentServer.address()
    const port = typeof address === "object" ? address?.port : 0
    const client = createClient(
      { baseUrl: `https://127.0.0.1:${port}` },
      { deadlines: { connect: 200 } }
    )
    const startedAt = performance.now()
    const error = await getFinancingError(client.validatePostback({ uuid: TOKEN }, {}))
    const attempts = 3
    expect(error).toMatchObject({ code: "connect_timeout", outcome: "did-not-happen" })
    const pauses = 100 + 200
    expect(performance.now() - startedAt).toBeLessThan(attempts * 200 + pauses + TOLERANCE_MS)
    silentServer.close()
  })

  test("a closed client refuses new calls, finishes running ones and can be closed twice", async () => {
    const pendingAnswers: (() => void)[] = []
    const service = await startService({
      call: (response, request, n) =>
        pendingAnswers.push(() => createReply(200, OK)(response, request, n)),
    })
    const client = createClient(service)
    const running = client.settle(INPUT)
    await waitUntil(() => pendingAnswers.length === 1)
    const closeCalls = [client.close(), client.close()]
    expect(await getFinancingError(client.settle(INPUT))).toMatchObject({ code: "client_closed" })
    expect(await getFinancingError(client.requestToken())).toMatchObject({
      outcome: "did-not-happen",
    })
    pendingAnswers[0]?.()
    expect(await running).toEqual({ message: "settled" })
    await Promise.all(closeCalls)
  })
})

describe("E8 TLS checks cannot be switched off", () => {
  test("a self-signed certificate is refused even with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    const service = await startService({
      call: createReply(200, OK),
      tls: createCertificate("127.0.0.1"),
    })
    const originalValue = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
    try {
      const error = await getFinancingError(
        createClient(service, { clock: createInstantClock() }).requestToken()
      )
      expect(error).toMatchObject({ code: "unreachable", outcome: "did-not-happen" })
      expect(error.message).toContain("DEPTH_ZERO_SELF_SIGNED_CERT")
      expect(service.tokenRequests).toHaveLength(0)
    } finally {
      if (originalValue === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = originalValue
    }
  })
})

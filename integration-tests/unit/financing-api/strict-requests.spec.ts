import fc from "fast-check"
import {
  createFinancingClient,
  type CreateOrderBody,
  type FinancingClient,
  type FinancingClientOptions,
  InvalidRequestError,
} from "../../../src/financing-api"
import * as samples from "./sample-bodies"
import {
  cleanUp,
  createClient,
  CREDENTIALS,
  getFinancingError,
  createReply,
  startService,
} from "./scripted-service"

const { TOKEN } = samples

afterEach(cleanUp)

/** A value as untyped JavaScript could pass it. */
function castUntyped<T>(value: object): T {
  return value as T
}

/** Matches a field with the rule that it breaks: "zip: must be exactly 5 characters". */
function matchProblem(path: string) {
  const escapedPath = path.replace(/[[\].]/g, "\\$&")
  return expect.stringMatching(new RegExp(`${escapedPath}: (must|is|Invalid|Too) .{5,}`)) as string
}

async function getRefusalMessage(
  call: (client: FinancingClient) => Promise<unknown>
): Promise<string> {
  const service = await startService({ call: createReply(200, {}) })
  const error = await getFinancingError(call(createClient(service)))
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({ code: "invalid_request", outcome: "did-not-happen" })
  expect([...service.calls, ...service.tokenRequests]).toHaveLength(0)
  return error.message
}

describe("an invalid request is refused before it is sent", () => {
  const order = samples.createOrder
  const [firstItem] = order.applicationItems

  test.each<[string, object]>([
    ["zip", { ...order, zip: "10001-1234" }],
    ["zip", { ...order, zip: undefined }],
    ["state", { ...order, state: "New York" }],
    ["email", { ...order, email: "nobody" }],
    ["cellPhone", { ...order, cellPhone: "12125550123" }],
    ["cellPhone", { ...order, cellPhone: "212-555-0123" }],
    ["returnUrl", { ...order, returnUrl: "javascript:alert(1)" }],
    ["notifyUrl", { ...order, notifyUrl: "ftp://shop.example" }],
    ["firstName", { ...order, firstName: "" }],
    ["orderId", { ...order, orderId: "" }],
    ["street", { ...order, street: undefined }],
    ["state", { ...order, state: "N" }],
    ["zip", { ...order, zip: "100010" }],
    ["cancelUrl", { ...order, cancelUrl: "https://shop.example/a b" }],
    ["cancelUrl", { ...order, cancelUrl: "https://" }],
    ["cellPhone", { ...order, cellPhone: "21255501230" }],
    ["loanAmount", { ...order, loanAmount: 1_000_000_000 }],
    ["loanAmount", { ...order, loanAmount: 10.001 }],
    ["loanAmount", { ...order, loanAmount: "10.00" }],
    ["loanAmount", { ...order, loanAmount: Number.NaN }],
    ["loanAmount", { ...order, loanAmount: Infinity }],
    ["taxes", { ...order, taxes: -1 }],
    ["items", { ...order, items: [firstItem] }],
    ["redirectUrl", { ...order, redirectUrl: "https://shop.example" }],
    ["discount", { ...order, discount: 1 }],
    ["applicationItems[0].qty", { ...order, applicationItems: [{ ...firstItem, qty: 1 }] }],
    ["applicationItems[0].price", { ...order, applicationItems: [{ ...firstItem, price: 0.125 }] }],
    [
      "applicationItems[0].quantity",
      { ...order, applicationItems: [{ ...firstItem, quantity: 0 }] },
    ],
  ])("Create order reports %s (F12)", async (path, body) => {
    const message = await getRefusalMessage((client) => client.createOrder(castUntyped(body)))
    expect(message).toEqual(matchProblem(path))
  })

  test("Create virtual cart refuses the field names of Create order (F12)", async () => {
    const message = await getRefusalMessage((client) =>
      client.createVirtualCart(castUntyped(order))
    )
    expect(message).toContain("personalFirstName: ")
  })

  test.each<[string, object]>([
    ["employmentInfo.previousPayDate", { employmentInfo: { previousPayDate: undefined } }],
    ["employmentInfo.monthlyIncome", { employmentInfo: { monthlyIncome: 4500.5 } }],
    ["employmentInfo.payCycle", { employmentInfo: { payCycle: "DAILY" } }],
    ["employmentInfo.employerMonths", { employmentInfo: { employerMonths: -1 } }],
    ["personalInfo.dob", { personalInfo: { dob: "1985-02-30" } }],
    ["personalInfo.dob", { personalInfo: { dob: "1985-2-3" } }],
    ["personalInfo.dob", { personalInfo: { dob: "x1985-02-03" } }],
    ["personalInfo.dob", { personalInfo: { dob: "1985-13-01" } }],
    ["personalInfo.idState", { personalInfo: { idState: "New York" } }],
    ["personalInfo.ssn", { personalInfo: { ssn: "1234567890" } }],
    ["personalInfo.ssn", { personalInfo: { ssn: "123-456789" } }],
    ["personalInfo.ssn", { personalInfo: { ssn: "1234" } }],
    ["residenceInfo.zip", { residenceInfo: { zip: "1000A" } }],
    ["residenceInfo.country", { residenceInfo: { country: "US" } }],
  ])("Create full application reports %s (F14)", async (path, change) => {
    const body: Record<string, unknown> = { ...samples.fullApplication }
    for (const [part, fields] of Object.entries(change)) {
      body[part] = { ...(body[part] as object), ...(fields as object) }
    }
    const message = await getRefusalMessage((client) =>
      client.createFullApplication(castUntyped(body))
    )
    expect(message).toEqual(matchProblem(path))
  })

  test("a misspelled `postback` argument is refused", async () => {
    const input = { applicationToken: TOKEN, postBack: false }
    const message = await getRefusalMessage((client) => client.settle(castUntyped(input)))
    expect(message).toContain("postBack: is not a field here")
  })

  test("an applicationToken in the body is refused", async () => {
    const body = { ...samples.remainingCart, applicationToken: "other" }
    const input = { applicationToken: TOKEN, body }
    const message = await getRefusalMessage((client) => client.partialRefund(castUntyped(input)))
    expect(message).toContain("body.applicationToken: ")
  })

  test("Validate postback refuses an empty uuid and another command", async () => {
    const body = { cmd: "validate", uuid: "" }
    const message = await getRefusalMessage((client) => client.validatePostback(castUntyped(body)))
    expect(message).toContain("cmd: ")
    expect(message).toContain("uuid: ")
  })

  test("the message quotes no value", async () => {
    const body = { ...order, email: "canary-mail", cellPhone: "canary-phone", zip: "canary-zip" }
    expect(await getRefusalMessage((client) => client.createOrder(body))).not.toContain("canary")
  })
})

describe("an application token (E10)", () => {
  test.each(["..", ".", "a\u0000b", "\ud800", "", "x".repeat(513)])(
    "is refused before any request: %j",
    async (applicationToken) => {
      const message = await getRefusalMessage((client) => client.settle({ applicationToken }))
      expect(message).toEqual(matchProblem("applicationToken"))
    }
  )

  test.each(["a", "a.", "~!$&'()*+,;=:@", "x".repeat(512), "a\r\nX-Injected: 1"])(
    "is accepted: %j",
    async (token) => {
      const service = await startService({ call: createReply(200, { status: "ok" }) })
      await createClient(service).settle({ applicationToken: token })
      expect(service.calls[0]?.url).toBe(
        `/api/ecommerce/application/${encodeURIComponent(token)}/settle`
      )
    }
  )

  test("is escaped in the path", async () => {
    const service = await startService({ call: createReply(200, { status: "ok" }) })
    await createClient(service).settle({ applicationToken: "a%2Fb;c&d" })
    expect(service.calls[0]?.url).toBe("/api/ecommerce/application/a%252Fb%3Bc%26d/settle")
  })
})

test("any amount of whole cents is accepted and sent as the same number", async () => {
  const service = await startService({
    call: createReply(200, { token: null, url: null }),
  })
  const client = createClient(service)
  const cents = fc.integer({ min: 0, max: 99_999_999_999 })
  await fc.assert(
    fc.asyncProperty(cents, async (amount) => {
      const body: CreateOrderBody = { ...samples.createOrder, loanAmount: amount / 100 }
      await client.createOrder(body)
      const sent = JSON.parse(service.calls.at(-1)?.body ?? "{}") as CreateOrderBody
      expect(Math.round(sent.loanAmount * 100)).toBe(amount)
    }),
    { numRuns: 50 }
  )
})

describe("client options", () => {
  const options = { baseUrl: "https://api.example/v1", ...CREDENTIALS }

  function getProblem(change: object): string {
    try {
      createFinancingClient(castUntyped<FinancingClientOptions>({ ...options, ...change }))
    } catch (error) {
      if (error instanceof InvalidRequestError) return error.message
    }
    throw new Error("the options were accepted")
  }

  test.each<[string, object]>([
    ["baseUrl", { baseUrl: "http://api.example" }],
    ["baseUrl", { baseUrl: "http://localhost.evil.example" }],
    ["baseUrl", { baseUrl: "not a url" }],
    ["baseUrl", { baseUrl: "https://user:canary@api.example" }],
    ["baseUrl", { baseUrl: "https://api.example/?canary=1" }],
    ["apiUsername", { apiUsername: "" }],
    ["apiPassword", { apiPassword: undefined }],
    ["apiSignature", { apiSignature: "canary\r\nX: 1" }],
    ["deadlines.money", { deadlines: { money: 0 } }],
    ["deadlines.total", { deadlines: { total: 5 } }],
    ["rejectUnauthorized", { rejectUnauthorized: false }],
    ["logger", { logger: {} }],
  ])("report a wrong %s without its value", (name, change) => {
    const message = getProblem(change)
    expect(message).toEqual(matchProblem(name))
    expect(message).not.toContain("canary")
  })

  test.each(["http://localhost:9000", "http://127.0.0.1:1/x/", "http://[::1]:8080"])(
    "accept %s without TLS",
    async (baseUrl) => {
      await createFinancingClient({ ...options, baseUrl }).close()
    }
  )
})

import { ENDPOINTS, type FinancingClient } from "../../../src/financing-api"
import * as samples from "./sample-bodies"
import { cleanUp, createClient, CREDENTIALS, createReply, startService } from "./scripted-service"

const { TOKEN } = samples
const OK = { status: "ok", message: "done" }
const CREATED = { token: TOKEN, url: "https://apply.example/a?app=1&auth=2" }

interface EndpointCase {
  number: number
  call: (client: FinancingClient) => Promise<unknown>
  /** Method and path with query, as the interface writes them. */
  line: string
  body: unknown
  answer: unknown
  result: unknown
}

const applicationPath = `/api/ecommerce/application/${TOKEN}`
const address = { streetName: "1 Main St", city: "New York", state: "NY", zip: "10001" }
const validation = {
  cmd: "_validate-me" as const,
  uuid: TOKEN,
  verifyParams: true,
  loanAmount: 1099.98,
  firstName: "Ada",
  lastName: "Lovelace",
  street: "1 Main St",
  city: "New York",
  state: "NY",
  zip: "10001",
}

const ENDPOINT_CASES: EndpointCase[] = [
  {
    number: 2,
    call: (client) => client.createOrder(samples.createOrder),
    line: "POST /api/application/ecommerce/orders",
    body: samples.createOrder,
    answer: CREATED,
    result: { outcome: "created", ...CREATED },
  },
  {
    number: 3,
    call: (client) => client.createVirtualCart(samples.virtualCart),
    line: "POST /api/ecommerce/application/create/cart",
    body: samples.virtualCart,
    answer: CREATED,
    result: { outcome: "created", ...CREATED },
  },
  {
    number: 4,
    call: (client) => client.createFullApplication(samples.fullApplication),
    line: "POST /api/ecommerce/application/create",
    body: samples.fullApplication,
    answer: {
      applicationToken: TOKEN,
      orderId: "cart_1-1",
      loanAmount: "1099.98",
      status: "A",
      offers: [{ id: 7, overallTerm: 36, contractUrl: "https://sign.example/7", unknown: 1 }],
    },
    result: {
      outcome: "created",
      token: TOKEN,
      orderId: "cart_1-1",
      loanAmount: 1099.98,
      status: "A",
      offers: [
        {
          id: 7,
          overallTerm: 36,
          leaseTerm: null,
          loanTerm: null,
          loanRate: null,
          residualPercent: null,
          moneyFactor: null,
          offerType: null,
          leasePayment: null,
          loanPayment: null,
          residualPayment: null,
          contractUrl: "https://sign.example/7",
        },
      ],
    },
  },
  {
    number: 5,
    call: (client) => client.selectOffer({ applicationToken: TOKEN, offerId: 7 }),
    line: `GET ${applicationPath}/offers/select/7`,
    body: null,
    answer: {
      offerId: "7",
      contractUrl: "https://sign.example/7",
      accessToken: "not ours",
      offerType: "LEASELOAN",
    },
    result: { offerId: "7", contractUrl: "https://sign.example/7", offerType: "LEASELOAN" },
  },
  {
    number: 6,
    call: (client) =>
      client.createPreApproval({
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@example.com",
        cellPhone: "2125550123",
        suppressNotification: true,
      }),
    line: "POST /api/ecommerce/application/pre-approval/send",
    body: {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      cellPhone: "2125550123",
      suppressNotification: true,
    },
    answer: CREATED,
    result: { outcome: "created", ...CREATED },
  },
  {
    number: 7,
    call: (client) =>
      client.updateCartAndSend({
        applicationToken: TOKEN,
        body: { orderId: "cart_1-1", ...samples.remainingCart },
      }),
    line: `POST ${applicationPath}/cart/update/send`,
    body: { orderId: "cart_1-1", ...samples.remainingCart },
    answer: { ...OK, token: TOKEN, loanAmount: 549.99, taxExempt: false },
    result: { message: "done", token: TOKEN, loanAmount: 549.99, taxExempt: false },
  },
  {
    number: 8,
    call: (client) => client.getStatus({ applicationToken: TOKEN }),
    line: `GET ${applicationPath}/status`,
    body: null,
    answer: { status: "S", token: TOKEN, loanAmount: "1099.98", taxExempt: "true", lender: "" },
    result: {
      status: "S",
      message: null,
      token: TOKEN,
      maxApprovalAmount: null,
      loanAmount: 1099.98,
      lender: null,
      taxExempt: true,
    },
  },
  {
    number: 9,
    call: (client) => client.getAddressStatus({ applicationToken: TOKEN, residenceInfo: address }),
    line: `POST ${applicationPath}/address/status`,
    body: { residenceInfo: address },
    answer: { status: "U", message: "declined", token: TOKEN },
    result: { status: "U", message: "declined", token: TOKEN },
  },
  {
    number: 10,
    call: (client) => client.settle({ applicationToken: TOKEN }),
    line: `POST ${applicationPath}/settle`,
    body: null,
    answer: OK,
    result: { message: "done" },
  },
  {
    number: 10,
    call: (client) => client.settle({ applicationToken: TOKEN, postback: false }),
    line: `POST ${applicationPath}/settle?postback=false`,
    body: null,
    answer: OK,
    result: { message: "done" },
  },
  {
    number: 11,
    call: (client) => client.cancel({ applicationToken: TOKEN, postback: true }),
    line: `POST ${applicationPath}/cancel?postback=true`,
    body: null,
    answer: OK,
    result: { message: "done" },
  },
  {
    number: 12,
    call: (client) => client.refund({ applicationToken: TOKEN, reason: "Returned" }),
    line: `POST ${applicationPath}/refund`,
    body: { reason: "Returned" },
    answer: { status: "ok" },
    result: { message: null },
  },
  {
    number: 13,
    call: (client) =>
      client.partialRefund({ applicationToken: TOKEN, body: samples.remainingCart }),
    line: `POST ${applicationPath}/partial/refund`,
    body: samples.remainingCart,
    answer: { status: "C", message: "refunded", token: "new-token" },
    result: { status: "C", message: "refunded", token: "new-token" },
  },
  {
    number: 14,
    call: (client) => client.updateOrderId({ applicationToken: TOKEN, id: "#1042" }),
    line: `POST ${applicationPath}/update/order/id`,
    body: { id: "#1042" },
    answer: OK,
    result: { message: "done" },
  },
]

afterEach(cleanUp)

describe("each endpoint sends the request that the interface specifies", () => {
  for (const endpointCase of ENDPOINT_CASES) {
    test(`endpoint ${endpointCase.number}: ${endpointCase.line.replace(TOKEN, "{applicationToken}")}`, async () => {
      const service = await startService({ call: createReply(200, endpointCase.answer) })
      const result = await endpointCase.call(createClient(service))
      expect(result).toEqual(endpointCase.result)
      const [request] = service.calls
      expect(`${request?.method} ${request?.url}`).toBe(endpointCase.line)
      expect(request?.headers.authorization).toBe("Bearer token-1")
      expect(request?.headers.accept).toBe("application/json")
      expect(request?.body === "" ? null : JSON.parse(request?.body ?? "")).toEqual(
        endpointCase.body
      )
      expect(request?.headers["content-type"]).toBe(
        endpointCase.body === null ? undefined : "application/json"
      )
    })
  }

  test("endpoint 1 sends a password grant as a form, with the signature as issued", async () => {
    const service = await startService({})
    const record = await createClient(service).requestToken()
    expect(record).toEqual({
      access_token: "token-1",
      token_type: "Bearer",
      expires_in: 18_000,
      scope: "openid profile email",
    })
    const [request] = service.tokenRequests
    expect(request?.method).toBe("POST")
    expect(request?.headers.authorization).toBe(`Basic ${CREDENTIALS.apiSignature}`)
    expect(request?.headers.accept).toBe("application/json")
    expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ["grant_type", "password"],
      ["scope", "openid"],
      ["username", CREDENTIALS.apiUsername],
      ["password", CREDENTIALS.apiPassword],
    ])
  })

  test("endpoint 15 sends no access token and accepts plain text", async () => {
    const service = await startService({
      call: createReply(200, "VERIFIED_PT", { "content-type": "text/plain;charset=UTF-8" }),
    })
    const { cmd: _cmd, ...withoutCmd } = validation
    expect(await createClient(service).validatePostback(withoutCmd)).toBe("VERIFIED_PT")
    const [request] = service.calls
    expect(`${request?.method} ${request?.url}`).toBe(
      "POST /api/application-validation/validateipn"
    )
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.headers.accept).toBe("text/plain")
    expect(JSON.parse(request?.body ?? "")).toEqual(validation)
    expect(service.tokenRequests).toHaveLength(0)
  })
})

describe("the table of endpoints", () => {
  const rows = Object.entries(ENDPOINTS)

  test("has the fifteen endpoints of the interface, each named after its method", () => {
    expect(rows.map(([, row]) => row.number)).toEqual([...Array(15).keys()].map((n) => n + 1))
    for (const [name, row] of rows) expect(row.operation).toBe(name)
  })

  test("marks only 1, 8, 9 and 15 as safe to repeat", () => {
    const safeNumbers = rows.filter(([, row]) => row.safeToRepeat).map(([, row]) => row.number)
    expect(safeNumbers).toEqual([1, 8, 9, 15])
  })
})

describe("the result of a creating call (E5)", () => {
  test("is a refusal with the explaining page when the token is null", async () => {
    const service = await startService({
      call: createReply(200, { token: null, url: "https://apply.example/why" }),
    })
    const client = createClient(service)
    const refusal = { outcome: "refused", url: "https://apply.example/why" }
    expect(await client.createOrder(samples.createOrder)).toEqual(refusal)
    expect(await client.createVirtualCart(samples.virtualCart)).toEqual(refusal)
  })

  test("is a refusal without a url when the url is unsafe", async () => {
    const service = await startService({
      call: createReply(200, { token: null, url: "javascript:alert(1)" }),
    })
    const result = await createClient(service).createOrder(samples.createOrder)
    expect(result).toEqual({ outcome: "refused", url: null })
  })

  test("is a refusal of the full application when applicationToken is null", async () => {
    const service = await startService({
      call: createReply(200, { applicationToken: null, status: "X" }),
    })
    const result = await createClient(service).createFullApplication(samples.fullApplication)
    const nullFields = { orderId: null, loanAmount: null }
    expect(result).toEqual({ outcome: "refused", url: null, status: "X", ...nullFields })
  })

  test.each([
    ["an empty object", {}],
    ["an empty token", { token: "" }],
    ["an empty token and a javascript: url", { token: "", url: "javascript:alert(1)" }],
    ["a token that is not a string", { token: 7, url: "https://apply.example" }],
    ["a token that is a path step", { token: "..", url: "https://apply.example" }],
  ])("is in doubt for %s", async (_name, answer) => {
    const service = await startService({ call: createReply(200, answer) })
    const call = createClient(service).createOrder(samples.createOrder)
    await expect(call).rejects.toMatchObject({ code: "unreadable_answer", outcome: "in-doubt" })
    expect(service.calls).toHaveLength(1)
  })
})

describe("an answer with unreadable fields", () => {
  test.each([
    ["no url", { token: TOKEN }],
    ["a null url", { token: TOKEN, url: null }],
    ["a javascript: url", { token: TOKEN, url: "javascript:alert(1)" }],
  ])("still creates the application: %s", async (_name, answer) => {
    const service = await startService({ call: createReply(200, answer) })
    const client = createClient(service)
    const created = { outcome: "created", token: TOKEN, url: null }
    expect(await client.createOrder(samples.createOrder)).toEqual(created)
    expect(await client.createPreApproval({ email: "ada@example.com" })).toEqual(created)
  })

  test("loses only the unreadable offers, and the unreadable terms of good ones", async () => {
    const contractUrl = "https://sign.example/7"
    const offers = [
      { id: 7, loanRate: "9.9%", contractUrl },
      { leasePayment: 20, contractUrl },
      { id: "8", loanRate: "9.9", contractUrl: "sign.example" },
      "none",
    ]
    const answer = { applicationToken: TOKEN, orderId: 42, loanAmount: 5, status: "A", offers }
    const service = await startService({ call: createReply(200, answer) })
    const result = await createClient(service).createFullApplication(samples.fullApplication)
    expect(result).toMatchObject({
      outcome: "created",
      token: TOKEN,
      orderId: null,
      offers: [
        { id: 7, loanRate: null, contractUrl },
        { id: 8, loanRate: 9.9, contractUrl: null },
      ],
    })
  })

  test.each([{ offers: {} }, { offers: "none" }, { status: 7, loanAmount: "1,099.98" }])(
    "still creates the full application: %j",
    async (fields) => {
      const service = await startService({
        call: createReply(200, { applicationToken: TOKEN, ...fields }),
      })
      const result = await createClient(service).createFullApplication(samples.fullApplication)
      expect(result).toEqual({
        outcome: "created",
        token: TOKEN,
        orderId: null,
        loanAmount: null,
        status: null,
        offers: [],
      })
    }
  )

  test("is logged once with the names of the fields", async () => {
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const logger = { debug: () => {}, info: () => {}, warn, error: () => {} }
    const answer = { status: "S", token: TOKEN, loanAmount: 5, taxExempt: "yes", lender: 777 }
    const service = await startService({ call: createReply(200, answer) })
    const client = createClient(service, { logger })
    const input = { applicationToken: TOKEN }
    const result = await client.getStatus(input)
    expect(result).toMatchObject({ status: "S", loanAmount: 5, taxExempt: null, lender: null })
    await client.getStatus(input)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^financing getStatus: .* without lender, taxExempt, which could/)
  })
})

describe("an application token", () => {
  test.each(["../../x", "a/b?c=d&e#f", "100%2F", "a b+c", "\u00e9\u{1f6cb}", "...", "a\\..\\b"])(
    "is sent as one path segment: %j",
    async (applicationToken) => {
      const service = await startService({ call: createReply(200, { status: "ok" }) })
      await createClient(service).settle({ applicationToken, postback: false })
      const url = new URL(service.calls[0]?.url ?? "", "http://service.example")
      const [, application, token = "", settle, ...rest] = url.pathname.split("/").slice(2)
      expect([application, settle, rest, url.search]).toEqual([
        "application",
        "settle",
        [],
        "?postback=false",
      ])
      expect(decodeURIComponent(token)).toBe(applicationToken)
    }
  )
})

describe("the order management calls", () => {
  test.each(["OK", "Ok", "ok"])("accept status %p as `ok`", async (status) => {
    const service = await startService({ call: createReply(200, { status, message: ["settled"] }) })
    const settled = await createClient(service).settle({ applicationToken: TOKEN })
    expect(settled).toEqual({ message: null })
  })

  test.each(["ok ", "S", "error", "", null, 1, undefined])(
    "leave a settle in doubt for status %p",
    async (status) => {
      const service = await startService({ call: createReply(200, { status, message: "settled" }) })
      const call = createClient(service).settle({ applicationToken: TOKEN })
      await expect(call).rejects.toMatchObject({ code: "unreadable_answer", outcome: "in-doubt" })
    }
  )

  test("return a partial refund's null token and status `ok` to the caller (A9)", async () => {
    const service = await startService({ call: createReply(200, { status: "ok", token: null }) })
    const input = { applicationToken: TOKEN, body: samples.remainingCart }
    const result = await createClient(service).partialRefund(input)
    expect(result).toEqual({ status: "ok", token: null, message: null })
  })

  test("return null for a missing or empty status, and an unknown code as it is", async () => {
    const codes = ["", undefined, null, "Ω9"]
    const service = await startService({
      call: (response, request, n) =>
        createReply(200, { status: codes[n - 1] })(response, request, n),
    })
    const client = createClient(service)
    const statuses: unknown[] = []
    for (const _code of codes) {
      statuses.push((await client.getStatus({ applicationToken: TOKEN })).status)
    }
    expect(statuses).toEqual([null, null, null, "Ω9"])
  })
})

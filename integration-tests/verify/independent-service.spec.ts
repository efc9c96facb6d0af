import { type IndependentService, startIndependentService } from "./independent-service"

// The other specs rely on this: the service follows the contract, by its own field names.

let service: IndependentService
let accessToken: string

beforeAll(async () => {
  service = await startIndependentService({ lifetimeSeconds: 60 })
  const { apiUsername, apiPassword, apiSignature } = service.credentials
  const answer = await fetch(`${service.baseUrl}/uaa/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${apiSignature}` },
    body: new URLSearchParams({
      grant_type: "password",
      scope: "openid",
      username: apiUsername,
      password: apiPassword,
    }),
  })
  const record = (await answer.json()) as Record<string, unknown>
  expect(Object.keys(record).sort()).toEqual([
    "access_token",
    "expires_in",
    "refresh_expires_in",
    "refresh_token",
    "scope",
    "token_type",
  ])
  accessToken = String(record.access_token)
})
afterAll(() => service.close())

type Answer = { status: number; body: Record<string, unknown> }

async function call(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const ORDER_BODY = {
  orderId: "order-1",
  firstName: "Dana",
  lastName: "Shopper",
  street: "350 Fifth Avenue",
  city: "New York",
  zip: "10118",
  state: "NY",
  email: "dana@example.com",
  loanAmount: 500,
  applicationItems: [{ description: "Sofa", quantity: 1, price: 500 }],
}
const createOrder = (change: object = {}) =>
  call("POST", "/application/ecommerce/orders", { ...ORDER_BODY, ...change })
const getApplicationPath = (token: unknown) => `/ecommerce/application/${String(token)}`

describe("the independent service", () => {
  it("creates an application, and returns a null token outside the range and for a PO box", async () => {
    const { body } = await createOrder()
    expect(body).toEqual({ url: expect.any(String) as string, token: expect.any(String) as string })
    expect((await fetch(String(body.url))).status).toBe(200)
    const smallOrder = {
      loanAmount: 1,
      applicationItems: [{ description: "A", quantity: 1, price: 1 }],
    }
    for (const change of [smallOrder, { street: "P.O. Box 7" }]) {
      expect((await createOrder(change)).body).toMatchObject({ token: null })
    }
    expect(await createOrder({ zip: "1011" })).toMatchObject({
      status: 400,
      body: { error: "zip" },
    })
  })

  it("settles a signed application, and replaces its token after a partial refund", async () => {
    const { token } = (await createOrder()).body
    expect((await call("POST", `${getApplicationPath(token)}/settle`)).status).toBe(409)
    service.signNewest()
    expect((await call("POST", `${getApplicationPath(token)}/settle`)).body.status).toBe("ok")
    const refund = await call("POST", `${getApplicationPath(token)}/partial/refund`, {
      loanAmount: 400,
      items: [{ description: "Sofa", quantity: 1, price: 400 }],
    })
    expect(refund.body).toEqual({
      status: "C",
      message: expect.any(String) as string,
      token: expect.not.stringMatching(String(token)) as string,
    })
    expect((await call("GET", `${getApplicationPath(refund.body.token)}/status`)).body).toEqual({
      status: "C",
      message: "settled",
      token: refund.body.token,
      maxApprovalAmount: 5_000,
      loanAmount: 400,
      lender: "Independent Lending",
      taxExempt: false,
    })
    const fullRefund = await call("POST", `${getApplicationPath(refund.body.token)}/refund`, {
      reason: "Test",
    })
    expect(fullRefund.body.status).toBe("ok")
  })

  it("attaches a cart to an approved pre-approval, which the customer then signs", async () => {
    const person = { firstName: "Dana", lastName: "Shopper", cellPhone: "2125550123" }
    const { token } = (await call("POST", "/ecommerce/application/pre-approval/send", person)).body
    const cart = {
      orderId: "order-2",
      loanAmount: 500,
      items: [{ description: "Sofa", quantity: 1, price: 500 }],
    }
    const attachCart = () => call("POST", `${getApplicationPath(token)}/cart/update/send`, cart)
    expect((await attachCart()).status).toBe(409)
    service.decideApplication(String(token), "pre-approved")
    expect((await attachCart()).body).toMatchObject({ status: "ok", token, loanAmount: 500 })
    service.signNewest()
    expect((await call("GET", `${getApplicationPath(token)}/status`)).body.status).toBe("S")
  })

  it("answers 401 to a wrong bearer token, and validates postbacks without one", async () => {
    accessToken = "another"
    expect((await createOrder()).status).toBe(401)
    const validate = async (uuid: string) => {
      const response = await fetch(`${service.baseUrl}/application-validation/validateipn`, {
        method: "POST",
        body: JSON.stringify({ cmd: "_validate-me", uuid, verifyParams: false }),
      })
      return await response.text()
    }
    expect(await validate("")).toBe("NOT_FOUND_PT")
    expect(await validate("unknown")).toBe("NOT_FOUND_PT")
  })
})

import { type Sandbox, startSandbox, type SandboxOptions } from "../../../src/sandbox"

export interface Reply {
  status: number
  contentType: string
  text: string
  json: Record<string, unknown>
}

export interface Caller {
  sandbox: Sandbox
  headers(): { authorization: string }
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  /** POST to the control API. */
  control(path: string, body?: unknown): Promise<Reply>
  /** Creates an application. @returns its token */
  createApplication(changes?: Record<string, unknown>): Promise<string>
  /** Creates and signs an application (status S). @returns its token */
  createSignedApplication(changes?: Record<string, unknown>): Promise<string>
}

export async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const contentType = response.headers.get("content-type") ?? ""
  const isJson = contentType.startsWith("application/json") && text !== ""
  const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: response.status, contentType, text, json }
}

/** Requests an access token with valid credentials. */
export async function requestToken(
  sandbox: Sandbox,
  environment: "staging" | "production" = "staging",
  baseUrl = environment === "staging" ? sandbox.baseUrl : sandbox.productionBaseUrl
): Promise<Reply> {
  const { apiUsername, apiPassword, apiSignature } = sandbox.credentials[environment]
  return readReply(
    await fetch(`${baseUrl}/uaa/oauth/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${apiSignature}`,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({
        grant_type: "password",
        scope: "openid",
        username: apiUsername,
        password: apiPassword,
      }).toString(),
    })
  )
}

/** Builds a valid Create order body of $812.40. */
export function buildOrder(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    orderId: "cart_1-1",
    firstName: "Maya",
    lastName: "Okafor",
    street: "418 Linden Avenue",
    city: "Brooklyn",
    zip: "11201",
    state: "NY",
    email: "maya@example.com",
    cellPhone: "7185550142",
    returnUrl: "http://localhost:9/return",
    cancelUrl: "http://localhost:9/cancel",
    loanAmount: 812.4,
    shipping: 20,
    taxes: 42.4,
    applicationItems: [
      { description: "Walnut chair", quantity: 2, price: 300.5, category: "Chairs", total: 601 },
      { description: "Wool throw", quantity: 1, price: 149, sku: "THROW-1" },
    ],
    ...changes,
  }
}

/** The cart after the return of the throw. */
export const REMAINING_CART = {
  loanAmount: 601,
  shipping: 0,
  taxes: 0,
  items: [{ description: "Walnut chair", quantity: 2, price: 300.5 }],
}

/** Starts a simulator without output and postback delay, and a caller with a staging token. */
export async function startWithCaller(options: Partial<SandboxOptions> = {}): Promise<Caller> {
  const sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0, ...options })
  const token = String((await requestToken(sandbox)).json.access_token)
  const authorization = `Bearer ${token}`
  const send = async (url: string, init: RequestInit) => readReply(await fetch(url, init))
  const post = (path: string, body?: unknown) =>
    send(sandbox.baseUrl + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const file = async (changes: Record<string, unknown> = {}) =>
    String((await post("/application/ecommerce/orders", buildOrder(changes))).json.token)
  return {
    sandbox,
    headers: () => ({ authorization }),
    post,
    createApplication: file,
    get: (path) => send(sandbox.baseUrl + path, { headers: { authorization } }),
    control: (path, body = {}) =>
      send(`${sandbox.url}/control${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    async createSignedApplication(changes = {}) {
      const application = await file(changes)
      await sandbox.control.decision(application, { outcome: "sign" })
      return application
    },
  }
}

/** Waits until `condition` holds. @throws after two seconds */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 2_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("the condition did not hold within two seconds")
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

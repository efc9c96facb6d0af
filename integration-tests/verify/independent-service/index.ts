import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type Answer, ok, readText, refuse, writeAnswer } from "./answer"
import { type Application, Applications, type Body } from "./applications"
import { ROUTES } from "./endpoints"
import { ANSWERS_BEFORE_EFFECT, type Hostility, corruptAnswer } from "./hostility"
import { type Personality, PLAIN } from "./personality"
import type { Service } from "./service"

// An implementation of the contract that shares no code with the plugin or its simulator.

export type IndependentService = {
  baseUrl: string
  credentials: { apiUsername: string; apiPassword: string; apiSignature: string }
  /** Signs the newest open application. */
  signNewest: () => void
  /** Approves a pre-approval, or declines an application. */
  decideApplication: (token: string, decision: "pre-approved" | "declined") => void
  /** Lists the order ids of applications that a customer can still sign or is paying for. */
  listLiveOrders: () => string[]
  /** Number of calls of each endpoint, by its number in the contract. */
  calls: Map<number, number>
  close: () => Promise<void>
}

type Options = {
  personality?: Personality
  hostility?: Hostility[]
  /** Lifetime of an access token. */
  lifetimeSeconds?: number
}

const CREDENTIALS = {
  apiUsername: "independent-user",
  apiPassword: "independent-password",
  apiSignature: Buffer.from("independent:signature").toString("base64"),
}

/** Starts the service on a free port. Amounts are dollars, as in the contract. */
export async function startIndependentService({
  personality = PLAIN,
  hostility = [],
  lifetimeSeconds = 18_000,
}: Options = {}): Promise<IndependentService> {
  const applications = new Applications(personality)
  /** Access tokens with their expiry (epoch milliseconds). */
  const accessTokens = new Map<string, number>()
  const calls = new Map<number, number>()
  let count = 0

  const server = createServer((request, response) => {
    void answer(request).then(
      (found) => writeAnswer(response, found),
      () => writeAnswer(response, refuse(500, "internal"))
    )
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  const service: Service = {
    applications,
    personality,
    pages: `${origin}/api/customer`,
    range: { minimum: 300, maximum: 5_000 },
    notify: (application) => void sendPostback(application),
  }

  async function answer(request: IncomingMessage): Promise<Answer | null> {
    const text = await readText(request)
    const url = new URL(request.url ?? "/", origin)
    const path = url.pathname.replace(/^\/api/, "")
    if (path === "/uaa/oauth/token") {
      calls.set(1, (calls.get(1) ?? 0) + 1)
      return issueToken(request, new URLSearchParams(text))
    }
    if (path.startsWith("/customer/")) return { status: 200, text: "For the customer" }
    const route = ROUTES.find((route) => route.method === request.method && route.path.test(path))
    if (!route) return refuse(404, "path")
    calls.set(route.number, (calls.get(route.number) ?? 0) + 1)
    count += 1
    const kinds = hostility.filter(({ every }) => count % every === 0).map(({ kind }) => kind)
    if (kinds.includes("slow")) await sleep(120)
    const before = kinds.map((kind) => ANSWERS_BEFORE_EFFECT[kind]).find((one) => one !== undefined)
    if (before) return before
    if (route.number !== 15 && !isAuthorized(request)) return refuse(401, "invalid_token")
    const body = text === "" ? {} : (JSON.parse(text) as Body)
    const params = route.path.exec(path)?.slice(1) ?? []
    const found = route.handle({ service, body, query: url.searchParams, params })
    return kinds.reduce<Answer | null>((one, kind) => one && corruptAnswer(kind, one), found)
  }

  function issueToken({ headers }: IncomingMessage, form: URLSearchParams): Answer {
    const isValid =
      headers.authorization === `Basic ${CREDENTIALS.apiSignature}` &&
      form.get("grant_type") === "password" &&
      form.get("scope") === "openid" &&
      form.get("username") === CREDENTIALS.apiUsername &&
      form.get("password") === CREDENTIALS.apiPassword
    if (!isValid) return refuse(401, "invalid_grant")
    const access_token = randomUUID()
    accessTokens.set(access_token, Date.now() + lifetimeSeconds * 1_000)
    return ok({
      access_token,
      token_type: "Bearer",
      expires_in: lifetimeSeconds,
      refresh_token: randomUUID(),
      refresh_expires_in: 432_000,
      scope: "openid profile email",
    })
  }

  function isAuthorized({ headers }: IncomingMessage): boolean {
    const [, token = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? []
    return (accessTokens.get(token) ?? 0) > Date.now()
  }

  async function sendPostback({ token, notifyUrl, orderId, phase }: Application): Promise<void> {
    if (notifyUrl === null) return
    const { encoding, hasDetails } = personality.postbacks
    const fields = { uuid: token, ...(hasDetails ? { orderId, state: phase } : {}) }
    const isForm = encoding === "form"
    await fetch(notifyUrl, {
      method: "POST",
      headers: {
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      },
      body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    }).catch(() => undefined)
  }

  return {
    baseUrl: `${origin}/api`,
    credentials: CREDENTIALS,
    signNewest: () => {
      const newest = applications.listLive().findLast(({ phase }) => phase === "open")
      if (!newest) throw new Error("No application is open")
      newest.phase = "signed"
      service.notify(newest)
    },
    decideApplication: (token, decision) => {
      const application = applications.find(token)
      if (!application) throw new Error("No application has this token")
      application.phase = decision
      service.notify(application)
    },
    listLiveOrders: () => applications.listLive().map(({ orderId }) => orderId),
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import {
  createFinancingClient,
  type FinancingClient,
  type FinancingClientOptions,
  FinancingError,
} from "../../../src/financing-api"

export const TOKEN_PATH = "/api/uaa/oauth/token"

export interface ReceivedRequest {
  method: string
  /** Path and query as received. */
  url: string
  headers: IncomingMessage["headers"]
  rawHeaders: string[]
  body: string
}

/** Answers a request. `n` counts requests of the same kind, from 1. */
export type Reply = (response: ServerResponse, request: ReceivedRequest, n: number) => void

export interface ScriptedService {
  baseUrl: string
  /** Token requests. */
  tokenRequests: ReceivedRequest[]
  /** All other requests. */
  calls: ReceivedRequest[]
  /** Number of connections opened so far. */
  connections: () => number
  dropConnections: () => void
}

const cleanUps: (() => Promise<void>)[] = []

/** Closes every server and client of a test. Call it in afterEach. */
export async function cleanUp(): Promise<void> {
  for (const end of cleanUps.splice(0).reverse()) await end()
}

export function createReply(
  status: number,
  body: unknown,
  headers: Record<string, string> = {}
): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }
}

export function replyInTurn(...replies: Reply[]): Reply {
  return (response, request, n) => replies[Math.min(n, replies.length) - 1]?.(response, request, n)
}

export const hang: Reply = () => undefined
export const reset: Reply = (response) => response.socket?.destroy()

export const issueToken: Reply = (response, request, n) =>
  createReply(200, {
    access_token: `token-${n}`,
    token_type: "Bearer",
    expires_in: 18_000,
    refresh_token: `refresh-${n}`,
    refresh_expires_in: 432_000,
    scope: "openid profile email",
  })(response, request, n)

/** Starts an HTTP or HTTPS server on loopback with scripted answers. */
export async function startService(script: {
  call?: Reply
  token?: Reply
  tls?: { key: string; cert: string }
}): Promise<ScriptedService> {
  const tokenRequests: ReceivedRequest[] = []
  const calls: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    void readAll(incoming).then((body) => {
      const { method = "", url = "", headers, rawHeaders } = incoming
      const request = { method, url, headers, rawHeaders, body }
      const isToken = url === TOKEN_PATH
      const receivedRequests = isToken ? tokenRequests : calls
      receivedRequests.push(request)
      const answer = isToken ? (script.token ?? issueToken) : (script.call ?? hang)
      answer(response, request, receivedRequests.length)
    })
  }
  const server: Server = script.tls ? createTlsServer(script.tls, listener) : createServer(listener)
  server.on("connection", (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  server.on("tlsClientError", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const dropConnections = () => sockets.forEach((socket) => socket.destroy())
  cleanUps.push(async () => {
    dropConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const scheme = script.tls ? "https" : "http"
  return {
    baseUrl: `${scheme}://127.0.0.1:${port}/api`,
    tokenRequests,
    calls,
    connections: () => connections,
    dropConnections,
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

export const CREDENTIALS = {
  apiUsername: "canary-username",
  apiPassword: "canary-p&ss=word",
  apiSignature: "Y2FuYXJ5OnNpZ25hdHVyZQ==",
}

/** Creates a client whose retry pauses take no time. `cleanUp` closes it. */
export function createClient(
  service: { baseUrl: string },
  options: Partial<FinancingClientOptions> = {}
): FinancingClient {
  const client = createFinancingClient({
    baseUrl: service.baseUrl,
    ...CREDENTIALS,
    random: () => 0,
    ...options,
  })
  cleanUps.push(() => client.close())
  return client
}

/** Returns the FinancingError of a call. @throws when it succeeds or fails otherwise */
export async function getFinancingError(call: Promise<unknown>): Promise<FinancingError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error
  )
  if (outcome instanceof FinancingError) return outcome
  throw new Error("expected a FinancingError", { cause: outcome })
}

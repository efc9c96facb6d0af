import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { Agent } from "undici"

/** A round-robin load balancer in front of several servers. */
export type LoadBalancer = {
  url: string
  /** Replaces the servers that receive requests. */
  setServers: (urls: readonly string[]) => void
  close: () => Promise<void>
}

const CHECK_EVERY_MS = 500

/** Hop-by-hop headers, which are not forwarded. */
const HOP_BY_HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding", "upgrade", "expect"]

/** Errors before anything was sent: the request can go to the next server. */
const UNSENT_ERROR_CODES = ["ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"]

function buildForwardedHeaders({
  headers,
  socket,
}: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP_HEADERS.includes(name) ? [] : [[name, value] as const]
  )
  const before = headers["x-forwarded-for"]
  const via = [before, socket.remoteAddress].filter((one) => one !== undefined).join(", ")
  return { ...Object.fromEntries(kept), "x-forwarded-for": via, "x-forwarded-proto": "http" }
}

const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined

/** Starts a load balancer on localhost. Skips servers whose `/health` fails, until it succeeds. */
export async function startLoadBalancer(port = 0): Promise<LoadBalancer> {
  const agent = new Agent()
  let servers: readonly string[] = []
  const unhealthy = new Set<string>()
  let turn = 0

  const checkHealth = async (url: string): Promise<void> => {
    const isHealthy = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false
    )
    if (isHealthy) unhealthy.delete(url)
    else unhealthy.add(url)
  }
  const checks = setInterval(() => servers.forEach((url) => void checkHealth(url)), CHECK_EVERY_MS)

  const listServersInTurn = (): string[] => {
    turn += 1
    const start = turn % Math.max(1, servers.length)
    const all = [...servers.slice(start), ...servers.slice(0, start)]
    return all.filter((url) => !unhealthy.has(url))
  }

  const forwardRequest = async (
    request: IncomingMessage,
    response: ServerResponse
  ): Promise<void> => {
    const body = await buffer(request)
    const { url: path = "/", method = "GET" } = request
    const headers = buildForwardedHeaders(request)
    for (const origin of listServersInTurn()) {
      try {
        const options = { origin, path, method, headers, body: body.length > 0 ? body : null }
        await agent.stream(options, ({ statusCode, headers: answered }) =>
          response.writeHead(statusCode, answered)
        )
        return
      } catch (error) {
        if (response.headersSent) return void response.destroy()
        unhealthy.add(origin)
        if (!UNSENT_ERROR_CODES.includes(String(getErrorCode(error)))) break
      }
    }
    response.writeHead(502, { "content-type": "application/json" })
    response.end(JSON.stringify({ type: "unavailable", message: "No server answered." }))
  }

  const server = createServer((request, response) => {
    forwardRequest(request, response).catch(() => response.destroy())
  })
  await new Promise((resolve, reject) =>
    server.once("error", reject).listen(port, "localhost", () => resolve(undefined))
  )
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://localhost:${bound}`,
    setServers: (urls) => {
      servers = urls
      unhealthy.clear()
    },
    close: async () => {
      clearInterval(checks)
      server.close()
      server.closeAllConnections()
      await agent.destroy()
    },
  }
}

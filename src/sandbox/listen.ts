import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"

export interface ListeningServer {
  port: number
  /** Closes idle keep-alive connections. */
  dropIdleConnections(): void
  /** Stops listening and destroys every connection. */
  close(): Promise<void>
}

export interface ListenOptions {
  port: number
  host: string
  stepOverTakenPort: boolean
}

const KEEP_ALIVE_MS = 30_000
const MAX_PORT_STEPS = 50

function tryPort(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false)
      else reject(error)
    }
    server.once("error", onError)
    server.listen(port, host, () => {
      server.off("error", onError)
      resolve(true)
    })
  })
}

/** Listens on a port, or with `stepOverTakenPort` on the next free one. @throws Error when the port is taken */
export async function listen(
  handler: RequestListener,
  options: ListenOptions
): Promise<ListeningServer> {
  const server = createServer(handler)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  // Listens on IPv4 only, because resolvers order ::1 and 127.0.0.1 differently.
  const host = options.host === "localhost" ? "127.0.0.1" : options.host
  let { port } = options
  while (!(await tryPort(server, port, host))) {
    if (!options.stepOverTakenPort || port - options.port >= MAX_PORT_STEPS) {
      throw new Error(`Port ${String(port)} is taken; choose another one.`)
    }
    port += 1
  }
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    dropIdleConnections: () => server.closeIdleConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

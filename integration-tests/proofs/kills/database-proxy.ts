import { connect, createServer, type Socket } from "node:net"
import { findFreePort } from "../../../tooling/free-port"

/** A TCP proxy to Postgres that can break or stall its connections. */
export type DatabaseProxy = {
  /** The database's URL through the proxy. */
  url: string
  /** Breaks every connection and rejects new ones. */
  cut: () => void
  /** Stalls all traffic in both directions without an error. */
  hold: () => void
  /** Accepts new connections again and breaks stalled ones. */
  mend: () => void
  close: () => Promise<void>
}

type ProxyState = "well" | "cut" | "held"

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  let state: ProxyState = "well"

  const trackSocket = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
    return socket
  }
  const destroySockets = () => sockets.forEach((socket) => socket.destroy())

  const server = createServer((clientSocket) => {
    trackSocket(clientSocket)
    if (state === "cut") return clientSocket.destroy()
    if (state === "held") return clientSocket.pause()
    const databaseSocket = trackSocket(connect(Number(target.port || 5432), target.hostname))
    clientSocket.pipe(databaseSocket).pipe(clientSocket)
    clientSocket.on("close", () => databaseSocket.destroy())
    databaseSocket.on("close", () => clientSocket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve))

  const url = new URL(databaseUrl)
  url.hostname = "localhost"
  url.port = String(port)
  return {
    url: url.toString(),
    cut: () => {
      state = "cut"
      destroySockets()
    },
    hold: () => {
      state = "held"
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      if (state === "held") destroySockets()
      state = "well"
    },
    close: async () => {
      destroySockets()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { connect, createServer, type Socket } from "node:net"
import { freePort } from "../../../tooling/free-port"

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

type Mood = "well" | "cut" | "held"

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const there = new URL(databaseUrl)
  const port = await freePort()
  const sockets = new Set<Socket>()
  let mood: Mood = "well"

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
    return socket
  }
  const breakAll = () => sockets.forEach((socket) => socket.destroy())

  const server = createServer((near) => {
    keep(near)
    if (mood === "cut") return near.destroy()
    if (mood === "held") return near.pause()
    const far = keep(connect(Number(there.port || 5432), there.hostname))
    near.pipe(far).pipe(near)
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve))

  const url = new URL(databaseUrl)
  url.hostname = "localhost"
  url.port = String(port)
  return {
    url: url.toString(),
    cut: () => {
      mood = "cut"
      breakAll()
    },
    hold: () => {
      mood = "held"
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      if (mood === "held") breakAll()
      mood = "well"
    },
    close: async () => {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

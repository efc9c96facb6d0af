import { connect, createServer, type Socket } from "node:net"
import { freePort } from "../../../tooling/free-port"

/** A wire to Postgres that can be cut, or held without a word. */
export type DatabaseProxy = {
  /** The same database, over this wire. */
  url: string
  /** Breaks every connection, and lets no new one through. */
  cut: () => void
  /** Drops all traffic in both directions, without an error to either side. */
  hold: () => void
  /** New connections work again; those that were held are broken. */
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

import { createServer, type Server } from "node:net"
import { freePort } from "../tooling/free-port"

/** Belongs to this machine like 127.0.0.1, and nothing else listens on it. */
const ASIDE = "127.0.0.2"
const ATTEMPTS = 50

export type ClaimedPort = { port: number; release: () => Promise<void> }

async function listenAside(port: number): Promise<Server | "taken" | "impossible"> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code === "EADDRINUSE" ? "taken" : "impossible")
    )
    server.listen(port, ASIDE, () => resolve(server))
  })
}

/**
 * The preferred port, or the next free one, kept for a process that listens only later: a store
 * takes seconds to boot, and a second demo beside this one must not choose the same port
 * meanwhile. The claim is a listener on another loopback address, so that it ends with this
 * process and is in nobody's way; where there is no such address the port is merely free now.
 */
export async function claimPort(preferred: number): Promise<ClaimedPort> {
  for (let attempt = 0, from = preferred; attempt < ATTEMPTS; attempt++) {
    const port = await freePort(from)
    const claim = await listenAside(port)
    if (claim === "impossible") return { port, release: async () => undefined }
    if (claim !== "taken") {
      return { port, release: () => new Promise((resolve) => claim.close(() => resolve())) }
    }
    from = port + 1
  }
  throw new Error(`No port from ${preferred} upwards could be claimed`)
}

import { createServer, type Server } from "node:net"
import { findFreePort } from "../tooling/free-port"

/** A loopback address, like 127.0.0.1, that no other program uses. */
const CLAIM_ADDRESS = "127.0.0.2"
const MAX_ATTEMPTS = 50

export type ClaimedPort = { port: number; release: () => Promise<void> }

async function listenOnClaimAddress(port: number): Promise<Server | "taken" | "impossible"> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code === "EADDRINUSE" ? "taken" : "impossible")
    )
    server.listen(port, CLAIM_ADDRESS, () => resolve(server))
  })
}

/**
 * Reserves the preferred port, or the next free one, for a process that listens later: a store takes
 * seconds to boot, and a second demo must not choose the same port in that time. The claim is a listener on
 * another loopback address, which ends with this process. Without such an address, the port is only free now.
 * @throws Error when no port is free
 */
export async function claimPort(preferred: number): Promise<ClaimedPort> {
  for (let attempt = 0, nextPort = preferred; attempt < MAX_ATTEMPTS; attempt++) {
    const port = await findFreePort(nextPort)
    const claim = await listenOnClaimAddress(port)
    if (claim === "impossible") return { port, release: async () => undefined }
    if (claim !== "taken") {
      return { port, release: () => new Promise((resolve) => claim.close(() => resolve())) }
    }
    nextPort = port + 1
  }
  throw new Error(`No port from ${preferred} upwards could be claimed`)
}

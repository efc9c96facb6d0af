import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

/** Picks a port below the ephemeral range, where outgoing connections could take it first. */
const pickPort = (): number => randomInt(10_000, 30_000)

/** Finds a free port on localhost: `preferred`, or the next free one. @throws Error when there is none */
export async function findFreePort(preferred = pickPort()): Promise<number> {
  for (let port = preferred; port < 65_536; port++) {
    const found = await bindPort(port)
    if (found !== undefined) return found
  }
  throw new Error(`No free port from ${preferred} upwards`)
}

async function bindPort(port: number): Promise<number | undefined> {
  // Binds without a host, to detect a conflict on any address of the machine.
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined)
      else reject(error)
    })
    server.listen(port, () => {
      const { port: bound } = server.address() as AddressInfo
      server.close(() => resolve(bound))
    })
  })
}

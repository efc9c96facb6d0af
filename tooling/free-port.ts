import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

/** Below the range from which systems take ports for outgoing connections: one of those could take it first. */
const anyPort = (): number => randomInt(10_000, 30_000)

/** A port of `localhost` that is free at this moment; with `preferred`, that one or the next. */
export async function freePort(preferred = anyPort()): Promise<number> {
  for (let port = preferred; port < 65_536; port++) {
    const found = await bind(port)
    if (found !== undefined) return found
  }
  throw new Error(`No free port from ${preferred} upwards`)
}

async function bind(port: number): Promise<number | undefined> {
  // Without a host: taken means taken on any of the machine's addresses.
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

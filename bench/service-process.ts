import { connect } from "node:net"
import type { AddressInfo } from "node:net"
import { createServer } from "node:tls"
import { selfSigned } from "../tooling/self-signed-certificate"
import { type Credentials, startSandbox } from "../src/sandbox"

// Run by `fork`: the simulator in a process of its own, so that whoever calls it shares no thread with it; in
// front of it the same over TLS.

export type Service = {
  baseUrl: string
  credentials: Credentials
  tls: { origin: string; ca: string }
}

async function main(): Promise<void> {
  const sandbox = await startSandbox({ quiet: true })
  const port = Number(new URL(sandbox.url).port)
  const { key, cert } = selfSigned("localhost")
  const front = createServer({ key, cert }, (socket) => {
    const behind = connect(port, "localhost")
    socket.pipe(behind).pipe(socket)
    socket.on("error", () => behind.destroy())
    behind.on("error", () => socket.destroy())
  })
  front.listen(0, "localhost", () => {
    const { port: tlsPort } = front.address() as AddressInfo
    const tls = { origin: `https://localhost:${tlsPort}`, ca: cert }
    const { baseUrl, credentials } = sandbox
    process.send?.({ baseUrl, credentials: credentials.staging, tls } satisfies Service)
  })
  process.on("disconnect", () => process.exit())
}

void main()

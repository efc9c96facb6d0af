import { connect, createServer, type AddressInfo, type Server } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { type Credentials, startSandbox } from "../src/sandbox"
import { createCertificate } from "../tooling/self-signed-certificate"

// Started by `fork`: runs the simulator in a process of its own, so that it shares no thread with its caller. Also
// serves it over TLS and through a proxy that delays each request.

export type Service = {
  baseUrl: string
  credentials: Credentials
  tls: { origin: string; ca: string }
  /** Delays each request by the milliseconds in the first argument. */
  slowOrigin: string
}

async function listenOnFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  return (server.address() as AddressInfo).port
}

async function main(): Promise<void> {
  const { baseUrl, url, credentials } = await startSandbox({ quiet: true })
  const port = Number(new URL(url).port)
  const slowMs = Number(process.argv[2])
  const { key, cert } = createCertificate("localhost")
  const tls = createTlsServer({ key, cert }, (socket) => {
    const upstream = connect(port, "localhost")
    socket.pipe(upstream).pipe(socket)
    socket.on("error", () => upstream.destroy())
    upstream.on("error", () => socket.destroy())
  })
  const slow = createServer((socket) => {
    const upstreamSocket = connect(port, "localhost")
    socket.on("data", (request) => void setTimeout(() => upstreamSocket.write(request), slowMs))
    upstreamSocket.pipe(socket)
    socket.on("close", () => upstreamSocket.destroy())
    socket.on("error", () => upstreamSocket.destroy())
    upstreamSocket.on("error", () => socket.destroy())
  })
  process.send?.({
    baseUrl,
    credentials: credentials.staging,
    tls: { origin: `https://localhost:${await listenOnFreePort(tls)}`, ca: cert },
    slowOrigin: `http://localhost:${await listenOnFreePort(slow)}`,
  } satisfies Service)
  process.on("disconnect", () => process.exit())
}

void main()

import { createServer, type IncomingMessage } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

export interface ConnectProxy {
  /** The value for `HTTPS_PROXY`. */
  url: string
  /** The requested host and port of each tunnel, with its credentials. */
  tunnels: { target: string; authorization: string | undefined }[]
  stop: () => Promise<void>
}

/** The answer to CONNECT: opens the tunnel, refuses with a status, or never answers. */
type ProxyBehavior = "open" | "silent" | 407 | 502

/** Starts a forward proxy on loopback that supports only CONNECT. */
export async function startProxy(behavior: ProxyBehavior = "open"): Promise<ConnectProxy> {
  const tunnels: ConnectProxy["tunnels"] = []
  const sockets = new Set<Socket>()
  const trackSocket = (socket: Socket): void => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
  }
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on("connection", trackSocket)
  server.on("connect", ({ url = "", headers }: IncomingMessage, client: Socket) => {
    tunnels.push({ target: url, authorization: headers["proxy-authorization"] })
    if (behavior === "silent") return
    if (behavior !== "open")
      return client.end(`HTTP/1.1 ${behavior} No\r\ncontent-length: 0\r\n\r\n`)
    const target = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n")
      target.pipe(client).pipe(target)
    })
    trackSocket(target)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    stop: async () => {
      sockets.forEach((socket) => socket.destroy())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

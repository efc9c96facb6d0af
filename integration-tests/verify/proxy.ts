import { once } from "node:events"
import { createServer } from "node:http"
import type { Sandbox } from "../../src/sandbox"

export interface ProxiedAnswer {
  path: string
  status: number
  contentType: string
  body: string
}

export interface Proxy {
  baseUrl: string
  close(): void
}

/**
 * Starts a proxy of the simulator. `change` gets each answer and the number of the call from 1, and returns the
 * answer to send. Null closes the connection.
 */
export async function startProxy(
  sandbox: Sandbox,
  change: (answer: ProxiedAnswer, count: number) => Promise<ProxiedAnswer | null>
): Promise<Proxy> {
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === "string" && !["host", "connection", "content-length"].includes(name)
          ? [[name, value] as [string, string]]
          : []
      )
      const body = Buffer.concat(chunks)
      const path = request.url ?? "/"
      void fetch(new URL(path, sandbox.url), {
        method: request.method ?? "GET",
        headers,
        ...(body.length > 0 && { body }),
      }).then(async (answer) => {
        count += 1
        const contentType = answer.headers.get("content-type") ?? ""
        const text = await answer.text()
        const changedAnswer = await change(
          { path, status: answer.status, contentType, body: text },
          count
        )
        if (changedAnswer === null) return void response.destroy()
        response
          .writeHead(changedAnswer.status, { "content-type": changedAnswer.contentType })
          .end(changedAnswer.body)
      })
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  return {
    baseUrl: `http://localhost:${address.port}/api/v1`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

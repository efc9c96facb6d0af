import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface ReceivedPostback {
  contentType: string
  text: string
  fields: Record<string, string>
}

export interface PostbackReceiver {
  url: string
  received: ReceivedPostback[]
  /** HTTP statuses for the next postbacks, then 200. */
  answers: number[]
  close(): Promise<void>
}

/** Starts a server for a notifyUrl that records postbacks. */
export async function startPostbackReceiver(): Promise<PostbackReceiver> {
  const received: ReceivedPostback[] = []
  const answers: number[] = []
  const server = createServer((req, res) => {
    let text = ""
    req.on("data", (chunk: Buffer) => (text += chunk.toString()))
    req.on("end", () => {
      const contentType = req.headers["content-type"] ?? ""
      const fields = Object.fromEntries(new URLSearchParams(text))
      received.push({ contentType, text, fields })
      res.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${String(port)}/hooks`,
    received,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

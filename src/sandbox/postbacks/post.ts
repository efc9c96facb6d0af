import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"

const ANSWER_WITHIN_MS = 10_000

export interface Post {
  url: string
  contentType: string
  body: string
  signal: AbortSignal
}

/** Sends a POST on a new connection. Resolves to the HTTP status. @throws when there is no response */
export function post({ url, contentType, body, signal }: Post): Promise<number> {
  const request = url.startsWith("https:") ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: "POST",
      agent: false,
      signal,
      timeout: ANSWER_WITHIN_MS,
      headers: {
        "content-type": contentType,
        "content-length": String(Buffer.byteLength(body)),
        connection: "close",
      },
    })
    sending.on("response", (answer) => {
      answer.resume()
      answer.on("error", reject)
      answer.on("close", () => resolve(answer.statusCode ?? 0))
    })
    sending.on("timeout", () => sending.destroy(new Error("no answer in time")))
    sending.on("error", reject)
    sending.end(body)
  })
}

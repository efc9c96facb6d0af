import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"

const RESPONSE_TIMEOUT_MS = 10_000

export interface PostRequest {
  url: string
  contentType: string
  body: string
  signal: AbortSignal
}

/** Sends a POST on a new connection. Resolves to the HTTP status. @throws when there is no response */
export function sendPost({ url, contentType, body, signal }: PostRequest): Promise<number> {
  const request = url.startsWith("https:") ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, {
      method: "POST",
      agent: false,
      signal,
      timeout: RESPONSE_TIMEOUT_MS,
      headers: {
        "content-type": contentType,
        "content-length": String(Buffer.byteLength(body)),
        connection: "close",
      },
    })
    clientRequest.on("response", (answer) => {
      answer.resume()
      answer.on("error", reject)
      answer.on("close", () => resolve(answer.statusCode ?? 0))
    })
    clientRequest.on("timeout", () => clientRequest.destroy(new Error("no answer in time")))
    clientRequest.on("error", reject)
    clientRequest.end(body)
  })
}

import type { IncomingMessage, ServerResponse } from "node:http"

export type Answer = {
  status: number
  json?: Record<string, unknown>
  text?: string
  /** Content type of `text`. */
  type?: string
  headers?: Record<string, string>
}

export const ok = (json: Record<string, unknown>): Answer => ({ status: 200, json })
export const refuse = (status: number, error: string): Answer => ({ status, json: { error } })

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

/** Writes an answer. Null closes the connection without one. */
export function writeAnswer(response: ServerResponse, answer: Answer | null): void {
  if (answer === null) {
    response.destroy()
    return
  }
  const { status, json, text = "", type = "text/plain", headers = {} } = answer
  response.writeHead(status, { "content-type": json ? "application/json" : type, ...headers })
  response.end(json ? JSON.stringify(json) : text)
}

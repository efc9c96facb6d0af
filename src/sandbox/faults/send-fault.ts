import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import type { Answer } from "../endpoints/answer"
import type { Fault } from "./fault"
import { listOddities, applyOddities } from "./oddities"

interface FaultContext {
  res: ServerResponse
  fault: Fault
  /** The real response for `after`, a placeholder for `before`. */
  answer: Answer
}

const HUGE_BYTES = 64 * 1024 * 1024

/** Sends a complete response with a matching `Content-Length`. */
export function sendAnswer(
  res: ServerResponse,
  answer: Answer,
  headers: Record<string, string> = {}
) {
  if (res.destroyed) return
  res.writeHead(answer.status, {
    "content-type": answer.contentType,
    "content-length": String(Buffer.byteLength(answer.body)),
    ...headers,
  })
  res.end(answer.body)
}

function resetConnection(res: ServerResponse): void {
  if (res.socket && "resetAndDestroy" in res.socket) res.socket.resetAndDestroy()
  else res.destroy()
}

function truncateBody(body: string): string {
  return body.slice(0, Math.max(1, Math.floor(body.length / 2)))
}

/** Overrides fields of a JSON response. Leaves other responses unchanged. */
function alterAnswer({ body, ...rest }: Answer, fields: Fault["fields"]): Answer {
  if (!rest.contentType.startsWith("application/json")) return { ...rest, body }
  return { ...rest, body: JSON.stringify({ ...(JSON.parse(body) as object), ...fields }) }
}

async function sendDrip({ res, fault, answer }: FaultContext): Promise<void> {
  res.writeHead(answer.status, { "content-type": answer.contentType, ...fault.headers })
  const bytes = Buffer.from(answer.body)
  const closed = once(res, "close")
  for (let sent = 0; sent < bytes.length && !res.destroyed; sent += 1) {
    res.write(bytes.subarray(sent, sent + 1))
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, fault.intervalMs ?? 250).unref()),
      closed,
    ])
  }
  if (!res.destroyed) res.end()
}

async function sendHuge({ res, fault, answer }: FaultContext): Promise<void> {
  res.writeHead(200, { "content-type": answer.contentType, ...fault.headers })
  const block = Buffer.alloc(64 * 1024, " ")
  const blocks = Readable.from(
    (function* () {
      for (let sent = 0; sent < HUGE_BYTES; sent += block.length) yield block
    })()
  )
  const isZipped = fault.headers?.["content-encoding"] === "gzip"
  const transfer = isZipped ? pipeline(blocks, createGzip(), res) : pipeline(blocks, res)
  await transfer.catch(() => undefined)
}

async function sendPartialBytes(res: ServerResponse, bytes: string): Promise<void> {
  await new Promise<void>((resolve) => {
    if (!res.socket) return resolve()
    res.socket.write(bytes, () => resolve())
  })
  res.destroy()
}

const FAULT_SENDERS: Record<Fault["kind"], (wire: FaultContext) => void | Promise<void>> = {
  timeout: () => undefined,
  reset: ({ res }) => resetConnection(res),
  status: ({ res, fault, answer }) => {
    const status = fault.status ?? 500
    const body = fault.body ?? JSON.stringify({ status, error: "Sandbox fault", message: "" })
    sendAnswer(res, { ...answer, status, body }, fault.headers)
  },
  unauthorized: ({ res, fault, answer }) => {
    const body = JSON.stringify({ status: 401, error: "Unauthorized", message: "" })
    sendAnswer(res, { ...answer, status: 401, body }, fault.headers)
  },
  truncated: ({ res, fault, answer }) =>
    sendAnswer(res, { ...answer, body: truncateBody(answer.body) }, fault.headers),
  garbage: ({ res, fault, answer }) =>
    sendAnswer(res, { ...answer, status: 200, body: fault.body ?? "}{ <not json>" }, fault.headers),
  drip: sendDrip,
  empty: ({ res, fault, answer }) =>
    sendAnswer(res, { ...answer, status: 200, body: "" }, fault.headers),
  "wrong-content-type": ({ res, fault, answer }) => {
    const contentType = answer.contentType.startsWith("text/plain")
      ? "application/json"
      : "text/html"
    sendAnswer(res, { ...answer, contentType, body: fault.body ?? answer.body }, fault.headers)
  },
  redirect: ({ res, fault, answer }) => {
    const headers = { location: "/control/elsewhere", ...fault.headers }
    sendAnswer(res, { ...answer, status: fault.status ?? 302, body: "" }, headers)
  },
  huge: sendHuge,
  "mid-headers": ({ res }) => sendPartialBytes(res, "HTTP/1.1 200 OK\r\nContent-Type: appl"),
  "mid-body": ({ res, answer }) => {
    const length = String(Buffer.byteLength(answer.body))
    const head = `HTTP/1.1 ${String(answer.status)} OK\r\nContent-Type: ${answer.contentType}`
    return sendPartialBytes(
      res,
      `${head}\r\nContent-Length: ${length}\r\n\r\n${truncateBody(answer.body)}`
    )
  },
  altered: ({ res, fault, answer }) =>
    sendAnswer(res, alterAnswer(answer, fault.fields), fault.headers),
  odd: ({ res, fault, answer }) => {
    if (res.destroyed) return
    const odd = applyOddities(answer, fault.oddities ?? listOddities(fault.operation))
    const length = odd.status === 204 ? {} : { "content-length": String(odd.body.length) }
    res.writeHead(odd.status, { ...odd.headers, ...length, ...fault.headers })
    res.end(odd.body)
  },
}

/** Gets the HTTP status that the client receives. Null when no complete header is sent. */
export function getSentStatus(fault: Fault, answer: Answer): number | null {
  if (["timeout", "reset", "mid-headers"].includes(fault.kind)) return null
  if (fault.kind === "status") return fault.status ?? 500
  if (fault.kind === "unauthorized") return 401
  if (fault.kind === "redirect") return fault.status ?? 302
  if (["garbage", "empty", "huge"].includes(fault.kind)) return 200
  if (fault.kind !== "odd") return answer.status
  return applyOddities(answer, fault.oddities ?? listOddities(fault.operation)).status
}

/** Sends a faulty response instead of the normal one. Resolves when nothing is left to send. */
export async function sendFault(wire: FaultContext): Promise<void> {
  await FAULT_SENDERS[wire.fault.kind](wire)
}

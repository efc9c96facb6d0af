import type { IncomingHttpHeaders } from "node:http"
import { context, createContextKey } from "@medusajs/framework/opentelemetry/api"
import type { Dispatcher } from "undici"
import type { Deadline, EndOfCall } from "./deadline"

/** Returns a header as text; duplicates are joined, which makes them invalid. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value: string | readonly string[] | undefined = headers[name]
  if (value === undefined) return null
  return typeof value === "string" ? value : value.join(", ")
}

/** Maximum body size in bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576

export interface ExchangeRequest {
  dispatcher: Dispatcher
  origin: string
  path: string
  method: "GET" | "POST"
  headers: Record<string, string>
  body: string | null
  /** Milliseconds until the first byte of the request must be written. */
  connectMs: number
  deadline: Deadline
}

export interface Answer {
  kind: "answer"
  status: number
  headers: IncomingHttpHeaders
  /** `null` when only the status arrived; never for a 2xx. */
  body: Buffer | null
}

export interface BrokenExchange {
  kind: "broken"
  reason: EndOfCall | "connect-timeout" | "connection" | "too-large"
  /** False: not one byte was written, so nothing happened. */
  sent: boolean
  status: number | null
  /** An error code such as ECONNREFUSED. */
  detail: string | null
}

/** What `suppressTracing` of @opentelemetry/core sets: paths contain application tokens. */
const UNTRACED = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING")

type Head = Pick<Answer, "status" | "headers">

/**
 * Sends one request and reads its whole answer. Never rejects: a failure is a value that says whether bytes were
 * sent, which decides the outcome. Redirects are answers and are not followed (E6).
 */
export function exchange(request: ExchangeRequest): Promise<Answer | BrokenExchange> {
  const { dispatcher, connectMs, deadline, ...message } = request
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let head: Head | null = null
    let controller: Dispatcher.DispatchController | null = null
    let done = false

    function finish(result: Answer | BrokenExchange): void {
      if (done) return
      done = true
      clearTimeout(connectTimer)
      deadline.signal.removeEventListener("abort", onEnd)
      resolve(result)
    }
    function fail(reason: BrokenExchange["reason"], error?: Error): void {
      // A status outside 2xx is sufficient without its body.
      const judgeable = head !== null && (head.status < 200 || head.status > 299)
      if (head !== null && judgeable) finish({ kind: "answer", ...head, body: null })
      const status = head?.status ?? null
      finish({ kind: "broken", reason, sent: controller !== null, status, detail: codeOf(error) })
      controller?.abort(new Error("abandoned"))
    }
    const onEnd = () => fail(deadline.endedBy())
    const connectTimer = setTimeout(() => fail("connect-timeout"), connectMs)
    deadline.signal.addEventListener("abort", onEnd, { once: true })
    if (deadline.signal.aborted) return onEnd()

    context.with(context.active().setValue(UNTRACED, true), () =>
      dispatcher.dispatch(message, {
        // Called once connected, immediately before the first byte is written.
        onRequestStart(started) {
          if (done) return started.abort(new Error("abandoned"))
          clearTimeout(connectTimer)
          controller = started
        },
        onResponseStart(_controller, status, headers) {
          if (status < 200) return
          head = { status, headers }
          if (Number(headerOf(headers, "content-length") ?? 0) > MAX_BODY_BYTES) fail("too-large")
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          if (size > MAX_BODY_BYTES) return fail("too-large")
          chunks.push(chunk)
        },
        onResponseEnd() {
          if (head === null) return fail("connection")
          finish({ kind: "answer", ...head, body: Buffer.concat(chunks, size) })
        },
        onResponseError(_controller, error) {
          fail("connection", error)
        },
      })
    )
  })
}

/** Only the code: messages of parsers and sockets can quote what they read. */
function codeOf(error: Error | undefined): string | null {
  const code: unknown = error === undefined ? undefined : Reflect.get(error, "code")
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : null
}

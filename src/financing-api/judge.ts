import { type IncomingHttpHeaders, STATUS_CODES } from "node:http"
import type { z } from "@medusajs/framework/zod"
import type { Call } from "./call"
import type { FinancingError, FinancingErrorCode } from "./errors"
import { type Answer, type BrokenExchange, headerOf } from "./exchange"
import { type Failure, toError } from "./failure"
import { mayBeJson, readAnswer, textOf } from "./read-answer"
import { readJson } from "./read-json"

/** The result of one attempt. `unauthorized` is a 401 to a bearer token, not yet an error. */
export type Verdict<T> =
  | { kind: "success"; value: T; httpStatus: number; unreadable: string[] }
  | { kind: "unauthorized" }
  | { kind: "failure"; error: FinancingError; retryAfterMs: number | null }

/** The result of a call, after all repeats. */
export type FinalVerdict<T> = Exclude<Verdict<T>, { kind: "unauthorized" }>

/** The codes of a broken exchange, by whether bytes were sent. */
const BROKEN: Record<BrokenExchange["reason"], Record<"before" | "after", FinancingErrorCode>> = {
  deadline: { before: "deadline_before_sending", after: "timed_out" },
  aborted: { before: "aborted_before_sending", after: "aborted" },
  "connect-timeout": { before: "connect_timeout", after: "connection_broken" },
  connection: { before: "unreachable", after: "connection_broken" },
  "too-large": { before: "answer_too_large", after: "answer_too_large" },
}

/** Statuses of endpoint 1 that mean its credentials; RFC 6749 answers 400 or 401. */
const REJECTED_CREDENTIALS: ReadonlySet<number> = new Set([400, 401, 403])
/** With 425 and 429 the service has not processed the request. */
const COME_BACK_LATER: ReadonlySet<number> = new Set([425, 429])

/** Judges one attempt by its status, then by its body. Never throws. */
export function judge<Out extends z.ZodType>(
  call: Call<Out>,
  result: Answer | BrokenExchange,
  sent: string
): Verdict<z.output<Out>> {
  if (result.kind === "broken") {
    const code = BROKEN[result.reason][result.sent ? "after" : "before"]
    const detail = result.detail ?? undefined
    return failed(call, { code, httpStatus: result.status, detail })
  }
  const { status } = result
  if (status === 401 && call.endpoint.auth === "bearer") return { kind: "unauthorized" }
  if (status < 200 || status > 299) {
    return failed(call, {
      code: codeOfStatus(call, status),
      httpStatus: status,
      serviceError: serviceErrorOf(result, sent),
      retryAfterMs: retryAfterMs(result.headers),
    })
  }
  const reading = readAnswer(call.endpoint, result)
  if (reading.read) return { kind: "success", ...reading.value, httpStatus: status }
  return failed(call, { code: "unreadable_answer", httpStatus: status, detail: reading.problem })
}

/** Builds a failed verdict, including for failures before or between attempts. */
export function failed(
  call: Call,
  failure: Failure & { retryAfterMs?: number | null }
): Verdict<never> {
  const { retryAfterMs: wait, ...rest } = failure
  return { kind: "failure", error: toError(call, rest), retryAfterMs: wait ?? null }
}

function codeOfStatus(call: Call, status: number): FinancingErrorCode {
  if (call.endpoint.auth === "basic" && REJECTED_CREDENTIALS.has(status)) return "wrong_credentials"
  if (status === 408) return "request_timeout"
  if (COME_BACK_LATER.has(status)) return "rate_limited"
  if (status >= 300 && status <= 399) return "redirected"
  if (status >= 400 && status <= 499) return "refused"
  if (status >= 500 && status <= 599) return "server_error"
  return "unexpected_status"
}

const REASON_PHRASES = new Set(Object.values(STATUS_CODES).map((phrase) => phrase?.toLowerCase()))
// Requires an underscore, because a plain word may be a name.
const MACHINE_WORD = /^[A-Za-z]+(_[A-Za-z]+)+$/
const LONGEST_WORD = 40

/**
 * Returns the `error` word of an error body if it may be shown: a reason phrase ("Bad Request") or a machine word
 * ("invalid_grant"). The interface does not define error bodies, and some quote the request, so a word of the
 * request is not shown either.
 */
export function serviceErrorOf(answer: Answer, sent: string): string | null {
  if (!mayBeJson(answer)) return null
  const text = textOf(answer)
  const body = text.read ? readJson(text.value) : text
  if (!body.read || typeof body.value !== "object" || body.value === null) return null
  const word: unknown = Reflect.get(body.value, "error")
  if (typeof word !== "string") return null
  if (REASON_PHRASES.has(word.toLowerCase())) return word
  if (word.length > LONGEST_WORD || !MACHINE_WORD.test(word)) return null
  return sent.toLowerCase().includes(word.toLowerCase()) ? null : word
}

/** `Tue, 15 Nov 1994 08:12:31 GMT`; `Date.parse` alone accepts almost anything. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/

/**
 * Returns a Retry-After header in milliseconds: seconds, or a date compared with the answer's own Date, independent
 * of this clock. `null` when missing or unreadable.
 */
export function retryAfterMs(headers: IncomingHttpHeaders): number | null {
  const header = headerOf(headers, "retry-after") ?? ""
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const until = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN
  if (Number.isNaN(until)) return null
  const now = Date.parse(headerOf(headers, "date") ?? "none")
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now))
}

import type { IncomingHttpHeaders } from "node:http"
import { headerOf } from "./exchange"

/** A call that is safe to repeat is tried this often at most. */
export const MOST_TRIES = 3
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 2_000
/** `Tue, 15 Nov 1994 08:12:31 GMT`; alone, `Date.parse` would take almost anything. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/

/**
 * Milliseconds to pause after the n-th failed try (from 1): doubling, with jitter so that a crowd
 * does not come back at once (H7), and never earlier than the service asked for.
 */
export function pauseMs(failed: {
  tries: number
  retryAfterMs: number | null
  random: () => number
}): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failed.tries - 1))
  const jittered = ceiling / 2 + (failed.random() * ceiling) / 2
  return (failed.retryAfterMs ?? 0) + jittered
}

/**
 * Milliseconds from a Retry-After header: seconds, or a date, which is compared with the answer's
 * own Date so that no clock of ours matters. `null` when there is none or it is not readable.
 */
export function retryAfterMs(headers: IncomingHttpHeaders): number | null {
  const header = headerOf(headers, "retry-after") ?? ""
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const until = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN
  if (Number.isNaN(until)) return null
  const now = Date.parse(headerOf(headers, "date") ?? "none")
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now))
}

import type { z } from "@medusajs/framework/zod"
import { ignoreErrors, inSpan } from "../in-span"
import type { AccessTokens } from "./access-tokens"
import { attempt, type Attempt, authorizedAttempt } from "./attempt"
import { type Call, type CallOptions, identify, prepare, type Wire } from "./call"
import { startDeadline } from "./deadline"
import type { Endpoint } from "./endpoints"
import { mayRepeat } from "./failure"
import { logCall } from "./log-call"
import type { FinalVerdict, Verdict } from "./judge"

/** A call's authorization: the shared token, a fixed header, or none. */
export type Authorization = { tokens: AccessTokens } | { header: string } | null

export interface Sending<In extends z.ZodType, Out extends z.ZodType> {
  endpoint: Endpoint<In, Out>
  input: z.input<In>
  authorization: Authorization
  options?: CallOptions
}

/** Sends every call: checks, attempts, repeats where safe, reports, answers. Throws FinancingErrors only. */
export async function send<In extends z.ZodType, Out extends z.ZodType>(
  wire: Wire,
  sending: Sending<In, Out>
): Promise<z.output<Out>> {
  const { clock, logger, onCall } = wire.settings
  const { endpoint, options } = sending
  const caller = identify(endpoint, options?.correlationId)
  const parts = prepare(endpoint, sending.input, caller)
  // A span contains no more than the log line: no address, body or header.
  const attributes = { operation: caller.operation, correlation_id: caller.correlationId }
  return await inSpan(`call ${caller.operation}`, attributes, async (note) => {
    const startedAt = clock.now()
    const verdict = await tryWithin(wire, sending, { ...caller, endpoint, parts })
    const ms = clock.now() - startedAt
    const error = verdict.kind === "failure" ? verdict.error : null
    logCall(logger, { caller, verdict, ms, warned: wire.warned })
    ignoreErrors(() => onCall?.({ operation: caller.operation, error, ms }))
    const { httpStatus } = verdict.kind === "failure" ? verdict.error : verdict
    note({
      outcome: error?.outcome ?? "success",
      ...(error === null ? {} : { "error.type": error.code }),
      ...(httpStatus === null ? {} : { "http.response.status_code": httpStatus }),
    })
    if (verdict.kind === "failure") throw verdict.error
    return verdict.value
  })
}

async function tryWithin<In extends z.ZodType, Out extends z.ZodType>(
  wire: Wire,
  { endpoint, authorization, options }: Sending<In, Out>,
  prepared: Omit<Call<Out>, "deadline">
): Promise<FinalVerdict<z.output<Out>>> {
  const { clock, deadlines } = wire.settings
  const ms = deadlines[endpoint.deadline]
  const deadline = startDeadline({ ms, clock, signal: options?.signal })
  try {
    const call: Call<Out> = { ...prepared, deadline }
    const once = options?.once === true
    const attemptOnce: Attempt<z.output<Out>> =
      authorization !== null && "tokens" in authorization
        ? authorizedAttempt(wire, call, { tokens: authorization.tokens, unhurried: once })
        : () => attempt(wire, call, authorization?.header ?? null)
    return once ? settled(await attemptOnce()) : await tryRepeatedly(wire, call, attemptOnce)
  } finally {
    deadline.end()
  }
}

const MOST_TRIES = 3
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 2_000

/**
 * Milliseconds to pause after the n-th failed attempt (from 1): doubles, with jitter to spread clients (H7), and
 * never less than the service asked for.
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

async function tryRepeatedly<T>(
  wire: Wire,
  call: Call,
  attemptOnce: Attempt<T>
): Promise<FinalVerdict<T>> {
  const { clock, random } = wire.settings
  for (let tries = 1; ; tries += 1) {
    const verdict = settled(await attemptOnce())
    if (verdict.kind === "success") return verdict
    if (!call.endpoint.safeToRepeat || tries === MOST_TRIES) return verdict
    if (!mayRepeat(verdict.error)) return verdict
    const pause = pauseMs({ tries, retryAfterMs: verdict.retryAfterMs, random })
    // The pause would exceed the deadline, so the failure is final.
    if (pause >= call.deadline.remaining()) return verdict
    try {
      await clock.sleep(pause, call.deadline.signal)
    } catch {
      return verdict
    }
  }
}

function settled<T>(verdict: Verdict<T>): FinalVerdict<T> {
  if (verdict.kind !== "unauthorized") return verdict
  throw new TypeError("a 401 to a bearer token is settled by authorizedAttempt")
}

import type { Attributes } from "@medusajs/framework/opentelemetry/api"
import type { z } from "@medusajs/framework/zod"
import { inSpan } from "../in-span"
import type { AccessTokens } from "./access-tokens"
import { attempt, type Attempt, authorizedAttempt } from "./attempt"
import { type Call, type CallOptions, identify, prepare, type Wire } from "./call"
import type { EndedCall } from "./client-options"
import { startDeadline } from "./deadline"
import type { Endpoint } from "./endpoints"
import { type FailedCall, isWorthRepeating } from "./failure"
import { logCall } from "./log-call"
import type { Verdict } from "./judge"

/** How a call proves who is calling: the shared token, a fixed header, or nothing. */
export type Authorization = { tokens: AccessTokens } | { header: string } | null

export interface Sending<In extends z.ZodType, Out extends z.ZodType> {
  endpoint: Endpoint<In, Out>
  input: z.input<In>
  authorization: Authorization
  options?: CallOptions
}

/**
 * The one way out for all endpoints: check, try, repeat where that is safe, tell, answer.
 * Throws a FinancingError and nothing else.
 */
export async function send<In extends z.ZodType, Out extends z.ZodType>(
  wire: Wire,
  sending: Sending<In, Out>
): Promise<z.output<Out>> {
  const { clock, logger, onCall } = wire.settings
  const { endpoint, options } = sending
  const caller = identify(endpoint, options?.correlationId)
  const parts = prepare(endpoint, sending.input, caller)
  return await inSpan(`call ${caller.operation}`, whoCalls(caller), async (note) => {
    const startedAt = clock.now()
    const verdict = await tryWithin(wire, sending, { ...caller, endpoint, parts })
    const ms = clock.now() - startedAt
    const error = verdict.kind === "failure" ? verdict.error : null
    logCall(logger, { caller, verdict, ms, warned: wire.warned })
    tell(onCall, { operation: caller.operation, error, ms })
    note(whatCame(verdict))
    if (verdict.kind === "failure") throw verdict.error
    return verdict.value
  })
}

// A span says no more of a call than its log line: no address, no body, no header.

const whoCalls = ({ operation, correlationId }: FailedCall): Attributes => ({
  operation,
  correlation_id: correlationId,
})

function whatCame(verdict: Settled<unknown>): Attributes {
  const { error, httpStatus } =
    verdict.kind === "failure"
      ? { error: verdict.error, httpStatus: verdict.error.httpStatus }
      : { error: null, httpStatus: verdict.httpStatus }
  return {
    outcome: error?.outcome ?? "success",
    ...(error === null ? {} : { "error.type": error.code }),
    ...(httpStatus === null ? {} : { "http.response.status_code": httpStatus }),
  }
}

/** The tries of one call, until its deadline. */
async function tryWithin<In extends z.ZodType, Out extends z.ZodType>(
  wire: Wire,
  { endpoint, authorization, options }: Sending<In, Out>,
  prepared: Omit<Call<Out>, "deadline">
): Promise<Settled<z.output<Out>>> {
  const { clock, deadlines } = wire.settings
  const ms = deadlines[endpoint.deadline]
  const deadline = startDeadline({ ms, clock, signal: options?.signal })
  try {
    const call: Call<Out> = { ...prepared, deadline }
    const once = options?.once === true
    const attemptOnce = attemptOf(wire, call, { authorization, once })
    return once ? settled(await attemptOnce()) : await tryRepeatedly(wire, call, attemptOnce)
  } finally {
    deadline.end()
  }
}

/** A watcher that throws must not turn a settled loan into an error. */
function tell(onCall: ((call: EndedCall) => void) | undefined, call: EndedCall): void {
  try {
    onCall?.(call)
  } catch {
    // There is nobody left to tell.
  }
}

function attemptOf<Out extends z.ZodType>(
  wire: Wire,
  call: Call<Out>,
  { authorization, once }: { authorization: Authorization; once: boolean }
): Attempt<z.output<Out>> {
  if (authorization !== null && "tokens" in authorization) {
    return authorizedAttempt(wire, call, { tokens: authorization.tokens, unhurried: once })
  }
  return () => attempt(wire, call, authorization?.header ?? null)
}

type Settled<T> = Exclude<Verdict<T>, { kind: "unauthorized" }>

/** A call that is safe to repeat is tried this often at most. */
const MOST_TRIES = 3
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 2_000

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

async function tryRepeatedly<T>(
  wire: Wire,
  call: Call,
  attemptOnce: Attempt<T>
): Promise<Settled<T>> {
  const { clock, random } = wire.settings
  for (let tries = 1; ; tries += 1) {
    const verdict = settled(await attemptOnce())
    if (verdict.kind === "success") return verdict
    if (!call.endpoint.safeToRepeat || tries === MOST_TRIES) return verdict
    if (!isWorthRepeating(verdict.error)) return verdict
    const pause = pauseMs({ tries, retryAfterMs: verdict.retryAfterMs, random })
    // The pause would outlast the call: this failure is the honest answer, and now.
    if (pause >= call.deadline.remaining()) return verdict
    try {
      await clock.sleep(pause, call.deadline.signal)
    } catch {
      return verdict
    }
  }
}

function settled<T>(verdict: Verdict<T>): Settled<T> {
  if (verdict.kind !== "unauthorized") return verdict
  throw new TypeError("a 401 to a bearer token is settled by authorizedAttempt")
}

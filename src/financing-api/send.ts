import type { z } from "@medusajs/framework/zod"
import type { AccessTokens } from "./access-tokens"
import { attempt, type Attempt, authorizedAttempt } from "./attempt"
import { MOST_TRIES, pauseMs } from "./back-off"
import { type Call, type CallOptions, identify, prepare, type Wire } from "./call"
import type { EndedCall } from "./client-options"
import { startDeadline } from "./deadline"
import type { Endpoint } from "./endpoint"
import { isWorthRepeating } from "./failure"
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
 * The one way out for all endpoints: check, try, repeat where that is safe, log, answer.
 * Throws a FinancingError and nothing else.
 */
export async function send<In extends z.ZodType, Out extends z.ZodType>(
  wire: Wire,
  sending: Sending<In, Out>
): Promise<z.output<Out>> {
  const { clock, deadlines } = wire.settings
  const { endpoint, options } = sending
  const caller = identify(endpoint, options?.correlationId)
  const parts = prepare(endpoint, sending.input, caller)
  const startedAt = clock.now()
  const deadline = startDeadline({
    ms: deadlines[endpoint.deadline],
    clock,
    signal: options?.signal,
  })
  try {
    const call: Call<Out> = { ...caller, endpoint, parts, deadline }
    const once = options?.once === true
    const attemptOnce = attemptOf(wire, call, { authorization: sending.authorization, once })
    const verdict = once
      ? settled(await attemptOnce())
      : await tryRepeatedly(wire, call, attemptOnce)
    const ms = clock.now() - startedAt
    logCall(wire.settings.logger, { caller, verdict, ms, warned: wire.warned })
    const error = verdict.kind === "failure" ? verdict.error : null
    tell(wire.settings.onCall, { operation: caller.operation, error })
    if (verdict.kind === "failure") throw verdict.error
    return verdict.value
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

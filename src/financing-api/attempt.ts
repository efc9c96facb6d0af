import type { z } from "@medusajs/framework/zod"
import { ignoreErrors } from "../in-span"
import type { AccessToken, AccessTokens } from "./access-tokens"
import type { Call, Wire } from "./call"
import { waitWithin } from "./deadline"
import { CredentialsError, FinancingError } from "./errors"
import { exchange } from "./exchange"
import { failed, judge, type Verdict } from "./judge"

export type Attempt<T> = () => Promise<Verdict<T>>

export async function attempt<Out extends z.ZodType>(
  wire: Wire,
  call: Call<Out>,
  authorization: string | null
): Promise<Verdict<z.output<Out>>> {
  const { settings, pools } = wire
  const { endpoint, parts } = call
  const path = settings.baseUrl.prefix + parts.path
  const result = await exchange({
    dispatcher: endpoint.safeToRepeat ? pools.kept : pools.fresh,
    origin: settings.baseUrl.origin,
    path,
    method: endpoint.method,
    headers: { ...parts.headers, ...(authorization === null ? {} : { authorization }) },
    body: parts.body,
    connectMs: settings.deadlines.connect,
    deadline: call.deadline,
  })
  if (result.kind === "answer") {
    ignoreErrors(() => settings.onAnswer?.({ operation: call.operation, answer: result }))
  }
  return judge(call, result, `${path} ${parts.body ?? ""} ${authorization ?? ""}`)
}

/**
 * Attempts with the bearer token. A 401 drops that generation of the token and repeats the call once with the next
 * ("Authentication", 6), once per call and not per attempt (D3).
 */
export function authorizedAttempt<Out extends z.ZodType>(
  wire: Wire,
  call: Call<Out>,
  { tokens, unhurried }: { tokens: AccessTokens; unhurried: boolean }
): Attempt<z.output<Out>> {
  let mayRepeat = true

  async function tryOnce(): Promise<Verdict<z.output<Out>>> {
    const token = await takeToken(call, () => tokens.current({ unhurried }))
    if ("kind" in token) return token
    const verdict = await attempt(wire, call, `Bearer ${token.value}`)
    if (verdict.kind === "unauthorized") tokens.drop(token.generation)
    return verdict
  }

  return async () => {
    const first = await tryOnce()
    if (first.kind !== "unauthorized") return first
    if (!mayRepeat) return secondUnauthorized(call)
    mayRepeat = false
    const second = await tryOnce()
    if (second.kind === "unauthorized") return secondUnauthorized(call)
    return second.kind === "failure" ? afterUnauthorized(call, second) : second
  }
}

/** Waits for the shared token, but no longer than the call's deadline. */
async function takeToken(
  call: Call,
  current: () => Promise<AccessToken>
): Promise<AccessToken | Verdict<never>> {
  try {
    const token = await waitWithin(current(), call.deadline.signal)
    if (token !== null) return token
    const aborted = call.deadline.endedBy() === "aborted"
    return failed(call, { code: aborted ? "aborted_before_sending" : "deadline_before_sending" })
  } catch (error) {
    const code = error instanceof CredentialsError ? "wrong_credentials" : "token_unavailable"
    const httpStatus = error instanceof FinancingError ? error.httpStatus : null
    const detail = error instanceof FinancingError ? `requestToken: ${error.code}` : undefined
    return failed(call, { code, httpStatus, detail })
  }
}

// The service may answer 401 after it executed the call (A21, D4). So an error of a changing call's repeat leaves
// the outcome in doubt, whatever the error says.

function secondUnauthorized(call: Call): Verdict<never> {
  const outcome = call.changes ? "in-doubt" : "did-not-happen"
  return failed(call, { code: "wrong_credentials", httpStatus: 401, outcome })
}

function afterUnauthorized(
  call: Call,
  second: Extract<Verdict<never>, { kind: "failure" }>
): Verdict<never> {
  if (!call.changes) return second
  const { error } = second
  const isCredentials = error instanceof CredentialsError
  return failed(call, {
    code: isCredentials ? "wrong_credentials" : "repeat_failed",
    httpStatus: error.httpStatus,
    detail: error.code,
    outcome: "in-doubt",
  })
}

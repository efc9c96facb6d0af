import { context, ROOT_CONTEXT } from "@medusajs/framework/opentelemetry/api"
import type { Clock } from "./deadline"
import { CredentialsError } from "./errors"

/**
 * Runs `work` once for everybody who asks while it runs. Nothing outlives the run: a rejection
 * reaches those who waited and is then forgotten (D7).
 */
function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}

export interface AccessToken {
  value: string
  /** Counts up with every token obtained: a 401 drops the generation that it was answered to. */
  generation: number
}

export interface AccessTokens {
  /**
   * The token in force; fetched once for all who ask while there is none. Who is `unhurried` comes back
   * later anyway: right after one could not be had it is refused without asking again (H7).
   */
  current(asking?: { unhurried?: boolean }): Promise<AccessToken>
  /** Forgets this generation, once; later ones stay (D2). */
  drop(generation: number): void
  close(): void
}

export interface AccessTokenSource {
  fetchToken(signal: AbortSignal): Promise<{ value: string; lifetimeMs: number }>
  clock: Clock
  /** A renewal in the background failed; the old token is still in use. */
  onRenewalFailure(error: unknown): void
}

interface HeldToken extends AccessToken {
  expiresAt: number
  used: boolean
}

/** A timer may ring a moment early; a clock that is further behind did not mean it. */
const EARLY_RING_MS = 50
const SHORTEST_RENEWAL_PAUSE_MS = 1_000
/** Scheduled status checks come by the hundred: in an outage each would ask for a token of its own. */
const PAUSE_AFTER_FAILURE_MS = 5_000

const LARGEST_MARGIN_MS = 60_000
const MARGIN_SHARE = 0.1

/** Milliseconds before expiry at which a renewal starts: 60 s or a tenth of the lifetime. */
export function renewalMarginMs(lifetimeMs: number): number {
  return Math.min(LARGEST_MARGIN_MS, lifetimeMs * MARGIN_SHARE)
}

/**
 * The token cache of one client (section "Authentication", 5 and 6). Renewal starts before expiry
 * and in the background, but only for a token that was used: an idle shop asks for none.
 */
export function createAccessTokens(source: AccessTokenSource): AccessTokens {
  const { clock } = source
  const closing = new AbortController()
  let held: HeldToken | null = null
  let generation = 0
  let plan = new AbortController()
  let failure: { at: number; error: unknown } | null = null

  const renew = singleFlight(async () => {
    const askedAt = clock.now()
    const { value, lifetimeMs } = await source
      .fetchToken(closing.signal)
      .catch((error: unknown) => {
        failure = { at: clock.now(), error }
        throw error
      })
    failure = null
    generation += 1
    const token = { value, generation, expiresAt: askedAt + lifetimeMs, used: false }
    if (closing.signal.aborted) return token
    held = token
    plan.abort()
    plan = new AbortController()
    // No part of the call that happened to want this token.
    const due = token.expiresAt - renewalMarginMs(lifetimeMs)
    void context.with(ROOT_CONTEXT, () => renewAt(token, due, plan.signal))
    return token
  })

  async function renewAt(token: HeldToken, due: number, signal: AbortSignal): Promise<void> {
    try {
      await clock.sleep(Math.max(0, due - clock.now()), signal)
    } catch {
      return
    }
    if (held !== token || !token.used || clock.now() + EARLY_RING_MS < due) return
    try {
      await renew()
    } catch (error) {
      if (closing.signal.aborted) return
      source.onRenewalFailure(error)
      const left = token.expiresAt - clock.now()
      if (error instanceof CredentialsError || left < SHORTEST_RENEWAL_PAUSE_MS) return
      const pause = Math.max(SHORTEST_RENEWAL_PAUSE_MS, left / 2)
      await renewAt(token, clock.now() + pause, signal)
    }
  }

  return {
    current: async ({ unhurried = false } = {}) => {
      const now = clock.now()
      const inForce = held !== null && now < held.expiresAt ? held : null
      if (inForce === null && unhurried && failure !== null) {
        if (now - failure.at < PAUSE_AFTER_FAILURE_MS) throw failure.error
      }
      const token = inForce ?? (await renew())
      token.used = true
      return token
    },
    drop: (dropped) => {
      if (held?.generation !== dropped) return
      held = null
      plan.abort()
    },
    close: () => {
      held = null
      plan.abort()
      closing.abort()
    },
  }
}

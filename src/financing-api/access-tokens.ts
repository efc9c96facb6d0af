import { context, ROOT_CONTEXT } from "@medusajs/framework/opentelemetry/api"
import type { Clock } from "./deadline"
import { CredentialsError } from "./errors"

export interface AccessToken {
  value: string
  /** Grows with every token: a 401 drops the generation that it answered. */
  generation: number
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

interface AccessTokenSource {
  fetchToken(signal: AbortSignal): Promise<{ value: string; lifetimeMs: number }>
  clock: Clock
  /** A background renewal failed; the old token is still in use. */
  onRenewalFailure(error: unknown): void
}

interface HeldToken extends AccessToken {
  expiresAt: number
  used: boolean
}

/** Tolerance for early timers, in milliseconds; a clock that is further behind renews later. */
const EARLY_RING_MS = 50
const SHORTEST_RENEWAL_PAUSE_MS = 1_000
/** Protects the service in an outage, when hundreds of scheduled checks would each request a token. */
const PAUSE_AFTER_FAILURE_MS = 5_000

const LARGEST_MARGIN_MS = 60_000
const MARGIN_SHARE = 0.1

/** Milliseconds before expiry at which a renewal starts: 60 s or a tenth of the lifetime. */
export function renewalMarginMs(lifetimeMs: number): number {
  return Math.min(LARGEST_MARGIN_MS, lifetimeMs * MARGIN_SHARE)
}

/**
 * The token cache of one client (section "Authentication", 5 and 6). Renews a used token in the background before it
 * expires; an idle shop renews none.
 */
export function createAccessTokens(source: AccessTokenSource) {
  const { clock } = source
  const closing = new AbortController()
  let held: HeldToken | null = null
  let generation = 0
  let plan = new AbortController()
  let failure: { at: number; error: unknown } | null = null
  let renewing: Promise<HeldToken> | null = null

  /** Runs once for all concurrent callers. A rejection reaches them and is not cached (D7). */
  const renew = () => (renewing ??= requestToken().finally(() => (renewing = null)))

  async function requestToken(): Promise<HeldToken> {
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
    // Not part of the call that needed this token.
    const due = token.expiresAt - renewalMarginMs(lifetimeMs)
    void context.with(ROOT_CONTEXT, () => renewAt(token, due, plan.signal))
    return token
  }

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
    /**
     * Returns the current token; concurrent callers share one request. `unhurried` callers, who retry later, are
     * refused without a request right after a failed one (H7).
     */
    current: async ({ unhurried = false } = {}): Promise<AccessToken> => {
      const now = clock.now()
      const inForce = held !== null && now < held.expiresAt ? held : null
      if (inForce === null && unhurried && failure !== null) {
        if (now - failure.at < PAUSE_AFTER_FAILURE_MS) throw failure.error
      }
      const token = inForce ?? (await renew())
      token.used = true
      return token
    },
    /** Drops this generation, once; later ones stay (D2). */
    drop: (dropped: number) => {
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

import type { Environment } from "../credentials"
import type { RandomSource } from "../random"
import type { Clock } from "./clock"

interface IssuedToken {
  number: number
  environment: Environment
  /** Milliseconds on the virtual clock. */
  expiresAt: number
}

/** Bearer tokens. Each is valid in one environment and expires on the virtual clock. */
export interface AccessTokens {
  issue(environment: Environment, lifetimeSeconds: number): string
  isValid(token: string, environment: Environment): boolean
  /** Ordinal of an issued token, for the call log. Undefined for an unknown token. */
  getOrdinal(token: string): number | undefined
  /** Lists every issued token. */
  list(): string[]
  /** Invalidates every issued token, as a key rotation does. */
  revokeAll(): void
}

export function createAccessTokens(clock: Clock, random: RandomSource): AccessTokens {
  const issued = new Map<string, IssuedToken>()
  let count = 0
  return {
    issue(environment, lifetimeSeconds) {
      const token = random.hex(32)
      count += 1
      const expiresAt = clock.now() + lifetimeSeconds * 1000
      issued.set(token, { number: count, environment, expiresAt })
      return token
    },
    isValid(token, environment) {
      const record = issued.get(token)
      return record?.environment === environment && record.expiresAt > clock.now()
    },
    getOrdinal: (token) => issued.get(token)?.number,
    list: () => [...issued.keys()],
    revokeAll() {
      for (const record of issued.values()) record.expiresAt = 0
    },
  }
}

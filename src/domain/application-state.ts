import type { SeenCode } from "./status-codes"

/** The life of an application in the plugin's own words. The service's code is kept beside it. */
export const APPLICATION_STATES = [
  "created",
  "awaiting-customer",
  "under-review",
  "ready-to-settle",
  "settling",
  "funded",
  "partly-refunded",
  "refunded",
  "declined",
  "cancelled",
  "expired",
  "needs-attention",
] as const

export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** States in which the service has said its last word: nothing remains to be ended there. */
export const ENDED_STATES: readonly ApplicationState[] = [
  "declined",
  "cancelled",
  "expired",
  "refunded",
]

export function hasEnded(state: ApplicationState): boolean {
  return ENDED_STATES.includes(state)
}

export const PAID_OUT_STATES: readonly ApplicationState[] = ["funded", "partly-refunded"]

/** Funded: it may stay so for ever, and nothing is expected to follow. */
export function isPaidOut(state: ApplicationState): boolean {
  return PAID_OUT_STATES.includes(state)
}

/** Our cancel (O) or full refund (T), confirmed: a code that nobody knows says nothing else. */
export type OwnEnd = "O" | "T"

/** What our own confirmed or pending calls add to what the service's code says. */
export type LocalEffects = {
  /** A settle was sent; the service does not yet read funded. */
  settleSent: boolean
  /** Cents refunded by our own confirmed refunds. */
  refunded: number
  /** A money operation of ours is being made at this very moment. */
  underWay: boolean
  /** Our own full refund is confirmed or was sent. */
  fullRefundSent: boolean
  /** How our own call ended it, as the service confirmed; null while none did. */
  ended: OwnEnd | null
  /** We ended it because the customer did not sign in time. */
  expired: boolean
}

const STATE_OF_CODE: Record<SeenCode, (effects: LocalEffects) => ApplicationState> = {
  P: () => "awaiting-customer",
  Z: () => "awaiting-customer",
  R: () => "awaiting-customer",
  A: () => "awaiting-customer",
  W: () => "under-review",
  M: () => "under-review",
  S: ({ settleSent }) => (settleSent ? "settling" : "ready-to-settle"),
  C: ({ refunded }) => (refunded > 0 ? "partly-refunded" : "funded"),
  L: ({ refunded }) => (refunded > 0 ? "partly-refunded" : "funded"),
  X: () => "declined",
  U: () => "declined",
  O: ({ expired }) => (expired ? "expired" : "cancelled"),
  T: ({ fullRefundSent }) => (fullRefundSent ? "refunded" : "needs-attention"),
  B: () => "needs-attention",
  unknown: (effects) => (effects.ended ? STATE_OF_CODE[effects.ended](effects) : "needs-attention"),
}

/** Our state for a code that the service just gave, in the light of what we did ourselves. */
export function stateOf(code: SeenCode, effects: LocalEffects): ApplicationState {
  return STATE_OF_CODE[code](effects)
}

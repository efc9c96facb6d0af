import type { ReportedCode } from "./status-codes"

/** The plugin's states of an application, stored with the service's code. */
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

export const ENDED_WITHOUT_LOAN: readonly ApplicationState[] = ["declined", "cancelled", "expired"]

/** States that the service does not change any more, so nothing is left to cancel. */
export const ENDED_STATES: readonly ApplicationState[] = [...ENDED_WITHOUT_LOAN, "refunded"]

export function hasEnded(state: ApplicationState): boolean {
  return ENDED_STATES.includes(state)
}

/** Ended without a loan. */
export function hasEndedWithoutLoan(state: ApplicationState): boolean {
  return ENDED_WITHOUT_LOAN.includes(state)
}

export const PAID_OUT_STATES: readonly ApplicationState[] = ["funded", "partly-refunded"]

/** Funded: possibly the permanent state, with no further step expected. */
export function isPaidOut(state: ApplicationState): boolean {
  return PAID_OUT_STATES.includes(state)
}

/** A confirmed cancellation (O) or full refund (T), which an unknown code does not contradict. */
export type OwnEnd = "O" | "T"

/** Effects of the plugin's own calls that the service's code does not show. */
export type LocalEffects = {
  /** A settle was sent; the service does not yet read funded. */
  settleSent: boolean
  /** Cents refunded by confirmed refunds. */
  refunded: number
  /** A money operation is running. */
  underWay: boolean
  /** A full refund is confirmed or was sent. */
  fullRefundSent: boolean
  /** The plugin's own full refund is confirmed; staff recorded none from the portal. */
  isRefundedByPlugin: boolean
  /** How a confirmed operation ended it; null if none did. */
  ended: OwnEnd | null
  /** Cancelled because the customer did not sign in time. */
  expired: boolean
}

const STATE_OF_CODE: Record<ReportedCode, (effects: LocalEffects) => ApplicationState> = {
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
  // A service may report a full refund as O instead of T.
  O: ({ expired, isRefundedByPlugin }) =>
    isRefundedByPlugin ? "refunded" : expired ? "expired" : "cancelled",
  T: ({ fullRefundSent }) => (fullRefundSent ? "refunded" : "needs-attention"),
  B: () => "needs-attention",
  unknown: (effects) => (effects.ended ? STATE_OF_CODE[effects.ended](effects) : "needs-attention"),
}

/** Maps the service's current code and the plugin's own operations to a state. */
export function stateOf(code: ReportedCode, effects: LocalEffects): ApplicationState {
  return STATE_OF_CODE[code](effects)
}

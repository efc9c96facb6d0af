import type { Cents } from "./money"
import type { ReportedCode } from "./status-codes"

/** The states of a pre-approval until an application uses it. */
export const PRE_APPROVAL_STATES = [
  /** Recorded before its call. */
  "requested",
  /** The answer was lost, so it may exist at the service. */
  "in-doubt",
  "refused",
  "awaiting-customer",
  "under-review",
  "approved",
  "declined",
  "cancelled",
  "expired",
  "needs-attention",
] as const
export type PreApprovalState = (typeof PRE_APPROVAL_STATES)[number]

/** Why an approved pre-approval was not used for a purchase. */
export const PRE_APPROVAL_OBSTACLES = ["above-amount", "expired", "not-accepted"] as const
export type PreApprovalObstacle = (typeof PRE_APPROVAL_OBSTACLES)[number]

/**
 * The state for each code. R is an assumption and A is in the contract: without a cart, either means approved, and
 * there is nothing to sign.
 */
const PRE_APPROVAL_STATE_OF_CODE: Record<ReportedCode, PreApprovalState> = {
  P: "awaiting-customer",
  Z: "awaiting-customer",
  R: "approved",
  A: "approved",
  W: "under-review",
  M: "under-review",
  S: "needs-attention",
  C: "needs-attention",
  L: "needs-attention",
  X: "declined",
  U: "declined",
  O: "cancelled",
  T: "needs-attention",
  B: "needs-attention",
  unknown: "needs-attention",
}

export function preApprovalStateOf(code: ReportedCode): PreApprovalState {
  return PRE_APPROVAL_STATE_OF_CODE[code]
}

/** States after which no change is expected. */
const OVER: readonly PreApprovalState[] = [
  "in-doubt",
  "refused",
  "declined",
  "cancelled",
  "expired",
]

export function isOver(state: PreApprovalState): boolean {
  return OVER.includes(state)
}

type Judged = {
  state: PreApprovalState
  expires_at: Date | string
  /** Null when the service named no amount; then nothing is approved. */
  max_approval_cents: number | null
}

/** Returns why an unused pre-approval cannot pay for a cart of that total now; null if it can. */
export function findObstacle(
  { state, expires_at, max_approval_cents }: Judged,
  total: Cents,
  now: number
): PreApprovalObstacle | null {
  if (state === "expired" || new Date(expires_at).getTime() <= now) return "expired"
  if (state !== "approved") return "not-accepted"
  return max_approval_cents !== null && total <= max_approval_cents ? null : "above-amount"
}

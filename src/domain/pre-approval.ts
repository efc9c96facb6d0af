import { type ApplicationState, type LocalEffects, stateOf } from "./application-state"
import type { Cents } from "./money"
import type { SeenCode } from "./status-codes"

/** The states of a pre-approval until an application uses it. */
export const PRE_APPROVAL_STATES = [
  /** Recorded before its call. */
  "requested",
  /** The answer was lost, so it may exist at the service. */
  "in-doubt",
  /** The service refused it. */
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

/** The pre-approval's state for each application state; it has no cart to sign for. */
const STATE_WITHOUT_CART: Record<ApplicationState, PreApprovalState> = {
  created: "awaiting-customer",
  "awaiting-customer": "awaiting-customer",
  "under-review": "under-review",
  "ready-to-settle": "needs-attention",
  settling: "needs-attention",
  funded: "needs-attention",
  "partly-refunded": "needs-attention",
  refunded: "needs-attention",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
  "needs-attention": "needs-attention",
}

const NO_EFFECTS: LocalEffects = {
  settleSent: false,
  refunded: 0,
  underWay: false,
  fullRefundSent: false,
  ended: null,
  expired: false,
}

/** R is an assumption and A is in the contract: without a cart, either means approved. */
export function preApprovalStateOf(code: SeenCode): PreApprovalState {
  return code === "R" || code === "A" ? "approved" : STATE_WITHOUT_CART[stateOf(code, NO_EFFECTS)]
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
export function obstacleOf(
  { state, expires_at, max_approval_cents }: Judged,
  total: Cents,
  now: number
): PreApprovalObstacle | null {
  if (state === "expired" || new Date(expires_at).getTime() <= now) return "expired"
  if (state !== "approved") return "not-accepted"
  return max_approval_cents !== null && total <= max_approval_cents ? null : "above-amount"
}

import { type ApplicationState, type LocalEffects, stateOf } from "./application-state"
import type { Cents } from "./money"
import type { SeenCode } from "./status-codes"

/** The life of a pre-approval, until an application takes it over. */
export const PRE_APPROVAL_STATES = [
  /** Written down, its call is (or was) on its way. */
  "requested",
  /** The answer was lost: nobody knows whether the service has it. */
  "in-doubt",
  /** The service did not take it. */
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

/** Why a purchase is financed without the shopper's pre-approval, which was approved. */
export const PRE_APPROVAL_OBSTACLES = ["above-amount", "expired", "not-accepted"] as const
export type PreApprovalObstacle = (typeof PRE_APPROVAL_OBSTACLES)[number]

/** What a state of an application is to a pre-approval, which has no cart that could be signed for. */
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

const NO_DEEDS: LocalEffects = {
  settleSent: false,
  refunded: 0,
  underWay: false,
  fullRefundSent: false,
  ended: null,
  expired: false,
}

/** R is an assumption and A the contract's word: before there is a cart, either means approved. */
export function preApprovalStateOf(code: SeenCode): PreApprovalState {
  return code === "R" || code === "A" ? "approved" : STATE_WITHOUT_CART[stateOf(code, NO_DEEDS)]
}

/** States in which nothing more is expected of it. */
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
  /** Null when the service named no amount: nothing is approved then. */
  max_approval_cents: number | null
}

/** What keeps an unused pre-approval from paying for a cart of that total now; null for nothing. */
export function obstacleOf(
  { state, expires_at, max_approval_cents }: Judged,
  total: Cents,
  now: number
): PreApprovalObstacle | null {
  if (state === "expired" || new Date(expires_at).getTime() <= now) return "expired"
  if (state !== "approved") return "not-accepted"
  return max_approval_cents !== null && total <= max_approval_cents ? null : "above-amount"
}

import type { PurchaseState } from "./purchase-state"
import type { Observation } from "./observation"
import { codesOf, type SeenCode } from "./status-codes"
import type { LimitReached } from "./time-limits"

/** How an application is ended at the service. */
export type Ending = {
  /** Why, for the service and the timeline. */
  reason: string
  /** It is ended only while the service reads one of these; whatever it reads where null. */
  whileCodes: readonly SeenCode[] | null
  /** Nobody signed in time. */
  expired: boolean
}

type Why = { limit: LimitReached; isLate: boolean }

/** A time limit counts only while the service still reads what the limit is about. */
const WHILE: Partial<Record<NonNullable<LimitReached>, readonly SeenCode[]>> = {
  "unsigned-too-long": codesOf("applying"),
  "unused-too-long": codesOf("ready"),
}

/** Nobody else asked for the end of what these stand on. */
const HAS_CART: readonly PurchaseState[] = ["open-cart", "changed-cart", "open-request"]

/** Who was asked for a changed order, or applied for test data, and signs at this very moment is not sent away: it is held. */
const NOT_SIGNED: readonly SeenCode[] = [...codesOf("applying", "in-review"), "X"]

const WHY: Partial<Record<PurchaseState, string>> = {
  "cancelled-order": "the order was cancelled",
  "changed-cart": "the cart was changed",
  "changed-request": "the order was changed",
}

export function endingOf(seen: Observation, why: Why): Ending {
  return {
    reason: reasonOf(seen, why),
    whileCodes: whileCodesOf(seen, why),
    expired: why.limit === "unsigned-too-long",
  }
}

function whileCodesOf(
  { purchaseState, isTestData, open }: Observation,
  { limit, isLate }: Why
): readonly SeenCode[] | null {
  const ofLimit = limit && WHILE[limit]
  if (ofLimit) return ofLimit
  if (isLate) return codesOf("ready")
  const isLeftToSigner =
    purchaseState === "changed-request" || (isTestData && HAS_CART.includes(purchaseState))
  return isLeftToSigner && !open ? NOT_SIGNED : null
}

function reasonOf(
  { purchaseState, isTestData, record }: Observation,
  { limit, isLate }: Why
): string {
  const why = WHY[purchaseState] ?? "nothing depends on it"
  if (isTestData && HAS_CART.includes(purchaseState)) return "the shop went on in production"
  return record.endReason ?? (isLate ? `${why} before it was approved` : (limit ?? why))
}

import type { PurchaseState } from "./purchase-state"
import type { Observation } from "./observation"
import { codesOf, type ReportedCode } from "./status-codes"
import type { LimitReached } from "./time-limits"

/** How an application is cancelled at the service. */
export type Ending = {
  /** The reason, for the service and the timeline. */
  reason: string
  /** Cancels only at one of these codes; at any code if null. */
  whileCodes: readonly ReportedCode[] | null
  /** The customer did not sign in time. */
  expired: boolean
}

type Why = { limit: LimitReached; isLate: boolean }

/** A time limit applies only at the codes that it concerns. */
const LIMIT_CODES: Partial<Record<NonNullable<LimitReached>, readonly ReportedCode[]>> = {
  "unsigned-too-long": codesOf("applying"),
  "unused-too-long": codesOf("ready"),
}

/** Purchase states in which no other event ends the application. */
const HAS_CART: readonly PurchaseState[] = ["open-cart", "changed-cart", "open-request"]

/**
 * A customer who signs at this moment, for a changed order or test data, is not cancelled: the application is held.
 */
const NOT_SIGNED: readonly ReportedCode[] = [...codesOf("applying", "in-review"), "X"]

const WHY: Partial<Record<PurchaseState, string>> = {
  "cancelled-order": "the order was cancelled",
  "changed-cart": "the cart was changed",
  "changed-request": "the order was changed",
}

export function endingOf(seen: Observation, why: Why): Ending {
  return {
    reason: describeReason(seen, why),
    whileCodes: whileCodesOf(seen, why),
    expired: why.limit === "unsigned-too-long",
  }
}

function whileCodesOf(
  { purchaseState, isTestData, open }: Observation,
  { limit, isLate }: Why
): readonly ReportedCode[] | null {
  const ofLimit = limit && LIMIT_CODES[limit]
  if (ofLimit) return ofLimit
  if (isLate) return codesOf("ready")
  const isLeftToSigner =
    purchaseState === "changed-request" || (isTestData && HAS_CART.includes(purchaseState))
  return isLeftToSigner && !open ? NOT_SIGNED : null
}

function describeReason(
  { purchaseState, isTestData, record }: Observation,
  { limit, isLate }: Why
): string {
  const why = WHY[purchaseState] ?? "nothing depends on it"
  if (isTestData && HAS_CART.includes(purchaseState)) return "the shop went on in production"
  return record.endReason ?? (isLate ? `${why} before it was approved` : (limit ?? why))
}

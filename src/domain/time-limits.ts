import type { Action } from "./action-table"
import type { Observation } from "./observation"
import { BEFORE_ORDER } from "./purchase-state"
import { isReadyToSettle, phaseOf, type ReportedCode } from "./status-codes"

/** The merchant's limits in hours. */
export type TimeLimits = { unsignedHours: number; unusedHours: number }

type Aged = Pick<Observation, "purchaseState" | "code" | "hoursOpen" | "hoursReady">

/** Hours after which a signed application without an order gets a review case. */
const REPORTED_AFTER = 0.25

const isUnsigned = (code: ReportedCode) => phaseOf(code) === "applying"

export type LimitReached =
  | "unsigned-too-long"
  | "unused-too-long"
  | "unused-for-a-while"
  /** An order awaits a customer who has not signed: staff decide about it. */
  | "order-unsigned"
  | null

/** Returns the time limit that an application without a paid order has reached. */
export function limitReached(
  { purchaseState, code, hoursOpen, hoursReady }: Aged,
  limits: TimeLimits
): LimitReached {
  const isUnsignedTooLong = isUnsigned(code) && hoursOpen >= limits.unsignedHours
  if (purchaseState === "unpaid-order" && isUnsignedTooLong) return "order-unsigned"
  if (!BEFORE_ORDER.includes(purchaseState)) return null
  if (isUnsignedTooLong) return "unsigned-too-long"
  if (!isReadyToSettle(code) || hoursReady === null) return null
  if (hoursReady >= limits.unusedHours) return "unused-too-long"
  return hoursReady >= REPORTED_AFTER ? "unused-for-a-while" : null
}

/** Adjusts the action at a limit: an unused application is cancelled. */
export function withTimeLimit(move: Action, limit: LimitReached): Action {
  return limit === "unsigned-too-long" || limit === "unused-too-long" ? "end-application" : move
}

const SECONDS_PER_HOUR = 3600

/**
 * Seconds until the next limit that an application of this code may reach, or null. A status check runs then,
 * however long the schedule's interval is.
 */
export function secondsUntilLimit(
  { code, hoursOpen, hoursReady }: Omit<Aged, "purchaseState">,
  { unsignedHours, unusedHours }: TimeLimits
): number | null {
  const left =
    isReadyToSettle(code) && hoursReady !== null
      ? [REPORTED_AFTER - hoursReady, unusedHours - hoursReady]
      : isUnsigned(code)
        ? [unsignedHours - hoursOpen]
        : []
  const ahead = left.filter((hours) => hours > 0)
  return ahead.length === 0 ? null : Math.ceil(Math.min(...ahead) * SECONDS_PER_HOUR)
}

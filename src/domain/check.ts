import type { Action } from "./action-table"
import type { Observation, Unclear } from "./observation"
import { secondsUntilUnfulfilled } from "./review-of-action"
import { isReadyToSettle, mayComeBack } from "./status-codes"

/** When the next check runs, if not by the schedule. */
export type Check =
  | { when: "by-schedule" }
  | { when: "within"; seconds: number }
  /** By the schedule, but not before the given seconds. */
  | { when: "not-before"; seconds: number }
  /** At once, and by the restarted schedule. */
  | { when: "again" }
  /** Within the given seconds if no check is due. */
  | { when: "if-none-is-due"; seconds: number }
  /** Never: nothing can change without an event. */
  | { when: "never" }

/** Seconds. */
const SOON = 5

/** Seconds until the next check of an order's total during a refund. */
const REFUND_TAKES = 60

/** Seconds for which core probably still works on a new order without a payment. */
export const COMPLETION_TAKES = 180

/** Seconds between the checks of a signed order: every money operation checks it anyway. */
const SIGNED_ORDER_EVERY = 30 * 60

/** Whether nothing was done, nothing is running, and nothing can change without an event. */
function isOver({ code, open }: Observation, action: Action): boolean {
  return open === null && (action === "hold" || action === "wait") && !mayComeBack(code)
}

/** Whether the next check cancels an ended, unneeded application that could be revived. */
function isToBeEnded({ code, purchaseState }: Observation, action: Action): boolean {
  const isClosed = action === "close" || action === "cancel-order"
  return isClosed && mayComeBack(code) && purchaseState !== "captured-order"
}

export function checkOf(seen: Observation, action: Action, unfulfilledHours: number): Check {
  const { ledgerDue, open, order, purchaseState } = seen
  const unfulfilled = action === "wait" ? secondsUntilUnfulfilled(seen, unfulfilledHours) : null
  // Core may still work on it.
  const isPlaced = action === "wait" && !open && purchaseState === "order-without-live-payment"
  const placed = isPlaced && order.age !== null ? COMPLETION_TAKES - order.age : null
  const due = [ledgerDue, unfulfilled, placed].filter((one) => one !== null && one > 0) as number[]
  if (due.length > 0) return { when: "within", seconds: Math.min(...due) }
  // A check after the new payment shows that the order is paid for again.
  if (isToBeEnded(seen, action) || action === "reauthorize-order") return { when: "again" }
  // Medusa's rows were not read while the operation was unfinished.
  if (open) return { when: "if-none-is-due", seconds: SOON }
  if (action === "wait" && purchaseState === "authorized-order" && isReadyToSettle(seen.code)) {
    return { when: "not-before", seconds: SIGNED_ORDER_EVERY }
  }
  return isOver(seen, action) ? { when: "never" } : { when: "by-schedule" }
}

export function checkOfUnclear(seen: Unclear): Check {
  switch (seen.unclear) {
    case "unanswered":
      return seen.ledgerDue === null
        ? { when: "by-schedule" }
        : { when: "within", seconds: seen.ledgerDue }
    case "being-placed":
      // The interval grows: a completion whose process died uses few of the schedule's frequent checks.
      return { when: "within", seconds: Math.max(SOON, seen.age) }
    case "refund-being-counted":
      return { when: "within", seconds: REFUND_TAKES }
    case "token-replaced":
      return { when: "again" }
  }
}

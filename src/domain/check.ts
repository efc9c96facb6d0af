import type { Action } from "./action-table"
import type { Observation, Unclear } from "./observation"
import { secondsUntilUnfulfilled } from "./review-wait"
import { isReadyToSettle, mayComeBack } from "./status-codes"

/** When the application is checked again, beside its schedule. */
export type Check =
  | { when: "by-schedule" }
  /** In so many seconds at the latest. */
  | { when: "within"; seconds: number }
  /** By the schedule, but not before so many seconds have passed. */
  | { when: "not-before"; seconds: number }
  /** At once, and by the schedule from its beginning. */
  | { when: "again" }
  /** In so many seconds where no check is due. */
  | { when: "if-none-is-due"; seconds: number }
  /** Never: nothing can change on its own. */
  | { when: "never" }

/** Seconds. */
const SOON = 5

/** Seconds until an order is looked at again that was just begun to be made of its cart. */
const COMPLETION_SOON = 5

/** Seconds until it is looked again what an order costs of which something is just being refunded. */
const REFUND_TAKES = 60

/** Seconds for which core is probably still at work on an order that it has just placed, without its payment. */
export const COMPLETION_TAKES = 180

/** Seconds between the checks of a signed order: nobody waits for it, and it is checked before money moves. */
const SIGNED_ORDER_EVERY = 30 * 60

/** Nothing is done, nothing is under way, and nothing can change on its own: a person was asked, or both sides agree. */
function isOver({ code, open }: Observation, action: Action): boolean {
  return open === null && (action === "hold" || action === "wait") && !mayComeBack(code)
}

/** What may come back, and is not needed from now on, is ended by the next check. */
function isToBeEnded({ code, purchaseState }: Observation, action: Action): boolean {
  const isClosed = action === "close" || action === "cancel-order"
  return isClosed && mayComeBack(code) && purchaseState !== "captured-order"
}

export function checkOf(seen: Observation, action: Action, unfulfilledHours: number): Check {
  const { ledgerDue, open, order, purchaseState } = seen
  const unfulfilled = action === "wait" ? secondsUntilUnfulfilled(seen, unfulfilledHours) : null
  // Core may still be at work on it.
  const isPlaced = action === "wait" && !open && purchaseState === "order-without-live-payment"
  const placed = isPlaced && order.age !== null ? COMPLETION_TAKES - order.age : null
  const due = [ledgerDue, unfulfilled, placed].filter((one) => one !== null && one > 0) as number[]
  if (due.length > 0) return { when: "within", seconds: Math.min(...due) }
  if (isToBeEnded(seen, action)) return { when: "again" }
  // Medusa's rows are not read beside an operation that is finished only now.
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
      // Ever later: a completion whose process died uses up few of the schedule's frequent checks.
      return { when: "within", seconds: Math.max(COMPLETION_SOON, seen.age) }
    case "refund-being-counted":
      return { when: "within", seconds: REFUND_TAKES }
    case "token-replaced":
      return { when: "again" }
  }
}

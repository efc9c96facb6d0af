import { reviewOfAmounts } from "./amounts"
import { type Check, checkOf, checkOfUnclear, COMPLETION_TAKES } from "./check"
import { describeDoubt } from "./doubt"
import { type Ending, endingOf } from "./ending"
import { nextAction, type OnLateApproval, withLateApproval } from "./next-action"
import type { Action } from "./action-table"
import type { Observation, Unclear } from "./observation"
import { reviewOfOrderEdit, reviewOfRest } from "./order-edit"
import { caseOfLost, NOTHING_TO_REVIEW, opening, type Review } from "./review"
import {
  describeStaffDecision,
  reviewOfClose,
  reviewOfDecline,
  reviewOfHold,
  reviewOfWait,
} from "./review-of-action"
import { reviewOfSilence } from "./review-silence"
import { isEnded } from "./status-codes"
import { describeTestData } from "./test-data"
import { type LimitReached, limitReached, type TimeLimits, withTimeLimit } from "./time-limits"

/** The settings that affect decisions. */
export type Rules = {
  timeLimits: TimeLimits & { unfulfilledHours: number }
  onLateApproval: OnLateApproval
  /** Whether an order with a declined financing is cancelled, or staff decide. */
  onDecline: "cancel" | "flag"
}

/** The decision about an observation. */
export type Plan = {
  action: Action
  /** Recorded before the action, whatever its outcome. */
  first: Review
  /** Recorded once the action is done. */
  done: Review
  /** Recorded when the action was prevented without opening its own case. */
  otherwise: Review
  /** How to cancel the application at the service; null if it is not cancelled. */
  ending: Ending | null
  /** After the action, the order needs a collection for the rest of its total. */
  opensRest: boolean
  /** After the action, closes the application, or frees the purchase for another one. */
  afterwards: "close" | "release" | null
  /** Both sides were read, and the decision was possible. */
  isDecided: boolean
  /** No operation is running or in doubt, so review cases of the moment that were not found again are closed. */
  isConclusive: boolean
  check: Check
}

/**
 * Decides what follows from an observation: the action, the open review cases, and the next check. Pure and total;
 * the only place that decides.
 */
export function decide(seen: Observation | Unclear, rules: Rules): Plan {
  return "unclear" in seen ? undecided(seen) : decideBy(seen, rules)
}

function decideBy(seen: Observation, rules: Rules): Plan {
  const { record, open } = seen
  const { action, limit, isLate } = chooseAction(seen, rules)
  const { unfulfilledHours } = rules.timeLimits
  const waiting = () => reviewOfWait(seen, { limit, unfulfilledHours })
  const rest = () => ({ ...reviewOfRest(seen.order.edit, record.financed), agreed: true })
  const isCapturing = action === "record-capture" || action === "repeat-settle"
  return {
    action,
    first: { ...reviewOfDoubt(seen), keep: isEditOpen(seen) ? ["order-edit"] : [] },
    done: DONE[action]?.(seen, { rules, waiting, rest }) ?? NOTHING_TO_REVIEW,
    otherwise: OTHERWISE[action]?.(seen, { rules, waiting, rest }) ?? NOTHING_TO_REVIEW,
    ending: action === "end-application" ? endingOf(seen, { limit, isLate }) : null,
    opensRest: isCapturing ? seen.order.edit !== null : isRestOpened(seen, action),
    afterwards: AFTERWARDS[action] ?? null,
    isDecided: true,
    isConclusive: open === null,
    check: checkOf(seen, action, unfulfilledHours),
  }
}

/** Decides nothing on incomplete data: checks again, and opens a review case for a long silence. */
function undecided(seen: Unclear): Plan {
  const silence = seen.unclear === "unanswered" ? seen.silence : null
  return {
    action: "wait",
    first: NOTHING_TO_REVIEW,
    done: silence ? reviewOfSilence(silence) : NOTHING_TO_REVIEW,
    otherwise: NOTHING_TO_REVIEW,
    ending: null,
    opensRest: false,
    afterwards: null,
    isDecided: false,
    isConclusive: false,
    check: checkOfUnclear(seen),
  }
}

const AFTERWARDS: Partial<Record<Action, "close" | "release">> = {
  close: "close",
  "cancel-order": "close",
  "leave-order": "release",
}

type Reviews = { rules: Rules; waiting: () => Review; rest: () => Review }
type ReviewOf = Partial<Record<Action, (seen: Observation, reviews: Reviews) => Review>>

const DONE: ReviewOf = {
  wait: (_, { waiting }) => waiting(),
  hold: reviewOfHold,
  "flag-amounts": reviewOfAmounts,
  "flag-order-edit": reviewOfOrderEdit,
  "flag-test-data": ({ purchaseState }) =>
    opening({ cause: "test-data", reason: describeTestData(purchaseState) }),
  "flag-lost": (seen) => opening(caseOfLost(seen)),
  "leave-order": (seen, { rules }) => reviewOfDecline(seen, rules.onDecline),
  "cancel-order": reviewOfClose,
  close: reviewOfClose,
  settle: () => ({ ...NOTHING_TO_REVIEW, agreed: true }),
  "record-capture": (_, { rest }) => rest(),
  "repeat-settle": (_, { rest }) => rest(),
}

const OTHERWISE: ReviewOf = {
  "place-order": (_, { waiting }) => waiting(),
  "place-order-under-review": (_, { waiting }) => waiting(),
  "record-capture": reviewOfHold,
  settle: () => ({ ...NOTHING_TO_REVIEW, keep: ["order"] }),
}

type Chosen = { action: Action; limit: LimitReached; isLate: boolean }

/** Picks the action: table, then late-approval rule, then time limits. */
function chooseAction(seen: Observation, rules: Rules): Chosen {
  const { open, isPaidFor } = seen
  // A settled loan is not cancelled automatically, however old or late.
  const limit = isPaidFor ? null : limitReached(seen, rules.timeLimits)
  const move = nextAction(seen)
  const late = isPaidFor ? move : withLateApproval(move, seen, rules.onLateApproval)
  // A cancel caused by a limit is repeated until it is confirmed.
  const isCancelled = open?.doubtful === true && open.kind === "cancel"
  const timely = open && !isCancelled ? late : withTimeLimit(late, limit)
  return { action: refineByAmounts(seen, timely, rules), limit, isLate: late !== move }
}

/** Refines the table's action by amounts, and by operations of core that may be running. */
function refineByAmounts(seen: Observation, action: Action, { onDecline }: Rules): Action {
  const { record, order } = seen
  const isOtherAmount = record.service !== record.financed
  switch (action) {
    case "record-capture":
      return isOtherAmount ? "flag-amounts" : action
    case "reauthorize-order":
      return isBeingPlaced(seen) ? "wait" : isOtherAmount ? "hold" : action
    case "cancel-order":
      return describeStaffDecision({ order, record }, onDecline) === null ? action : "leave-order"
    default:
      return action
  }
}

/** Whether core may still work on the order and revert it. */
function isBeingPlaced({ order: { age } }: Observation): boolean {
  return age !== null && age < COMPLETION_TAKES
}

function reviewOfDoubt({ open, code, record, journal }: Observation): Review {
  if (!open?.doubtful) return NOTHING_TO_REVIEW
  const doubt = describeDoubt(
    { kind: open.kind, hasNewToken: journal.hasNewToken },
    { code, hasLink: record.hasLink }
  )
  const close = [doubt.cause === "doubt" ? ("sign-again" as const) : ("doubt" as const)]
  return { ...opening(doubt), close }
}

/**
 * Whether the review case of an edit must stay open: another cause may come first now, and the edit would not be
 * found again. A captured loan's edit ends only with a full refund in the journal, because the portal may have
 * refunded a part.
 */
function isEditOpen({ purchaseState, code, order, record }: Observation): boolean {
  if (order.edit === null) return false
  const isFullyRefunded = record.refunded >= record.financed
  const isOver = isEnded(code) && (purchaseState !== "captured-order" || isFullyRefunded)
  return !isOver
}

/** During a capture or refund the order's balance still includes the moved amount. */
const isRestOpened = ({ purchaseState, ledgerDue, payment }: Observation, action: Action) =>
  action === "flag-order-edit" &&
  purchaseState === "captured-order" &&
  ledgerDue === null &&
  payment.refunded === 0

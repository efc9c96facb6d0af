import { reviewOfAmounts } from "./amounts"
import { type Check, checkOf, checkOfUnclear, COMPLETION_TAKES } from "./check"
import { questionAbout } from "./doubt"
import { type Ending, endingOf } from "./ending"
import { type OnLateApproval, withLateApproval } from "./late-approval"
import { nextAction } from "./next-action"
import type { Action } from "./action-table"
import type { Observation, Picture, Unclear } from "./observation"
import { reviewOfOrderEdit, reviewOfRest } from "./order-edit"
import { NOTHING_TO_REVIEW, opening, type Review } from "./review"
import { reviewOfClose } from "./review-close"
import { reviewOfDecline, whyLeftToStaff } from "./review-decline"
import { reviewOfHold } from "./review-hold"
import { caseOfLost } from "./review-shared"
import { reviewOfSilence } from "./review-silence"
import { reviewOfWait } from "./review-wait"
import { isEnded } from "./status-codes"
import { describeTestData } from "./test-data"
import { type LimitReached, limitReached, type TimeLimits, withTimeLimit } from "./time-limits"

/** What the merchant wants, as far as a decision depends on it. */
export type Rules = {
  timeLimits: TimeLimits & { unfulfilledHours: number }
  onLateApproval: OnLateApproval
  /** What becomes of an order whose financing is not approved: it is cancelled, or staff are asked. */
  onDecline: "cancel" | "flag"
}

/** Everything that follows from an observation. */
export type Plan = {
  action: Action
  /** Named before anything is done, whatever comes of the action. */
  first: Review
  /** Named once the action is done. */
  done: Review
  /** Named where the action could not be done, and has not said why. */
  otherwise: Review
  /** How the application is ended at the service; null where it is not. */
  ending: Ending | null
  /** The order needs a collection of its own for what is still to be paid, once the action is done. */
  opensRest: boolean
  /** It is over, or its place is free for another application, once the action is done. */
  afterwards: "close" | "release" | null
  /** Both sides were seen, and nothing stood in the way of deciding. */
  isDecided: boolean
  /** No operation of ours is under way or in doubt: a review case of the moment that is not named is closed. */
  isConclusive: boolean
  check: Check
}

/**
 * The one place that decides: which action follows from what was seen, which review cases are open, and
 * when the application is checked again. Pure and total.
 */
export function decide(seen: Picture, rules: Rules): Plan {
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

/** Nothing is decided by half of a picture: it is seen again, and a person hears of a long silence. */
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

/** The table's action, an approval that came too late, the merchant's time limits. */
function chooseAction(seen: Observation, rules: Rules): Chosen {
  const { purchaseState, code, open, isPaidFor } = seen
  // What is settled is not ended automatically, however old or late it is.
  const limit = isPaidFor ? null : limitReached(seen, rules.timeLimits)
  const move = nextAction(seen)
  const late = isPaidFor
    ? move
    : withLateApproval(move, { purchaseState, code, open }, rules.onLateApproval)
  // A limit that led to a cancel leads to its repeat, too, as long as it is not known to have worked.
  const isCancelled = open?.doubtful === true && open.kind === "cancel"
  const timely = open && !isCancelled ? late : withTimeLimit(late, limit)
  return { action: fittingTo(seen, timely, rules), limit, isLate: late !== move }
}

/** What the table means by an action, where that depends on amounts, and on who else may be at work. */
function fittingTo(seen: Observation, action: Action, { onDecline }: Rules): Action {
  const { record, order } = seen
  const isOtherAmount = record.service !== record.financed
  switch (action) {
    case "record-capture":
      return isOtherAmount ? "flag-amounts" : action
    case "reauthorize-order":
      return isBeingPlaced(seen) ? "wait" : isOtherAmount ? "hold" : action
    case "cancel-order":
      return whyLeftToStaff({ order, record }, onDecline) === null ? action : "leave-order"
    default:
      return action
  }
}

/** Core may still be at work, and take the order back. */
function isBeingPlaced({ order: { age } }: Observation): boolean {
  return age !== null && age < COMPLETION_TAKES
}

/** What is known of a call of which nobody knows how it ended. */
function reviewOfDoubt({ open, code, record, journal }: Observation): Review {
  if (!open?.doubtful) return NOTHING_TO_REVIEW
  const doubt = questionAbout(
    { kind: open.kind, hasNewToken: journal.hasNewToken },
    { code, hasLink: record.hasLink }
  )
  const close = [doubt.cause === "doubt" ? ("sign-again" as const) : ("doubt" as const)]
  return { ...opening(doubt), close }
}

/**
 * Something else may come first just now, and nobody would find the edit again. Of what was captured only a
 * refund of all of it, by our own journal, is the end: the portal may have made one of a part.
 */
function isEditOpen({ purchaseState, code, order, record }: Observation): boolean {
  if (order.edit === null) return false
  const isGivenBack = record.refunded >= record.financed
  const isOver = isEnded(code) && (purchaseState !== "captured-order" || isGivenBack)
  return !isOver
}

/** Amid a capture or a refund the order seems to owe what is just being paid or given back. */
const isRestOpened = ({ purchaseState, ledgerDue, payment }: Observation, action: Action) =>
  action === "flag-order-edit" &&
  purchaseState === "captured-order" &&
  ledgerDue === null &&
  payment.refunded === 0

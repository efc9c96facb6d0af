import { type OnLateApproval, withLateApproval } from "./late-approval"
import { type Move, nextMove, type Situation } from "./next-move"
import { type LimitReached, limitReached, type TimeLimits, withTimeLimit } from "./time-limits"

/** One application as it stands: at the service, in Medusa, and in our own journal. */
export type Observation = Situation & {
  /** Hours since the customer was sent to the service. */
  hoursOpen: number
  /** Hours since the service first read ready to settle; null before that. */
  hoursReady: number | null
}

/** What the merchant wants, as far as a decision depends on it. */
export type Rules = { timeLimits: TimeLimits; onLateApproval: OnLateApproval }

export type Decided = {
  action: Move
  limit: LimitReached
  /** It is ended because it was approved for something else than there is by now. */
  isLate: boolean
}

/**
 * What follows from an observation: the table's move, an approval that came too late, the merchant's
 * time limits. Pure and total.
 */
export function decide(seen: Observation, { timeLimits, onLateApproval }: Rules): Decided {
  const { standing, code, open, isPaidFor } = seen
  // What is settled is not ended by itself, however old or late it is.
  const limit = isPaidFor ? null : limitReached(seen, timeLimits)
  const move = nextMove(seen)
  const late = isPaidFor ? move : withLateApproval(move, { standing, code, open }, onLateApproval)
  // A limit that led to a cancel leads to its repeat, too, as long as it is not known to have worked.
  const isCancelled = open?.doubtful === true && open.kind === "cancel"
  const action = open && !isCancelled ? late : withTimeLimit(late, limit)
  return { action, limit, isLate: late !== move }
}

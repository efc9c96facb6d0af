import { type ReviewCause, REFUNDED_ELSEWHERE } from "./review-causes"
import type { Observation } from "./observation"
import { NOTHING_TO_REVIEW, type Review, type ReviewCase } from "./review"
import { caseOfLost } from "./review-shared"

/** Causes that end with the application. */
export const OVER_WITH_IT: readonly ReviewCause[] = [
  "cancel",
  "order-id",
  "settle-again",
  "unwatched",
]

/**
 * The service's final status. For a refund that the plugin did not make, staff compare, unless Medusa's payment was
 * captured and refunded in full: a partial refund would continue under an unknown token.
 */
export function reviewOfClose(seen: Observation): Review {
  const { record, payment, isLost } = seen
  const { state, financed, refunded } = record
  // A row in Medusa alone may belong to a running refund, or to one that died.
  const isGivenBack =
    payment.captured > 0 && payment.captured <= payment.refunded && refunded >= financed
  const isRefundedElsewhere = state === "needs-attention" && !isGivenBack
  const elsewhere: ReviewCase = { cause: "refunded-elsewhere", reason: REFUNDED_ELSEWHERE }
  return {
    ...NOTHING_TO_REVIEW,
    open: isRefundedElsewhere ? [isLost ? caseOfLost(seen) : elsewhere] : [],
    close: isRefundedElsewhere ? OVER_WITH_IT : ["refunded-elsewhere", ...OVER_WITH_IT],
    agreed: state === "refunded" && isGivenBack,
  }
}

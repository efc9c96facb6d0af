import { type ReviewCause, REFUNDED_ELSEWHERE } from "./review-causes"
import type { Observation } from "./observation"
import { NOTHING_TO_REVIEW, type Review, type ReviewCase } from "./review"
import { caseOfLost } from "./review-shared"

/** Whatever these were about is over with the application itself. */
export const OVER_WITH_IT: readonly ReviewCause[] = [
  "cancel",
  "order-id",
  "settle-again",
  "unwatched",
]

/**
 * The service has said its last word. Where it says refunded, and not by us, a person compares, unless
 * Medusa's payment was captured and given back in full: it may have been refunded in part, and then the
 * rest lives on under a token that nobody told the shop.
 */
export function reviewOfClose(seen: Observation): Review {
  const { record, payment, isLost } = seen
  const { state, financed, refunded } = record
  // A row of Medusa's alone may be one of a refund that is being made, or that died.
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

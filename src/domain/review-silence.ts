import { hasEnded, isPaidOut } from "./application-state"
import { NOT_NEEDED } from "./review-causes"
import { LAST_DELAY } from "./check-schedule"
import type { Silence } from "./observation"
import { type PurchaseState, UNCAPTURED } from "./purchase-state"
import { NOTHING_TO_REVIEW, opening, type Review } from "./review"

/** For the merchant: a cancellation is pending, and the service has not accepted it yet. */
export const CANCEL_PENDING =
  "Nothing in Medusa depends on it any more, but the service cannot be told so at the moment. It is tried again automatically."

/** For the merchant: an order's application has had no status for hours. */
export const SILENT =
  "The service has not said for hours how this application stands, though an order rests on it: see whether it can be reached, and whether its credentials are right. Until it answers, nothing is captured or refunded from here."

export const describeNoCredentials = (environment: string) =>
  `There are no credentials for the ${environment} environment of the financing service, so nobody looks at this application. Enter them in the dashboard, or set environments.${environment} in the options of medusa-payment-consumer-financing.`

/** Seconds without an answer until an abandoned cart is reported. */
const ABANDONED_REPORTED_AFTER = 15 * 60

/** Seconds beyond the schedule's own interval; a shorter outage is not reported. */
const REPORTED_AFTER = 6 * 60 * 60

/** Seconds for which the default schedule checks at least hourly. */
const YOUNG = 48 * 60 * 60

const RESTS_ON_IT: readonly PurchaseState[] = [...UNCAPTURED, "captured-order"]

export function reviewOfSilence(silence: Silence): Review {
  const { because, environment, state } = silence
  if (hasEnded(state)) return NOTHING_TO_REVIEW
  if (because === "no-credentials") {
    return opening({ cause: "unwatched", reason: describeNoCredentials(environment) })
  }
  return opening(
    ...(waitsForItsEnd(silence) ? [{ cause: "cancel" as const, reason: CANCEL_PENDING }] : []),
    ...(isSilentForLong(silence) ? [{ cause: "unwatched" as const, reason: SILENT }] : [])
  )
}

/** Whether a cancelled order's loan may still be open, which staff must know. */
function waitsForItsEnd({ purchaseState, isAlarm, secondsUnheard }: Silence): boolean {
  const isLong = purchaseState !== "nothing" || secondsUnheard > ABANDONED_REPORTED_AFTER
  const isReported = purchaseState === "cancelled-order" || (isLong && !isAlarm)
  return NOT_NEEDED.includes(purchaseState) && isReported
}

/** Whether the silence lasts too long for an order whose goods may leave. A refusal has its own case. */
function isSilentForLong(silence: Silence): boolean {
  const { because, state, purchaseState, secondsOpen, secondsUnheard, secondsApart } = silence
  // Uses at least the slowest interval for an old application, because the schedule may have been restarted after a
  // check a day ago.
  const apart = secondsOpen < YOUNG ? secondsApart : Math.max(secondsApart, LAST_DELAY)
  const isOfInterest = because === "unreachable" && !isPaidOut(state)
  return (
    isOfInterest && secondsUnheard > apart + REPORTED_AFTER && RESTS_ON_IT.includes(purchaseState)
  )
}

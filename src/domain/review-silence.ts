import { type ApplicationState, hasEnded, isPaidOut } from "./application-state"
import { NOT_NEEDED } from "./review-causes"
import { LAST_DELAY } from "./check-schedule"
import type { PurchaseState } from "./purchase-state"
import { NOTHING_TO_REVIEW, opening, type Review } from "./review"

/** What is known of an application that nobody says anything about. */
export type Silence = {
  /** The service cannot be reached, it refuses to answer, or nobody has credentials to ask it with. */
  because: "unreachable" | "refused" | "no-credentials"
  environment: string
  state: ApplicationState
  purchaseState: PurchaseState
  /** The outage is an alarm, whose number of shoppers says it all. */
  isAlarm: boolean
  /** Seconds since it was created, and since the service was last heard about it. */
  secondsOpen: number
  secondsUnheard: number
  /** Seconds between two checks by the schedule, as far as it got. */
  secondsApart: number
}

/** For the merchant: it is to be ended, and the service has not taken the cancel yet. */
export const NOT_TOLD_YET =
  "Nothing in Medusa depends on it any more, but the service cannot be told so at the moment. It is tried again automatically."

/** For the merchant: nobody has learnt for hours how the application of an order stands. */
export const SILENT =
  "The service has not said for hours how this application stands, though an order rests on it: see whether it can be reached, and whether its credentials are right. Until it answers, nothing is captured or refunded from here."

export const describeNoCredentials = (environment: string) =>
  `There are no credentials for the ${environment} environment of the financing service, so nobody looks at this application. Enter them in the dashboard, or set environments.${environment} in the options of medusa-payment-consumer-financing.`

/** Seconds. An abandoned cart is told of only once the service has not answered for so long. */
const ABANDONED_IS_TOLD_AFTER = 15 * 60

/** Seconds beside the schedule's own step: an outage that is over sooner is nobody's business. */
const TOLD_AFTER = 6 * 60 * 60

/** Seconds for which checks are an hour apart at most, by the schedule as it comes. */
const YOUNG = 48 * 60 * 60

/** An order stands on it. */
const RESTS_ON_IT: readonly PurchaseState[] = [
  "unpaid-order",
  "authorized-order",
  "captured-order",
  "order-without-live-payment",
]

/** What a person is asked where the service says nothing. */
export function reviewOfSilence(silence: Silence): Review {
  const { because, environment, state } = silence
  if (hasEnded(state)) return NOTHING_TO_REVIEW
  if (because === "no-credentials") {
    return opening({ cause: "unwatched", reason: describeNoCredentials(environment) })
  }
  return opening(
    ...(waitsForItsEnd(silence) ? [{ cause: "cancel" as const, reason: NOT_TOLD_YET }] : []),
    ...(isSilentForLong(silence) ? [{ cause: "unwatched" as const, reason: SILENT }] : [])
  )
}

/** Nobody is to take a cancelled order for the end of its loan. */
function waitsForItsEnd({ purchaseState, isAlarm, secondsUnheard }: Silence): boolean {
  const isLong = purchaseState !== "nothing" || secondsUnheard > ABANDONED_IS_TOLD_AFTER
  const isTold = purchaseState === "cancelled-order" || (isLong && !isAlarm)
  return NOT_NEEDED.includes(purchaseState) && isTold
}

/** Goods may be about to leave. A refusal is told of where it was heard. */
function isSilentForLong(silence: Silence): boolean {
  const { because, state, purchaseState, secondsOpen, secondsUnheard, secondsApart } = silence
  // Whatever began the schedule again: the last check of an older one may lie a day back.
  const apart = secondsOpen < YOUNG ? secondsApart : Math.max(secondsApart, LAST_DELAY)
  const isOfInterest = because === "unreachable" && !isPaidOut(state)
  return isOfInterest && secondsUnheard > apart + TOLD_AFTER && RESTS_ON_IT.includes(purchaseState)
}

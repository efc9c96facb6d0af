import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded, isPaidOut } from "../../domain/application-state"
import { LAST_DELAY, secondsUntilLook } from "../../domain/look-schedule"
import type { Standing } from "../../domain/next-move"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import { readStoreSide } from "../../medusa/read-store-side"

/** For the merchant: nobody has learnt for hours how the application of an order stands. */
export const SILENT =
  "The service has not said for hours how this application stands, though an order rests on it: see whether it can be reached, and whether its credentials are right. Until it answers, nothing is captured or refunded from here."

/** Seconds beside the schedule's own step: an outage that is over sooner is nobody's business. */
const TOLD_AFTER = 6 * 60 * 60

/** Seconds for which looks are an hour apart at most, by the schedule as it comes. */
const YOUNG = 48 * 60 * 60

/** An order stands on it. */
const RESTS_ON_IT: readonly Standing[] = [
  "unpaid-order",
  "authorized-order",
  "captured-order",
  "order-without-live-payment",
]

/** The service cannot be asked, and has not been heard for long: goods may be about to leave. */
export async function tellOfSilence(
  container: MedusaContainer,
  { id, state, last_look_at, created_at, looks_done }: ApplicationRecord
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const secondsSince = (date: Date | string) =>
    (financing.clock.now() - new Date(date).getTime()) / 1000
  const step = secondsUntilLook(financing.options.polling.schedule, looks_done) ?? LAST_DELAY
  // Whatever began the schedule anew: the last look at an older one may lie a day back.
  const apart = secondsSince(created_at) < YOUNG ? step : Math.max(step, LAST_DELAY)
  const isSilent = secondsSince(last_look_at ?? created_at) > apart + TOLD_AFTER
  if (hasEnded(state) || isPaidOut(state) || !isSilent) {
    return
  }
  const { standing } = await readStoreSide(container, id)
  if (RESTS_ON_IT.includes(standing)) {
    await financing.reviewCases.ask(id, "unwatched", SILENT)
  }
}

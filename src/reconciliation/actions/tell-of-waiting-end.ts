import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../../domain/application-state"
import { NOT_NEEDED } from "../../domain/attention"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import { readStoreSide } from "../../medusa/read-store-side"

/** For the merchant: it is to be ended, and the service has not taken the cancel yet. */
export const NOT_TOLD_YET =
  "Nothing in Medusa depends on it any more, but the service cannot be told so at the moment. It is tried again by itself."

/** An abandoned cart is told of only once the service has not answered for so long (milliseconds). */
const ABANDONED_IS_TOLD_AFTER = 15 * 60_000

/**
 * The service cannot even be asked: what is waiting to be ended there is told, so that nobody takes a
 * cancelled order for the end of its loan.
 */
export async function tellOfWaitingEnd(
  container: MedusaContainer,
  { id, state, last_look_at, created_at }: ApplicationRecord
): Promise<void> {
  if (hasEnded(state)) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { standing } = await readStoreSide(container, id)
  const heardOf = new Date(last_look_at ?? created_at).getTime()
  const isTold = standing !== "nothing" || financing.clock.now() - heardOf > ABANDONED_IS_TOLD_AFTER
  if (NOT_NEEDED.includes(standing) && isTold) {
    await financing.reviewCases.ask(id, "cancel", NOT_TOLD_YET)
  }
}

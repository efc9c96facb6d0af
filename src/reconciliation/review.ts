import type { MedusaContainer } from "@medusajs/framework/types"
import type { Review } from "../domain/review"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Seen } from "./read-store-side"

/** Writes a review down: which cases are open, which stay so, which are closed. */
export async function review(
  container: MedusaContainer,
  { applicationId, since }: Pick<Seen, "applicationId" | "since">,
  { open, keep, close, agreed }: Review
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const { cause, reason } of open) {
    await financing.askForAttention(applicationId, cause, reason)
  }
  for (const cause of keep) {
    await financing.keepAttention(applicationId, cause)
  }
  if (close.length > 0) {
    await financing.clearAttention(applicationId, ...close)
  }
  if (agreed) {
    await financing.clearAgreed(applicationId, since)
  }
}

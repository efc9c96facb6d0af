import type { MedusaContainer } from "@medusajs/framework/types"
import type { Review } from "../domain/review"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Seen } from "./observe-store"

/** Writes a review down: which cases are open, which stay so, which are closed. */
export async function review(
  container: MedusaContainer,
  { applicationId, since }: Pick<Seen, "applicationId" | "since">,
  { open, keep, close, agreed }: Review
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const { cause, reason } of open) {
    await financing.reviewCases.ask(applicationId, cause, reason)
  }
  for (const cause of keep) {
    await financing.reviewCases.keep(applicationId, cause)
  }
  if (close.length > 0) {
    await financing.reviewCases.close(applicationId, ...close)
  }
  if (agreed) {
    await financing.reviewCases.closeAgreed(applicationId, since)
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import type { AttentionCause } from "../../domain/attention"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../steps/decide-move"

/** Whatever these were about is over with the application itself. */
const OVER_WITH_IT: readonly AttentionCause[] = [
  "answer",
  "cancel",
  "order-id",
  "standing",
  "unused",
  "unwatched",
]

/** The service has said its last word, and Medusa agrees: nothing is looked at any more. */
export async function closeApplication(
  container: MedusaContainer,
  { applicationId }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { state } = await financing.retrieveFinancingApplication(applicationId)
  if (state === "needs-attention") {
    await financing.askForAttention(
      applicationId,
      "refund",
      "The service reads refunded, but no full refund was made from here: compare the order with the service's portal."
    )
  }
  for (const cause of OVER_WITH_IT) {
    await financing.clearAttention(applicationId, cause)
  }
  await financing.close(applicationId)
}

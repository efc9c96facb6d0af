import type { MedusaContainer } from "@medusajs/framework/types"
import { type AttentionCause, REFUNDED_ELSEWHERE } from "../../domain/attention"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readStoreAmounts } from "../../translation/store-amounts"
import type { Decision } from "../steps/decide-move"

/** Whatever these were about is over with the application itself. */
const OVER_WITH_IT: readonly AttentionCause[] = ["cancel", "order-id", "settle-again", "unwatched"]

/** The service has said its last word, and Medusa agrees: nothing is looked at any more. */
export async function closeApplication(
  container: MedusaContainer,
  { applicationId, payment }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { state } = await financing.retrieveFinancingApplication(applicationId)
  const { captured, refunded } = readStoreAmounts(payment)
  if (state === "needs-attention" && captured > refunded) {
    await financing.askForAttention(applicationId, "refunded-elsewhere", REFUNDED_ELSEWHERE)
  } else {
    await financing.clearAttention(applicationId, "refunded-elsewhere")
  }
  await financing.clearAttention(applicationId, ...OVER_WITH_IT)
  await financing.close(applicationId)
}

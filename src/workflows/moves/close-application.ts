import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../steps/decide-move"

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
  await financing.close(applicationId)
}

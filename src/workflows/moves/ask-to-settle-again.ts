import type { MedusaContainer } from "@medusajs/framework/types"
import { describeNewSettle } from "../../domain/attention"
import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"

/**
 * Where the new application of a partial refund, or one that the service put in another's place, reads S,
 * and nobody has settled it. True when asked.
 */
export async function askToSettleAgain(
  container: MedusaContainer,
  applicationId: string
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const { settleSent, refunded } = await financing.ownDeeds(application)
  const tip = await financing.findTip(applicationId)
  const isReplaced = refunded > 0 || (tip !== null && tip.position > 1)
  const isDue = isReplaced && !settleSent
  if (isDue) {
    const remaining = cents(application.financed_cents - refunded)
    await financing.askForAttention(applicationId, "settle-again", describeNewSettle(remaining))
  }
  return isDue
}

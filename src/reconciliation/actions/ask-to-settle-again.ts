import type { MedusaContainer } from "@medusajs/framework/types"
import { describeNewSettle } from "../../domain/attention"
import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"

const NOT_FUNDED_ANY_MORE =
  "Medusa has captured this financing, which the service read as funded, and reads as ready to settle now: it has to be settled."

/**
 * Where what Medusa has captured reads S, and nobody has settled it: the new application of a partial refund, one
 * that the service put in another's place, or one that was funded for a while. True when asked.
 */
export async function askToSettleAgain(
  container: MedusaContainer,
  applicationId: string
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const { settleSent, refunded } = await financing.ownDeeds(application)
  if (settleSent) {
    return false
  }
  const tip = await financing.findTip(applicationId)
  const isReplaced = refunded > 0 || (tip !== null && tip.position > 1)
  const remaining = cents(application.financed_cents - refunded)
  const why = isReplaced ? describeNewSettle(remaining) : NOT_FUNDED_ANY_MORE
  await financing.askForAttention(applicationId, "settle-again", why)
  return true
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { causeOfDifference } from "../../domain/attention"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { compareAmounts, describeDifference } from "../../translation/compare-amounts"
import type { Decision } from "../decide-move"

/** The order is paid on both sides, but not over the same amount: a person is told what differs. */
export async function flagAmounts(
  container: MedusaContainer,
  { applicationId, payment }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const amounts = compareAmounts(application, payment, financing.clock.now())
  const isTaxExempt = application.tax_exempt === true
  const cause = amounts.missingInMedusa > 0 ? "missing-refund" : causeOfDifference(isTaxExempt)
  await financing.askForAttention(applicationId, cause, describeDifference(amounts, isTaxExempt))
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../steps/decide-move"

/** Cancels at the service (endpoint 11) what nothing in Medusa depends on any more. */
export async function endApplication(
  container: MedusaContainer,
  { applicationId, limit, standing }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const expired = limit === "unsigned-too-long"
  const reason =
    application.end_reason ??
    limit ??
    (standing === "cancelled-order" ? "the order was cancelled" : "nothing depends on it")
  try {
    const result = await financing.cancel({ applicationId, reason })
    if (result === "ended") {
      await financing.updateFinancingApplications({
        id: applicationId,
        state: expired ? ("expired" as const) : ("cancelled" as const),
        expired,
      })
      await financing.close(applicationId)
    } else if (result === "funded") {
      await financing.askForAttention(
        applicationId,
        "It is funded already, so that it cannot be cancelled: it takes a refund."
      )
    } else {
      await financing.lookSoon(applicationId)
    }
  } catch (error) {
    // The service is down or busy: the schedule begins anew and tries until it is done.
    if (!(error instanceof FinancingError) && !MedusaError.isMedusaError(error)) {
      throw error
    }
    await financing.lookSoon(applicationId)
  }
}

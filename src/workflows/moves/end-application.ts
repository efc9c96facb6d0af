import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { LeaseBusy } from "../../modules/consumer-financing/lease"
import { readStoreSide } from "../read-store-side"
import type { Decision } from "../steps/decide-move"

/** A session that is just being made holds the cart for as long as its create call takes. */
const WAIT_FOR_CART = 2_000

/**
 * Cancels at the service (endpoint 11) what nothing in Medusa depends on any more. The cart is held
 * meanwhile, and Medusa is read once more: a new session cannot adopt what is being ended.
 */
export async function endApplication(
  container: MedusaContainer,
  decision: Decision
): Promise<void> {
  const { applicationId, cartId } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  try {
    const cart = await financing.acquireLease(`cart:${cartId}`, WAIT_FOR_CART)
    try {
      const { standing } = await readStoreSide(container, applicationId)
      if (standing === decision.standing) {
        return await end(container, decision)
      }
    } finally {
      await cart.release()
    }
  } catch (error) {
    const isPassing =
      error instanceof FinancingError ||
      error instanceof LeaseBusy ||
      MedusaError.isMedusaError(error)
    if (!isPassing) {
      throw error
    }
  }
  // The service is down, or something is under way: the schedule tries until it is done.
  await financing.lookSoon(applicationId)
}

async function end(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, limit, standing } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const why = standing === "cancelled-order" ? "the order was cancelled" : "nothing depends on it"
  const reason = application.end_reason ?? limit ?? why
  const result = await financing.cancel({ applicationId, reason })
  if (result === "in-doubt") {
    return await financing.lookSoon(applicationId)
  }
  if (result === "funded") {
    return await financing.askForAttention(
      applicationId,
      "cancel",
      "It is funded already, so that it cannot be cancelled: it takes a refund."
    )
  }
  await financing.markEnded(applicationId, { expired: limit === "unsigned-too-long" })
}

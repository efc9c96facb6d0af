import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { payAgain } from "../pay-again"
import { reasonOf } from "../reason-of"
import { COMPLETION_TAKES } from "../../medusa/read-store-side"
import type { Decision } from "../decide-move"
import { finishPlacing } from "./finish-placing"
import { hold } from "./hold"

/**
 * Core cancelled the order's only payment, because a completion failed after it was authorized, and the
 * storefront's next try placed the order on it without asking us. The loan is ready to settle, and the
 * order is what was signed: a new payment is made for it, which asks the service once more.
 * Another amount is a person's to decide.
 */
export async function reauthorizeOrder(
  container: MedusaContainer,
  decision: Decision
): Promise<void> {
  const { applicationId, orderId, orderAge } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  // Core may still be at work, and take the order back.
  if (orderAge !== null && orderAge < COMPLETION_TAKES) {
    return await financing.lookWithin(applicationId, COMPLETION_TAKES - orderAge)
  }
  const { service_cents, financed_cents } =
    await financing.retrieveFinancingApplication(applicationId)
  if (!orderId || service_cents !== financed_cents) {
    return await hold(container, decision)
  }
  try {
    await finishPlacing(container, decision)
    await payAgain(container, { applicationId, orderId })
    await financing.note(applicationId, "order-authorized")
  } catch (error) {
    await financing.askForAttention(
      applicationId,
      "dead-payment",
      `Medusa cancelled the order's payment, though its financing is ready to settle, and could not authorize it again: ${reasonOf(error)}`
    )
  }
}

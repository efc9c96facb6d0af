import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readStoreSide } from "../read-store-side"
import type { Decision } from "../steps/decide-move"
import { closeApplication } from "./close-application"

/** The financing of an order that was placed under review was not approved. */
export async function cancelOrder(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, orderId } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!orderId) {
    return
  }
  if (financing.options.onDecline === "flag") {
    await financing.askForAttention(
      applicationId,
      "order",
      "The financing was not approved: cancel the order, or ask the customer for another payment."
    )
    return await closeApplication(container, decision)
  }
  const { standing } = await readStoreSide(container, applicationId)
  if (standing !== decision.standing) {
    return await financing.lookAgain(applicationId)
  }
  const { errors } = await cancelOrderWorkflow(container).run({
    input: { order_id: orderId, no_notification: false },
    throwOnError: false,
  })
  if (errors.length > 0) {
    await financing.askForAttention(
      applicationId,
      "order",
      "The financing was not approved, and the order could not be cancelled: cancel it by hand."
    )
    return
  }
  await financing.note(applicationId, "order-cancelled", { order_id: orderId })
  await closeApplication(container, decision)
}

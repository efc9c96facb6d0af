import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { inWords, ZERO_CENTS } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readOtherPayments } from "../../translation/other-payments"
import { isOtherMethodChosen } from "../../translation/standing"
import { readOrder } from "../../medusa/read-store"
import { readStoreSide } from "../../medusa/read-store-side"
import type { Decision } from "../decide-move"
import { closeApplication, OVER_WITH_IT } from "./close-application"

/** The financing of an order that was placed under review was not approved. */
export async function cancelOrder(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, orderId } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!orderId) {
    return
  }
  const why = await whyNotByItself(container, { applicationId, orderId })
  if (why) {
    await financing.askForAttention(applicationId, "order", why)
    await financing.clearAttention(applicationId, ...OVER_WITH_IT)
    return await financing.release(applicationId)
  }
  const { standing, isBeingCompleted } = await readStoreSide(container, applicationId)
  if (standing !== decision.standing || isBeingCompleted) {
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

const OTHER_METHOD_CHOSEN =
  "The financing was not approved, and another payment method was chosen for the order, which has not paid yet: wait for that payment, or cancel the order."

/** Why a person decides about the order, in a sentence for them; null where it is cancelled by itself. */
async function whyNotByItself(
  container: MedusaContainer,
  { applicationId, orderId }: { applicationId: string; orderId: string }
): Promise<string | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const sessionIds = await financing.listSessionIds(applicationId)
  const order = await readOrder(query, orderId)
  const paid = order ? readOtherPayments(order, sessionIds).paid : ZERO_CENTS
  if (paid > 0) {
    // Core's cancellation would give it back.
    return `The financing was not approved, and another payment pays for ${inWords(paid)} of the order: cancel the order, which gives it back, or ask the customer for the rest.`
  }
  if (order && isOtherMethodChosen(order, sessionIds)) {
    return OTHER_METHOD_CHOSEN
  }
  // What was left to staff stays theirs, whatever the setting says by now.
  const { live_key } = await financing.retrieveFinancingApplication(applicationId)
  return financing.options.onDecline === "flag" || live_key === null
    ? "The financing was not approved: cancel the order, or ask the customer for another payment."
    : null
}

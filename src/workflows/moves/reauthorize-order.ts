import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CartRecord } from "../../translation/cart-to-snapshot"
import { ORDER_FIELDS, readOrderSnapshot } from "../../translation/order-to-snapshot"
import { payAgain } from "../pay-again"
import { reasonOf } from "../reason-of"
import { COMPLETION_TAKES, type Decision } from "../steps/decide-move"
import { finishPlacing } from "./finish-placing"
import { hold } from "./hold"

/**
 * Core cancelled the order's only payment, because a completion failed after it was authorized, and the
 * storefront's next try placed the order on it without asking us. The loan is ready to settle, for the
 * same amount and the same order: a new payment is made for it, which asks the service once more.
 * Anything that differs is a person's to decide.
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
  if (!orderId || !(await isAsSigned(container, { applicationId, orderId }))) {
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

/** The order still is what the customer signed, and what the service finances. */
async function isAsSigned(
  container: MedusaContainer,
  { applicationId, orderId }: { applicationId: string; orderId: string }
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const financed = cents(application.financed_cents)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ORDER_FIELDS,
    filters: { id: orderId },
  })
  const order = data[0] as CartRecord | undefined
  if (!order || application.service_cents !== financed) {
    return false
  }
  const reading = readOrderSnapshot(order, financed)
  return reading.ok && financing.isUnchanged(application, reading.snapshot)
}

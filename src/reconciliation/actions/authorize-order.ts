import { authorizePaymentSessionForOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { SessionSide } from "../../translation/store-side"
import { reasonOf } from "../reason-of"
import type { CarryOut } from "../action"
import { finishPlacing } from "./finish-placing"
import { payAgain } from "../pay-again"

/**
 * The service has approved what an order is waiting for: what the admin's "Check status" does. Our
 * provider checks the status once more and decides; only a payment that exists afterwards is told of.
 */
export const authorizeOrder: CarryOut = async (container, seen) => {
  const { applicationId, session } = seen
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!session) {
    await financing.reviewCases.ask(
      applicationId,
      "order",
      "The application is approved, but Medusa has no payment session left for the order: create one, or cancel the order."
    )
    return
  }
  try {
    await finishPlacing(container, seen)
    if (await authorizeSession(container, session)) {
      await financing.timeline.note(applicationId, "order-authorized")
    }
  } catch (error) {
    await financing.reviewCases.ask(
      applicationId,
      "order",
      `The application is approved, but Medusa could not authorize the order: ${reasonOf(error)}`
    )
  }
}

/**
 * An order whose completion died before it was authorized has a session that core's workflow
 * refuses: it is authorized directly. Resolves with whether there is a payment now.
 */
export async function authorizeSession(
  container: MedusaContainer,
  session: SessionSide
): Promise<boolean> {
  if (session.status !== "pending_authorization") {
    const payments = container.resolve(Modules.PAYMENT)
    return Boolean(await payments.authorizePaymentSession(session.id, {}))
  }
  const { result } = await authorizePaymentSessionForOrderWorkflow(container).run({
    input: { payment_session_id: session.id },
  })
  return Boolean(result)
}

/**
 * Core cancelled the order's only payment, because a completion failed after it was authorized, and the
 * storefront's next try placed the order on it without asking us. The loan is ready to settle, and the
 * order is what was signed: a new payment is made for it, which asks the service once more.
 */
export const reauthorizeOrder: CarryOut = async (container, seen) => {
  const { applicationId, orderId } = seen
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!orderId) {
    return "prevented"
  }
  try {
    await finishPlacing(container, seen)
    await payAgain(container, { applicationId, orderId })
    await financing.timeline.note(applicationId, "order-authorized")
    return "done"
  } catch (error) {
    await financing.reviewCases.ask(
      applicationId,
      "dead-payment",
      `Medusa cancelled the order's payment, though its financing is ready to settle, and could not authorize it again: ${reasonOf(error)}`
    )
    return "told"
  }
}

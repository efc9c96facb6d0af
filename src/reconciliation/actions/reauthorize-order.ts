import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CarryOut } from "../action"
import { payAgain } from "../pay-again"
import { reasonOf } from "../reason-of"
import { finishPlacing } from "./finish-placing"

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

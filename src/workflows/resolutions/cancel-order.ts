import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { sentence } from "../../translation/sentence"
import { reasonOf } from "../../reconciliation/reason-of"
import type { Resolve } from "./resolution"

/** Cancels the order in Medusa; the reconciliation that follows ends what is left of the application. */
export const cancelOrder: Resolve = async (container, { seen, actor }) => {
  const { applicationId, orderId } = seen
  if (!orderId) {
    throw sentence("There is no order to cancel. Nothing was changed.")
  }
  const { errors } = await cancelOrderWorkflow(container).run({
    input: { order_id: orderId, canceled_by: actor },
    throwOnError: false,
  })
  if (errors.length > 0) {
    throw sentence(`The order was not cancelled: ${reasonOf(errors[0]?.error)}`)
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.timeline.note(applicationId, "order-cancelled", { order_id: orderId })
}

import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ZERO_CENTS } from "../../domain/money"
import { whyLeftToStaff } from "../../domain/review-decline"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readOtherPayments } from "../../translation/other-payments"
import { isOtherMethodChosen } from "../../translation/purchase-state"
import { readWholeOrder } from "../../medusa/read-whole-order"
import { readStoreSide } from "../../medusa/read-store-side"
import type { CarryOut } from "../action"
import type { Observed } from "../observe"

/** The financing of an order that was placed under review was not approved. */
export const cancelOrder: CarryOut = async (container, seen) => {
  const { applicationId, orderId } = seen
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!orderId) {
    return "told"
  }
  if (!(await isStillDeclined(container, seen, orderId))) {
    await financing.schedule.checkWithin(applicationId, 5)
    return "told"
  }
  const { errors } = await cancelOrderWorkflow(container).run({
    input: { order_id: orderId, no_notification: false },
    throwOnError: false,
  })
  if (errors.length > 0) {
    await financing.reviewCases.ask(
      applicationId,
      "order",
      "The financing was not approved, and the order could not be cancelled: cancel it by hand."
    )
    return "told"
  }
  await financing.timeline.note(applicationId, "order-cancelled", { order_id: orderId })
  return "done"
}

/** Nobody has paid for the order meanwhile, or is about to: core's cancellation would give that back. */
async function isStillDeclined(
  container: MedusaContainer,
  seen: Observed,
  orderId: string
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { applicationId, purchaseState } = seen
  const order = await readWholeOrder(financing.context.knex, orderId)
  const { application, sessionIds } = await financing.applications.readAggregate(applicationId)
  const now = {
    order: {
      paidOtherwise: order ? readOtherPayments(order, sessionIds).paid : ZERO_CENTS,
      isOtherMethodChosen: order !== null && isOtherMethodChosen(order, sessionIds),
    },
    record: { isReleased: application.live_key === null },
  }
  const side = await readStoreSide(container, applicationId)
  return (
    whyLeftToStaff(now, financing.options.onDecline) === null &&
    side.purchaseState === purchaseState &&
    !side.isBeingCompleted
  )
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { userError } from "../translation/user-error"
import { findObstacleToRequest } from "../translation/requested-order"
import { findSession } from "../translation/purchase-state"
import { findProvider } from "./read-regions"
import { readWholeOrder } from "./read-whole-order"
import { compact } from "../translation/medusa-rows"
import { openOrderCollection } from "./open-order-collection"

export const NO_PROVIDER =
  "Financing is not among the payment methods of this order's region. Enable it there first."

/**
 * Creates an order's payment session on the requested application over exactly the amount due, as Medusa does for
 * other payments. Does nothing if it exists.
 */
export async function createOrderSession(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application, sessionIds } = await financing.applications.readAggregate(applicationId)
  const orderId = application.requested_order_id ?? ""
  const order = await readWholeOrder(financing.context.knex, orderId)
  if (order && findSession({ sessionIds }, compact(order.payment_collections))) {
    return
  }
  // During the service's call, another payment or a cancellation may have happened.
  const obstacle = order && findObstacleToRequest(order)
  if (obstacle) {
    throw userError(obstacle)
  }
  const providerId = order && (await findProvider(container, order))
  if (!providerId) {
    throw userError(NO_PROVIDER)
  }
  const collectionId = await openOrderCollection(container, orderId)
  if (!collectionId) {
    throw userError("Medusa awaits no payment for this order.")
  }
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collectionId, provider_id: providerId },
  })
}

import type { MedusaContainer, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { sentence } from "../translation/sentence"
import { findObstacleToRequest } from "../translation/requested-order"
import { findSession, isOurProvider } from "../translation/purchase-state"
import { openOrderCollection } from "./open-order-collection"
import { readRequestedOrder } from "../medusa/read-store"
import { compact } from "../translation/compact"

type Query = Pick<RemoteQueryFunction, "graph">

const NO_PROVIDER =
  "Financing is not among the payment methods of this order's region. Enable it there first."
const NO_COLLECTION = "Medusa awaits no payment for this order."

/**
 * Gives an order the payment session that rests on the application its customer was asked for, over
 * exactly what is due, as Medusa would for any other payment. Does nothing where it is there already.
 */
export async function giveOrderSession(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { sessions, requested_order_id } = await container
    .resolve(CONSUMER_FINANCING)
    .retrieveFinancingApplication(applicationId, { relations: ["sessions"] })
  const orderId = requested_order_id ?? ""
  const sessionIds = sessions.map(({ payment_session_id }) => payment_session_id)
  const order = await readRequestedOrder(query, orderId)
  if (order && findSession({ sessionIds }, compact(order.payment_collections))) {
    return
  }
  // The service took its time, and somebody may have paid, or cancelled, meanwhile.
  const obstacle = order && findObstacleToRequest(order)
  if (obstacle) {
    throw sentence(obstacle)
  }
  const providerId = await findProviderOfOrder(query, orderId)
  if (!providerId) {
    throw sentence(NO_PROVIDER)
  }
  const collectionId = await openOrderCollection(container, orderId)
  if (!collectionId) {
    throw sentence(NO_COLLECTION)
  }
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collectionId, provider_id: providerId },
  })
}

type RegionRow = { payment_providers?: ({ id: string; is_enabled?: boolean } | null)[] | null }

/** The id of our payment provider in the order's region; null where the shop does not offer it. */
export async function findProviderOfOrder(query: Query, orderId: string): Promise<string | null> {
  const order = await readRequestedOrder(query, orderId)
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "payment_providers.*"],
    filters: { id: order?.region_id ?? "" },
  })
  const providers = (data[0] as RegionRow | undefined)?.payment_providers ?? []
  const ours = providers.find(
    (one) => one !== null && isOurProvider(one.id) && one.is_enabled !== false
  )
  return ours?.id ?? null
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { sentence } from "../translation/sentence"
import { findObstacleToRequest } from "../translation/requested-order"
import { findSession, isOurProvider } from "../translation/purchase-state"
import { openOrderCollection } from "./open-order-collection"
import { readWholeOrder, type WholeOrder } from "../medusa/read-whole-order"
import { compact } from "../translation/compact"

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
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application, sessionIds } = await financing.applications.readAggregate(applicationId)
  const orderId = application.requested_order_id ?? ""
  const order = await readWholeOrder(financing.context.knex, orderId)
  if (order && findSession({ sessionIds }, compact(order.payment_collections))) {
    return
  }
  // The service took its time, and somebody may have paid, or cancelled, meanwhile.
  const obstacle = order && findObstacleToRequest(order)
  if (obstacle) {
    throw sentence(obstacle)
  }
  const providerId = order && (await findProviderOfOrder(container, order))
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
export async function findProviderOfOrder(
  container: MedusaContainer,
  { region_id }: Pick<WholeOrder, "region_id">
): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "region",
    fields: ["id", "payment_providers.*"],
    filters: { id: region_id ?? "" },
  })
  const providers = (data[0] as RegionRow | undefined)?.payment_providers ?? []
  const ours = providers.find(
    (one) => one !== null && isOurProvider(one.id) && one.is_enabled !== false
  )
  return ours?.id ?? null
}

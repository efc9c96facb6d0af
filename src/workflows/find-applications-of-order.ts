import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"

/**
 * Every application that an order is or was paid by, none when it is paid in another way. First those
 * that pay for it, and of these those that go on; then what its cart left behind. The newest first.
 */
export async function findApplicationsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<ApplicationRecord[]> {
  const { data: carts } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  })
  const cartIds = (carts as { cart_id: string }[]).map(({ cart_id }) => cart_id)
  const applications = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications(
      { $or: [{ order_id: orderId }, { cart_id: cartIds }] },
      { order: { created_at: "DESC" }, take: null }
    )
  const rank = ({ order_id, state }: ApplicationRecord) =>
    (order_id === orderId ? 0 : 2) + (hasEnded(state) ? 1 : 0)
  return applications.sort((one, other) => rank(one) - rank(other))
}

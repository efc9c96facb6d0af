import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/** The id of the newest application that an order is paid by; null when it is paid in another way. */
export async function findApplicationOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const { data: carts } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  })
  const cartIds = (carts as { cart_id: string }[]).map(({ cart_id }) => cart_id)
  const [newest] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications(
      { $or: [{ order_id: orderId }, { cart_id: cartIds }] },
      { order: { attempt: "DESC" }, take: 1, select: ["id"] }
    )
  return newest?.id ?? null
}

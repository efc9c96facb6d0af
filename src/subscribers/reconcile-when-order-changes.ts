import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { reconcileApplicationWorkflow } from "../workflows"

/**
 * An order was placed (the service is told its number) or cancelled (its application is ended). Core
 * does not ask the provider when an order is cancelled that was never authorized.
 */
export default async function reconcileWhenOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: event.data.id },
  })
  const cartId = (data[0] as { cart_id: string } | undefined)?.cart_id
  const whose = [...(cartId ? [{ cart_id: cartId }] : []), { requested_order_id: event.data.id }]
  const applications = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications({ $or: whose }, { select: ["id"] })
  for (const { id } of applications) {
    await reconcileApplicationWorkflow(container).run({
      input: { application_id: id, cause: "store" },
    })
  }
}

export const config: SubscriberConfig = { event: ["order.placed", "order.canceled"] }

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { reconcileApplicationWorkflow } from "../workflows"

/** Those of the cart that it was, and those that staff asked its customer for. */
const CONCERNED = `
  select id from financing_application
  where requested_order_id = :orderId and deleted_at is null
  union
  select application.id from order_cart link
  join financing_application application
    on application.cart_id = link.cart_id and application.deleted_at is null
  where link.order_id = :orderId and link.deleted_at is null`

/**
 * An order was placed (the service is told its number) or cancelled (its application is ended). Core
 * does not ask the provider when an order is cancelled that was never authorized.
 */
export default async function reconcileWhenOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(CONCERNED, { orderId: event.data.id })
  for (const { id } of rows) {
    await reconcileApplicationWorkflow(container).run({
      input: { application_id: id, cause: "store" },
    })
  }
}

export const config: SubscriberConfig = { event: ["order.placed", "order.canceled"] }

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { RECONCILE_REQUESTED } from "../modules/consumer-financing/events"

/** Milliseconds. The shopper, whom core is about to show the order, comes first. */
const MOMENT = 1_000

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
 * does not ask the provider when an order is cancelled that was never authorized. What has ended is looked at
 * once more, and not put on the schedule again.
 */
export default async function reconcileWhenOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { knex, timeline } = container.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(CONCERNED, { orderId: event.data.id })
  for (const { id } of rows) {
    await timeline.tell({ name: RECONCILE_REQUESTED, data: { id } }, { delay: MOMENT })
  }
}

export const config: SubscriberConfig = { event: ["order.placed", "order.canceled"] }

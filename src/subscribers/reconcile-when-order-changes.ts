import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { untilCompleted } from "../medusa/completion-lease"
import { reconcileApplicationWorkflow } from "../workflows"

/** Applications of the order's cart, and those that staff requested for the order. */
const CONCERNED = `
  select id, cart_id from financing_application
  where requested_order_id = :orderId and deleted_at is null
  union
  select application.id, application.cart_id from order_cart link
  join financing_application application
    on application.cart_id = link.cart_id and application.deleted_at is null
  where link.order_id = :orderId and link.deleted_at is null`

type Concerned = { rows: { id: string; cart_id: string | null }[] }

/**
 * Reconciles when an order is placed (the service gets its number) or cancelled (its application ends). Core does
 * not call the provider when it cancels an order that was never authorized.
 */
export default async function reconcileWhenOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<Concerned>(CONCERNED, { orderId: event.data.id })
  for (const { id, cart_id } of rows) {
    // Answers the shopper's completion first: this work would compete with it in the same process.
    if (cart_id !== null) await untilCompleted(cart_id)
    await reconcileApplicationWorkflow(container).run({
      input: { application_id: id, cause: "store" },
    })
  }
}

export const config: SubscriberConfig = { event: ["order.placed", "order.canceled"] }

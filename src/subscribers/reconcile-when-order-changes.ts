import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { untilCompleted } from "../reconciliation/completion-lease"
import { reconcileApplicationWorkflow } from "../workflows"

/** Those of the cart that it was, and those that staff asked its customer for. */
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
 * An order was placed (the service is told its number) or cancelled (its application is ended). Core
 * does not ask the provider when an order is cancelled that was never authorized.
 */
export default async function reconcileWhenOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<Concerned>(CONCERNED, { orderId: event.data.id })
  for (const { id, cart_id } of rows) {
    // The shopper gets their order first: all of this is work for the same process.
    if (cart_id !== null) await untilCompleted(cart_id)
    await reconcileApplicationWorkflow(container).run({
      input: { application_id: id, cause: "store" },
    })
  }
}

export const config: SubscriberConfig = { event: ["order.placed", "order.canceled"] }

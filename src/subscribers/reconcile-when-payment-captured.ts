import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/** The applications of the payment's order with a review case. */
const ASKED_ABOUT = `
  select id from financing_application
  where deleted_at is null and review_reason is not null
    and coalesce(order_id, requested_order_id) in (
    select of_order.order_id from payment
    join order_payment_collection of_order
      on of_order.payment_collection_id = payment.payment_collection_id and of_order.deleted_at is null
    where payment.id = :paymentId and payment.deleted_at is null)`

/**
 * Reconciles when a payment is captured, such as the difference of an edited order or the rest after a declined
 * financing: it may resolve review cases of its order.
 */
export default async function reconcileWhenPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { knex, schedule } = container.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(ASKED_ABOUT, {
    paymentId: event.data.id,
  })
  for (const { id } of rows) {
    await schedule.requestStoreCheck(id)
  }
}

export const config: SubscriberConfig = { event: PaymentEvents.CAPTURED }

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys, PaymentEvents } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

type PaymentRow = { payment_collection?: { order?: { id: string } | null } | null }

/**
 * A payment was captured: the difference of an edited order, perhaps, or what a financing that was not
 * approved had left to be paid. What a person was asked about its order may be settled with that.
 */
export default async function reconcileWhenPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["payment_collection.order.id"],
    filters: { id: event.data.id },
  })
  const [payment] = data as PaymentRow[]
  const orderId = payment?.payment_collection?.order?.id
  if (!orderId) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const asked = await financing.listFinancingApplications(
    { order_id: orderId, review_reason: { $ne: null } },
    { select: ["id"] }
  )
  for (const { id } of asked) {
    await financing.schedule.requestReconcile(id)
  }
}

export const config: SubscriberConfig = { event: PaymentEvents.CAPTURED }

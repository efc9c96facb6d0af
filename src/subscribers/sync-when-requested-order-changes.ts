import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { readStoreSide } from "../workflows/read-store-side"

/**
 * A draft or order was changed or deleted that a customer is asked to finance: if it is not what they
 * were asked for any more, the request is ended. Medusa tells of a draft's edit by the order's row only.
 */
export default async function syncWhenRequestedOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const open = await financing.listFinancingApplications(
    { requested_order_id: event.data.id, live_key: { $ne: null }, order_id: null },
    { select: ["id"] }
  )
  for (const { id } of open) {
    const { standing } = await readStoreSide(container, id)
    if (standing !== "open-request") {
      await financing.requestSync(id)
    }
  }
}

export const config: SubscriberConfig = { event: ["order.order.updated", "order.order.deleted"] }

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { readStoreSide } from "../medusa/read-store-side"

/**
 * A draft or order was changed or deleted that a customer is asked to finance: if it is not what they
 * were asked for any more, the request is ended; if it is again, it goes on. Medusa tells of a draft's edit by the order's row only.
 */
export default async function reconcileWhenRequestedOrderChanges({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const open = await financing.listFinancingApplications(
    { requested_order_id: event.data.id, live_key: { $ne: null }, order_id: null },
    { select: ["id", "seen_purchase_state"] }
  )
  for (const { id, seen_purchase_state } of open) {
    const { purchaseState } = await readStoreSide(container, id)
    // Of one that is held a person was told the amounts, which may be others now.
    if (purchaseState !== seen_purchase_state || purchaseState === "changed-request") {
      await financing.schedule.requestReconcile(id)
    }
  }
}

export const config: SubscriberConfig = { event: ["order.order.updated", "order.order.deleted"] }

import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { hasEnded } from "../domain/application-state"
import { findOrderOfFulfillment } from "../medusa/read-store"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { hasStoreChanged } from "../reconciliation/observe-store"

/** Core sends the order's id under either key, or the id of the shipped or delivered fulfillment. */
type Moved = { order_id: string } | { id: string }

/** Medusa reports a draft's edit by the order's row only. */
const ROW_EVENTS = ["order.order.updated", "order.order.deleted"]

/** For these events only changes that affect a decision count: an ERP may update an order's metadata twenty times. */
const UPDATES: string[] = [OrderWorkflowEvents.UPDATED, ...ROW_EVENTS]

/**
 * Reconciles when goods are packed, shipped, delivered or returned, or an order or draft is edited, address
 * included: a settle or the end of a request may be due. The reconciliation decides; the schedule of status checks
 * finds a lost event's change.
 */
export default async function reconcileWhenOrderProgresses({
  event,
  container,
}: SubscriberArgs<Moved>): Promise<void> {
  const orderId = await orderOf(event, container)
  if (!orderId) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const applications = await financing.listFinancingApplications(
    ROW_EVENTS.includes(event.name)
      ? { requested_order_id: orderId, live_key: { $ne: null }, order_id: null }
      : { $or: [{ order_id: orderId }, { requested_order_id: orderId, order_id: null }] },
    { select: ["id", "state", "next_check_at", "review_reason"] }
  )
  for (const { id } of applications.filter(isOfInterest)) {
    if (!UPDATES.includes(event.name) || (await hasStoreChanged(container, id))) {
      await financing.schedule.requestStoreCheck(id)
    }
  }
}

/** Whether an ended application has a review case or a pending check. */
const isOfInterest = (one: Pick<ApplicationRecord, "state" | "next_check_at" | "review_reason">) =>
  !hasEnded(one.state) || one.next_check_at !== null || one.review_reason !== null

async function orderOf(
  { name, data }: SubscriberArgs<Moved>["event"],
  container: MedusaContainer
): Promise<string | undefined> {
  if ("order_id" in data) return data.order_id
  return UPDATES.includes(name) ? data.id : await findOrderOfFulfillment(container, data.id)
}

export const config: SubscriberConfig = {
  event: [
    "order.fulfillment_created",
    "shipment.created",
    "delivery.created",
    "order-edit.confirmed",
    ...UPDATES,
    "order.return_received",
    "order.claim_created",
    "order.exchange_created",
  ],
}

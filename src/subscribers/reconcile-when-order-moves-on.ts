import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderWorkflowEvents } from "@medusajs/framework/utils"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { hasStoreChanged } from "../reconciliation/observe-store"

/** Core names the order, by either key, or the fulfillment that was shipped or delivered. */
type Moved = { order_id: string } | { id: string }

/** Medusa reports a draft's edit by the order's row only. */
const ROW_EVENTS = ["order.order.updated", "order.order.deleted"]

/** Of these, only what changes a decision counts: an ERP may write an order's metadata twenty times. */
const UPDATES: string[] = [OrderWorkflowEvents.UPDATED, ...ROW_EVENTS]

/**
 * Goods were packed, shipped, delivered or taken back, or the order was edited, its address too, or a draft or order
 * that a customer is asked to finance: it may be time to settle or to end a request, or not to. The reconciliation
 * decides; if an event is lost, the schedule of status checks finds the change.
 */
export default async function reconcileWhenOrderMovesOn({
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
      : { order_id: orderId },
    { select: ["id", "state", "next_check_at", "review_reason"] }
  )
  for (const { id } of applications.filter(isOfInterest)) {
    if (!UPDATES.includes(event.name) || (await hasStoreChanged(container, id))) {
      await financing.schedule.requestStoreCheck(id)
    }
  }
}

/** What has ended is looked at as long as somebody is asked about it, or waits for something. */
const isOfInterest = (one: Pick<ApplicationRecord, "state" | "next_check_at" | "review_reason">) =>
  !hasEnded(one.state) || one.next_check_at !== null || one.review_reason !== null

async function orderOf(
  { name, data }: SubscriberArgs<Moved>["event"],
  container: MedusaContainer
): Promise<string | undefined> {
  if ("order_id" in data) return data.order_id
  return UPDATES.includes(name) ? data.id : await findOrder(container, data.id)
}

async function findOrder(
  container: MedusaContainer,
  fulfillmentId: string
): Promise<string | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_fulfillment",
    fields: ["order_id"],
    filters: { fulfillment_id: fulfillmentId },
  })
  return (data[0] as { order_id: string } | undefined)?.order_id
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

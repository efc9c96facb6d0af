import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { findCartsOfOrder } from "../medusa/read-store"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"

/**
 * Finds every application that pays or paid for an order. Applications that pay for it come first, live ones before
 * ended ones, then those that its cart or requests left over; newest first within each group.
 */
export async function findApplicationsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<ApplicationRecord[]> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const cartIds = await findCartsOfOrder(financing.context.knex, orderId)
  const applications = await financing.listFinancingApplications(
    { $or: [{ order_id: orderId }, { cart_id: cartIds }, { requested_order_id: orderId }] },
    { order: { created_at: "DESC" }, take: null }
  )
  const rank = ({ order_id, state }: ApplicationRecord) =>
    (order_id === orderId ? 0 : 2) + (hasEnded(state) ? 1 : 0)
  return applications.sort((a, b) => rank(a) - rank(b))
}

/** A request to one of Medusa's own routes, which reaches the provider without the requester's name. */
export type StaffRequest = {
  what: "capture-wanted" | "refund-wanted" | "order-cancel-wanted" | "shipment-wanted"
  /** The id of the payment that is captured or refunded, else of the order. */
  id: string
  /** The id of an admin user or a secret API key, never a name. */
  actor: string
  details: Record<string, unknown>
}

/** Adds the request to the timeline of each application concerned. */
export async function recordRequest(
  container: MedusaContainer,
  { what, id: ownerId, actor, details }: StaffRequest
): Promise<void> {
  const isOfPayment = what === "capture-wanted" || what === "refund-wanted"
  const ids = isOfPayment
    ? await findApplicationOfPayment(container, ownerId)
    : await findConcerned(container, ownerId)
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const id of ids) {
    await financing.timeline.noteBy(actor, id, { what, details })
  }
}

/** Finds the live applications, or the newest one if all have ended. */
async function findConcerned(container: MedusaContainer, orderId: string): Promise<string[]> {
  const applications = await findApplicationsOfOrder(container, orderId)
  const live = applications.filter(({ state }) => !hasEnded(state))
  return (live.length > 0 ? live : applications.slice(0, 1)).map(({ id }) => id)
}

async function findApplicationOfPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<string[]> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  return await knex("payment")
    .join("financing_session", "financing_session.payment_session_id", "payment.payment_session_id")
    .where({ "payment.id": paymentId, "financing_session.deleted_at": null })
    .pluck<string[]>("application_id")
}

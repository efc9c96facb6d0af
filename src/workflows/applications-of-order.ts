import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"

/**
 * Every application that an order is or was paid by, none when it is paid in another way. First those
 * that pay for it, and of these those that go on; then what its cart left behind. The newest first.
 */
export async function findApplicationsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<ApplicationRecord[]> {
  const { data: carts } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  })
  const cartIds = (carts as { cart_id: string }[]).map(({ cart_id }) => cart_id)
  const applications = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications(
      { $or: [{ order_id: orderId }, { cart_id: cartIds }] },
      { order: { created_at: "DESC" }, take: null }
    )
  const rank = ({ order_id, state }: ApplicationRecord) =>
    (order_id === orderId ? 0 : 2) + (hasEnded(state) ? 1 : 0)
  return applications.sort((one, other) => rank(one) - rank(other))
}

/** What a person asks Medusa's own routes for, which the provider is then asked for without a name. */
export type Wanted = {
  what: "capture-wanted" | "refund-wanted" | "order-cancel-wanted" | "shipment-wanted"
  of: { payment: string } | { order: string }
  /** The id of an admin user or a secret API key, never a name. */
  actor: string
  details: Record<string, unknown>
}

/** Writes who asked for what to the timeline of every application concerned, if any is. */
export async function noteWanted(
  container: MedusaContainer,
  { what, of, actor, details }: Wanted
): Promise<void> {
  const ids =
    "order" in of
      ? await findConcerned(container, of.order)
      : await findApplicationOfPayment(container, of.payment)
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const id of ids) {
    await financing.timeline.noteBy(actor, id, { what, details })
  }
}

/** Those that go on; where all have ended, the newest. */
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

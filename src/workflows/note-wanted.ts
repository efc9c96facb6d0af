import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { findApplicationOfOrder } from "./find-application-of-order"

/** What a person asks Medusa's own routes for, which the provider is then asked for without a name. */
export type Wanted = {
  what: "capture-wanted" | "refund-wanted" | "order-cancel-wanted" | "shipment-wanted"
  of: { payment: string } | { order: string }
  /** The id of an admin user or a secret API key, never a name. */
  actor: string
  details: Record<string, unknown>
}

/** Writes who asked for what to the timeline of the application concerned, if it is one of ours. */
export async function noteWanted(
  container: MedusaContainer,
  { what, of, actor, details }: Wanted
): Promise<void> {
  const id =
    "order" in of
      ? await findApplicationOfOrder(container, of.order)
      : await findApplicationOfPayment(container, of.payment)
  if (id === null) return
  await container.resolve(CONSUMER_FINANCING).noteBy(actor, id, { what, details })
}

async function findApplicationOfPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "payment_session.id"],
    filters: { id: paymentId },
  })
  const [payment] = data as { payment_session?: { id: string } | null }[]
  if (!payment?.payment_session) return null
  const [session] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingSessions(
      { payment_session_id: payment.payment_session.id },
      { take: 1, select: ["application_id"] }
    )
  return session?.application_id ?? null
}

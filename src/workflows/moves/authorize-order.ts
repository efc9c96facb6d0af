import { authorizePaymentSessionForOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../steps/decide-move"

/**
 * The service has approved what an order is waiting for: what the admin's "Check status" does.
 * An order whose completion died before it was authorized has a session that core's workflow
 * refuses; its session is authorized directly. Our provider looks and decides in both cases.
 */
export async function authorizeOrder(
  container: MedusaContainer,
  { applicationId, session }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!session) {
    await financing.askForAttention(
      applicationId,
      "order",
      "The application is approved, but Medusa has no payment session left for the order: create one, or cancel the order."
    )
    return
  }
  try {
    if (session.status === "pending_authorization") {
      await authorizePaymentSessionForOrderWorkflow(container).run({
        input: { payment_session_id: session.id },
      })
    } else {
      await container.resolve(Modules.PAYMENT).authorizePaymentSession(session.id, {})
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "unknown"
    await financing.note(applicationId, "order-not-authorized", { reason })
    return
  }
  await financing.note(applicationId, "order-authorized")
}

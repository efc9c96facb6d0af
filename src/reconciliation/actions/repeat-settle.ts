import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../decide-move"
import { flagRest } from "./flag-order-edit"
import { captureInMedusa } from "./record-capture"

/**
 * A settle whose answer was lost long ago, and the service still reads ready to settle: core's
 * capture asks our provider, which repeats the settle once.
 */
export async function repeatSettle(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, payment, since } = decision
  if (!payment) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const obstacle = await captureInMedusa(container, { applicationId, payment })
  if (obstacle === null) {
    await financing.note(applicationId, "capture-recorded", { because: "settled" })
    await financing.clearAgreed(applicationId, since)
    return await flagRest(container, decision)
  }
  await financing.askForAttention(
    applicationId,
    "order",
    `A settle whose answer was lost was repeated, and Medusa could not capture the payment: ${obstacle}`
  )
}

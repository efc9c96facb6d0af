import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { leaseName, type Turn } from "./take-turn"

/**
 * Lets the next reconciliation of the application begin, and asks for one when somebody came while this one
 * ran: its status check may be older than what they know, and has put the next one off.
 */
export async function endTurn(container: MedusaContainer, turn: Turn): Promise<void> {
  if (turn.holder) {
    const name = leaseName(turn.applicationId)
    const financing = container.resolve(CONSUMER_FINANCING)
    await financing.leases.release({ name, holder: turn.holder })
    if (await financing.leases.isRerunRequested(name)) {
      await financing.schedule.requestReconcile(turn.applicationId)
    }
  }
}

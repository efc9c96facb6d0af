import type { MedusaContainer } from "@medusajs/framework/types"
import { carryOutMove } from "./carry-out-move"
import { decideMove } from "./decide-move"
import { endTurn } from "./end-turn"
import { lookAtService } from "./look-at-service"
import type { SyncApplicationInput } from "./sync-input"
import { takeTurn } from "./take-turn"
import { type SyncResult, tellOrderId } from "./tell-order-id"
import { tellPayment } from "./tell-payment"

/**
 * Whatever woke it, this is all that ever happens to an application. Compares both worlds and moves
 * whichever is behind: looks at the service, brings Medusa's own books in order, reads what stands in
 * Medusa, decides, carries it out, brings Medusa's payment session up to date, and tells the service the
 * order's number. Running it again, or twice at once, changes nothing but latency.
 */
export async function reconcile(
  container: MedusaContainer,
  input: SyncApplicationInput
): Promise<SyncResult> {
  const turn = await takeTurn(container, input)
  try {
    const looked = await lookAtService(container, turn)
    const decision = await decideMove(container, { input, looked })
    const carriedOut = await carryOutMove(container, decision)
    await tellPayment(container, carriedOut)
    return await tellOrderId(container, carriedOut)
  } finally {
    await endTurn(container, turn)
  }
}

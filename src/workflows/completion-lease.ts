import type { ConsumerFinancingModuleService } from "../modules/consumer-financing"
import { type Lease, LeaseBusy } from "../modules/consumer-financing/lease"

/** Milliseconds: a completion takes a second or two; this one waits for a slow service, too. */
const PATIENCE = 20_000

/**
 * Held while a cart becomes an order. Core's own lock keeps apart what one process does; of two that
 * complete a cart at once each may make an order, and the second one is then given the first one's
 * payment without our provider being asked. Null while somebody else is at it.
 */
export async function takeCompletion(
  financing: ConsumerFinancingModuleService,
  cartId: string
): Promise<Lease | null> {
  try {
    return await financing.acquireLease(`complete:${cartId}`, PATIENCE)
  } catch (error) {
    if (error instanceof LeaseBusy) {
      return null
    }
    throw error
  }
}

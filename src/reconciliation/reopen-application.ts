import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { ApplicationRecord } from "../modules/consumer-financing/records"

type Checked = { before: ApplicationRecord; after: ApplicationRecord }

/**
 * The service takes back its last word: what was closed as declined or cancelled goes on, unless the
 * shopper went on with something else. Its session was only passed over, and still rests on it.
 */
export async function reopenApplication(
  container: MedusaContainer,
  { before, after }: Checked
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  // One that the service said it never made had no code.
  const wasOver = hasEnded(before.state) && before.code !== null
  const isHere = after.environment === financing.options.environment
  if (!wasOver || !isHere || !isClosedByService(after)) {
    return
  }
  try {
    // Whoever holds the cart is about to put another application in its place.
    const cart = await financing.leases.acquire(`cart:${after.cart_id}`)
    try {
      await financing.closing.reopen(after)
    } finally {
      await cart.release()
    }
  } catch (error) {
    if (!(error instanceof LeaseBusy)) {
      throw error
    }
  }
}

/** Neither replaced nor ended from here, and no order's: what staff ask for is asked for again by them. */
function isClosedByService(application: ApplicationRecord): boolean {
  const { cart_id, order_id, state, live_key, end_reason, cancelling, expired } = application
  const isClosed = live_key === null && !hasEnded(state)
  const isOurDeed = end_reason !== null || cancelling || expired
  return cart_id !== null && order_id === null && isClosed && !isOurDeed
}

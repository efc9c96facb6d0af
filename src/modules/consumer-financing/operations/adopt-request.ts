import { type Cents, cents } from "../../../domain/money"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { findLive } from "./find-live"
import { underCartLease } from "./cart-lease"
import { isUsable } from "./is-usable"

export type AdoptInput = {
  orderId: string
  paymentSessionId: string
  /** What the session is for. */
  amount: Cents
}

/**
 * Lets a payment session of an order rest on the live application that staff asked its customer for.
 * Null when there is none over this very amount.
 */
export async function adoptRequest(
  context: Context,
  { orderId, paymentSessionId, amount }: AdoptInput
): Promise<ApplicationRecord | null> {
  return await underCartLease(context, orderId, async () => {
    const live = await findLive(context, orderId)
    const isOpen = live !== null && live.order_id === null && isUsable(live)
    if (!isOpen || cents(live.financed_cents) !== amount) {
      return null
    }
    await context.applications.attachSession(live.id, paymentSessionId)
    return live
  })
}

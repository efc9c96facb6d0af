import type { MedusaContainer } from "@medusajs/framework/types"
import type { PurchaseState } from "../../domain/purchase-state"
import type { SeenCode } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CancelResult } from "../../modules/consumer-financing/operations/cancel"
import { underCancellationGuard } from "./cancellation-guard"

type Ending = {
  applicationId: string
  /** What stood in Medusa when it was decided to end it: anything else by now, and it is not. */
  purchaseState: PurchaseState
  reason: string
  /** The decision holds only while the service reads one of these; any code where null. */
  whileCodes: readonly SeenCode[] | null
  /** It was decided about a loan that is settled. */
  evenIfSettled?: boolean
  /** Nobody signed in time. */
  expired: boolean
}

/** `needed`: something else stands in Medusa by now, so nothing was sent. */
type Ended = CancelResult | "needed"

/**
 * Cancels at the service (endpoint 11) what nothing in Medusa depends on any more.
 * Throws LeaseBusy while the cart is held, a sentence while money is moved, FinancingError.
 */
export async function endAtService(container: MedusaContainer, ending: Ending): Promise<Ended> {
  const { applicationId, purchaseState } = ending
  return await underCancellationGuard(container, {
    applicationId,
    purchaseState,
    takeAway: () => end(container, ending),
    mayBeGone: (result) => result === "ended" || result === "in-doubt",
  })
}

async function end(
  container: MedusaContainer,
  { applicationId, reason, whileCodes, evenIfSettled, expired }: Ending
): Promise<CancelResult> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const since = financing.clock.now()
  const result = await financing.cancel({ applicationId, reason, whileCodes, evenIfSettled })
  if (result === "ended") {
    await financing.reviewCases.closeAgreed(applicationId, since)
    await financing.reviewCases.close(applicationId, "order-id", "unwatched")
    await financing.markEnded(applicationId, { expired })
  }
  return result
}

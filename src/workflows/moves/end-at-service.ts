import type { MedusaContainer } from "@medusajs/framework/types"
import type { Standing } from "../../domain/next-move"
import { purchaseOf } from "../../domain/purchase"
import type { SeenCode } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CancelResult } from "../../modules/consumer-financing/operations/cancel"
import { readStoreSide } from "../read-store-side"

/** A session that is just being made holds the cart for as long as its create call takes. */
const WAIT_FOR_CART = 2_000

type Ending = {
  applicationId: string
  /** What stood in Medusa when it was decided to end it: anything else by now, and it is not. */
  standing: Standing
  reason: string
  /** The decision holds only while the service reads one of these; any code when left out. */
  whileCode: readonly SeenCode[] | undefined
  /** Nobody signed in time. */
  expired: boolean
}

/** `needed`: something else stands in Medusa by now, so nothing was sent. */
type Ended = CancelResult | "needed"

/**
 * Cancels at the service (endpoint 11) what nothing in Medusa depends on any more. First the record
 * is marked, then Medusa is read once more, then the cancel is sent: authorizing reads the mark after
 * its look, so that either it sees the mark or the order that it is placing is seen here. The cart
 * is held meanwhile, so that a new session cannot adopt what is being ended.
 * Throws LeaseBusy while the cart is held, a sentence while money is moved, FinancingError.
 */
export async function endAtService(container: MedusaContainer, ending: Ending): Promise<Ended> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(ending.applicationId)
  const cart = await financing.acquireLease(`cart:${purchaseOf(application)}`, WAIT_FOR_CART)
  try {
    return await endUnderMark(container, ending)
  } finally {
    await cart.release()
  }
}

async function endUnderMark(container: MedusaContainer, ending: Ending): Promise<Ended> {
  const { applicationId: id } = ending
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.updateFinancingApplications({ id, ending: true })
  let mayBeCancelled = false
  try {
    const { standing } = await readStoreSide(container, id)
    const result = standing === ending.standing ? await end(container, ending) : "needed"
    mayBeCancelled = result === "ended" || result === "in-doubt"
    return result
  } catch (error) {
    mayBeCancelled = (await financing.findOpenOperation(id)) !== null
    throw error
  } finally {
    if (!mayBeCancelled) {
      await financing.updateFinancingApplications({ id, ending: false })
    }
  }
}

async function end(
  container: MedusaContainer,
  { applicationId, reason, whileCode, expired }: Ending
): Promise<CancelResult> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const result = await financing.cancel({ applicationId, reason, whileCode })
  if (result === "ended") {
    await financing.clearAttention(applicationId)
    await financing.clearAttention(applicationId, "order-id")
    await financing.markEnded(applicationId, { expired })
  }
  return result
}

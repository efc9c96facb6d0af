import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../../domain/application-state"
import type { PurchaseState } from "../../domain/purchase-state"
import { purchaseOf } from "../../domain/purchase"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { type Lease, LeaseBusy } from "../../modules/consumer-financing/coordination/lease"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import { readStoreSide } from "../../medusa/read-store-side"

/** A session that is just being made holds the cart for as long as its create call takes. */
const WAIT_FOR_CART = 2_000

type Unneeded<Result> = {
  applicationId: string
  /** What stood in Medusa when it was decided: anything else by now, and nothing is sent. */
  purchaseState: PurchaseState
  /** Cancels or refunds it at the service. */
  takeAway: () => Promise<Result>
  /** Whether it is gone by that answer, or may be. */
  mayBeGone: (result: Result) => boolean
}

/**
 * Takes a loan away from a cart or order that does not need it, so that nobody comes to rest on it
 * meanwhile. First the record is marked, then Medusa is read once more, then the call is sent:
 * authorizing reads the mark after its status check, so that either it sees the mark or the order that it is
 * placing is seen here. The cart is held meanwhile, so that a new session cannot adopt what is being
 * ended. Throws LeaseBusy while the cart is held, and whatever `takeAway` throws.
 */
export async function underCancellationGuard<Result>(
  container: MedusaContainer,
  unneeded: Unneeded<Result>
): Promise<Result | "needed"> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(unneeded.applicationId)
  const cart = await financing.leases.acquire(`cart:${purchaseOf(application)}`, WAIT_FOR_CART)
  try {
    return await underMark(container, unneeded, cart)
  } finally {
    await cart.release()
  }
}

async function underMark<Result>(
  container: MedusaContainer,
  { applicationId: id, purchaseState: decidedFor, takeAway, mayBeGone }: Unneeded<Result>,
  cart: Lease
): Promise<Result | "needed"> {
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.updateFinancingApplications({ id, cancelling: true })
  let keepsMark = false
  try {
    const { purchaseState } = await readStoreSide(container, id)
    if (purchaseState !== decidedFor) {
      return "needed"
    }
    // Who stood still for too long may have lost the mark to another process.
    if (!(await cart.renew())) {
      throw new LeaseBusy(cart.name)
    }
    const result = await takeAway()
    keepsMark = mayBeGone(result)
    return result
  } catch (error) {
    keepsMark = (await financing.applications.findOpenOperation(id)) !== null
    throw error
  } finally {
    if (!keepsMark) {
      await financing.updateFinancingApplications({ id, cancelling: false })
    }
  }
}

/** A process died between the mark and its call: nothing was sent, and the application goes on. */
export async function takeBackLeftMark(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<void> {
  if (!application.cancelling || hasEnded(application.state)) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  try {
    const cart = await financing.leases.acquire(`cart:${purchaseOf(application)}`, 0)
    try {
      await financing.closing.takeBackMark(application.id)
    } finally {
      await cart.release()
    }
  } catch (error) {
    if (!(error instanceof LeaseBusy)) {
      throw error
    }
  }
}

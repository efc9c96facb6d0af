import type { MedusaContainer } from "@medusajs/framework/types"
import { NOT_TOLD_YET } from "../../domain/review-silence"
import { mayComeBack, type SeenCode } from "../../domain/status-codes"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { type Lease, LeaseBusy } from "../../modules/consumer-financing/coordination/lease"
import type { OperationRecord } from "../../modules/consumer-financing/records"
import { isUserFacing } from "../../translation/sentence"
import type { CarryOut } from "../action"
import type { PurchaseState } from "../../domain/purchase-state"
import type { CancelResult } from "../../modules/consumer-financing/operations/cancel"
import { purchaseOf } from "../../domain/purchase"
import { readStoreSide } from "../../medusa/read-store-side"
import { findLateFailure } from "./capture-order"

const REFUSED =
  "The service refused to cancel it, though nothing in Medusa depends on it any more: cancel it in the service's portal. It is tried again every hour."

/** Nothing in Medusa depends on it, or a time limit is over: it is ended, as soon as that goes. */
export const endApplication: CarryOut = async (
  container,
  { applicationId, purchaseState, code },
  plan
) => {
  if (plan.ending === null) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const last = await findLateFailure(container, applicationId, "cancel")
  const isRefused = last?.error_code === "refused"
  if (last && isRefused && (await isAboutWhatItReads(container, last))) {
    // What may come back has ended for all we know where the service says no.
    return code !== null && mayComeBack(code)
      ? await financing.markEnded(applicationId, { expired: false })
      : await financing.reviewCases.ask(applicationId, "cancel", REFUSED)
  }
  if (last && !isRefused && code !== null && mayComeBack(code)) {
    // It says nothing, for now.
    return
  }
  try {
    const result = await endAtService(container, { applicationId, purchaseState, ...plan.ending })
    // What is funded takes a refund, which is a person's decision: the next reconciliation asks for it.
    if (result !== "ended" && result !== "in-doubt") {
      await financing.schedule.checkAgain(applicationId)
    }
  } catch (error) {
    if (error instanceof LeaseBusy) {
      return await financing.schedule.checkAgain(applicationId)
    }
    // What failed is journaled; the schedule of status checks brings us back.
    if (error instanceof FinancingError) {
      const why = error.code === "refused" ? REFUSED : NOT_TOLD_YET
      // A call of which nobody knows how it ended is told of as a doubt already.
      return error.outcome === "did-not-happen"
        ? await financing.reviewCases.ask(applicationId, "cancel", why)
        : undefined
    }
    if (!isUserFacing(error)) throw error
  }
}

/** What was refused while the service still read something else says nothing about what it reads now. */
async function isAboutWhatItReads(
  container: MedusaContainer,
  { application_id, created_at }: OperationRecord
): Promise<boolean> {
  const [changed] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingTimelineEntries(
      { application_id, what: "status-changed" },
      { order: { created_at: "DESC" }, take: 1 }
    )
  return changed !== undefined && new Date(changed.created_at) < new Date(created_at)
}

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

/**
 * Cancels at the service (endpoint 11) what nothing in Medusa depends on any more; `needed`: something else
 * stands in Medusa by now, so nothing was sent.
 * Throws LeaseBusy while the cart is held, a sentence while money is moved, FinancingError.
 */
export async function endAtService(
  container: MedusaContainer,
  { applicationId, purchaseState, expired, ...decision }: Ending
): Promise<CancelResult | "needed"> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const takeAway = async () => {
    const since = financing.clock.now()
    const result = await financing.cancel({ applicationId, ...decision })
    if (result === "ended") {
      await financing.reviewCases.closeAgreed(applicationId, since)
      await financing.reviewCases.close(applicationId, "order-id", "unwatched")
      await financing.markEnded(applicationId, { expired })
    }
    return result
  }
  return await underCancellationGuard(container, {
    applicationId,
    purchaseState,
    takeAway,
    mayBeGone: (result) => result === "ended" || result === "in-doubt",
  })
}

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

import type { MedusaContainer } from "@medusajs/framework/types"
import type { Ending } from "../../domain/ending"
import { CANCEL_PENDING } from "../../domain/review-silence"
import { mayComeBack } from "../../domain/status-codes"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { LeaseBusy } from "../../modules/consumer-financing/coordination/lease"
import type { OperationRecord } from "../../modules/consumer-financing/records"
import { isUserFacing } from "../../translation/user-error"
import type { CarryOut } from "../action"
import type { PurchaseState } from "../../domain/purchase-state"
import type { CancelResult } from "../../modules/consumer-financing/operations/cancel"
import { purchaseOf } from "../../domain/purchase"
import { readPurchase } from "../../medusa/read-purchase"
import { findLateFailure } from "./capture-order"

const REFUSED =
  "The service refused to cancel it, though nothing in Medusa depends on it any more: cancel it in the service's portal. It is tried again every hour."

/** Cancels an application on which nothing in Medusa depends, or whose time limit is over. */
export const endApplication: CarryOut = async (container, { check, purchase, plan }) => {
  const { applicationId, code } = check
  const { purchaseState } = purchase
  if (plan.ending === null) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const last = await findLateFailure(container, applicationId, "cancel")
  const isRefused = last?.error_code === "refused"
  if (last && isRefused && (await isRefusalCurrent(container, last))) {
    // A refusal to cancel ends an application that could have been revived.
    return code !== null && mayComeBack(code)
      ? await financing.markEnded(applicationId, { expired: false })
      : await financing.reviewCases.open(applicationId, "cancel", REFUSED)
  }
  if (last && !isRefused && code !== null && mayComeBack(code)) {
    // The service does not answer at present.
    return
  }
  try {
    const result = await endAtService(container, { applicationId, purchaseState, ...plan.ending })
    // A funded loan requires a refund, which staff decide; the next reconciliation asks them.
    if (result !== "ended" && result !== "in-doubt") {
      await financing.schedule.checkAgain(applicationId)
    }
  } catch (error) {
    if (error instanceof LeaseBusy) {
      return await financing.schedule.checkAgain(applicationId)
    }
    // The journal has the failure, and the schedule of status checks retries.
    if (error instanceof FinancingError) {
      const why = error.code === "refused" ? REFUSED : CANCEL_PENDING
      // A call in doubt has its own review case.
      return error.outcome === "did-not-happen"
        ? await financing.reviewCases.open(applicationId, "cancel", why)
        : undefined
    }
    if (!isUserFacing(error)) throw error
  }
}

/** Whether a refusal still applies: one at an earlier status says nothing about the current one. */
async function isRefusalCurrent(
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

type DecidedEnding = Ending & {
  applicationId: string
  /** The purchase state of the decision; any other state cancels nothing. */
  purchaseState: PurchaseState
  /** The decision concerns a settled loan. */
  evenIfSettled?: boolean
}

/**
 * Cancels an application at the service (endpoint 11) on which nothing in Medusa depends. Returns `needed`, with
 * nothing sent, if the purchase state has changed.
 * Throws LeaseBusy while the cart is held, a message while a money operation runs, and FinancingError.
 */
export async function endAtService(
  container: MedusaContainer,
  { applicationId, purchaseState, expired, ...decision }: DecidedEnding
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
  return await withCancellationGuard(container, {
    applicationId,
    purchaseState,
    takeAway,
    mayBeGone: (result) => result === "ended" || result === "in-doubt",
  })
}

/** Milliseconds. A session in creation holds the cart as long as its create call takes. */
const WAIT_FOR_CART = 2_000

type Unneeded<Result> = {
  applicationId: string
  /** The purchase state of the decision; any other state sends nothing. */
  purchaseState: PurchaseState
  /** Cancels or refunds it at the service. */
  takeAway: () => Promise<Result>
  /** Whether that result ends it, or may have ended it. */
  mayBeGone: (result: Result) => boolean
}

/**
 * Runs a cancellation or refund so that no purchase comes to depend on the loan at the same time. Marks the record,
 * reads Medusa again, then sends the call. Authorizing reads the mark after its status check, so either it sees the
 * mark or this sees its order. The cart's lease keeps a new session from adopting the application. Throws LeaseBusy
 * while the cart is held, and any error of `takeAway`.
 */
export async function withCancellationGuard<Result>(
  container: MedusaContainer,
  { applicationId: id, purchaseState: decidedFor, takeAway, mayBeGone }: Unneeded<Result>
): Promise<Result | "needed"> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { applications, leases } = financing
  const name = `cart:${purchaseOf(await financing.retrieveFinancingApplication(id))}`
  return await leases.withLease({ name, waitMilliseconds: WAIT_FOR_CART }, async (cart) => {
    await applications.update({ id, cancelling: true })
    let keepsMark = false
    try {
      const { purchaseState } = await readPurchase(container, id)
      if (purchaseState !== decidedFor) {
        return "needed"
      }
      // A paused process may have lost the mark to another one.
      if (!(await cart.renew())) {
        throw new LeaseBusy(cart.name)
      }
      const result = await takeAway()
      keepsMark = mayBeGone(result)
      return result
    } catch (error) {
      keepsMark = (await applications.findOpenMoneyOperation(id)) !== null
      throw error
    } finally {
      if (!keepsMark) {
        await applications.update({ id, cancelling: false })
      }
    }
  })
}

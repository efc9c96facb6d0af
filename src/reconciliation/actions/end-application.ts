import type { MedusaContainer } from "@medusajs/framework/types"
import { NOT_TOLD_YET } from "../../domain/review-silence"
import { mayComeBack } from "../../domain/status-codes"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { LeaseBusy } from "../../modules/consumer-financing/coordination/lease"
import type { OperationRecord } from "../../modules/consumer-financing/records"
import { isUserFacing } from "../../translation/sentence"
import type { CarryOut } from "../action"
import { endAtService } from "./end-at-service"
import { findLateFailure } from "./settle-order"

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
    const result = await endAtService(container, {
      applicationId,
      purchaseState,
      ...plan.ending,
    })
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
      return await tellOfFailure(container, applicationId, error)
    }
    if (!isUserFacing(error)) {
      throw error
    }
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

/** A call of which nobody knows how it ended is told of as a doubt already. */
async function tellOfFailure(
  container: MedusaContainer,
  applicationId: string,
  { code, outcome }: FinancingError
): Promise<void> {
  if (outcome === "did-not-happen") {
    const financing = container.resolve(CONSUMER_FINANCING)
    const why = code === "refused" ? REFUSED : NOT_TOLD_YET
    await financing.reviewCases.ask(applicationId, "cancel", why)
  }
}

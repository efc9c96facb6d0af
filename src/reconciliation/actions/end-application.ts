import type { MedusaContainer } from "@medusajs/framework/types"
import type { Standing } from "../../domain/next-move"
import { mayComeBack, type SeenCode } from "../../domain/status-codes"
import type { LimitReached } from "../../domain/time-limits"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { LeaseBusy } from "../../modules/consumer-financing/lease"
import type { OperationRecord } from "../../modules/consumer-financing/records"
import { isSentence } from "../../translation/sentence"
import type { Decision } from "../decide-move"
import { endAtService } from "./end-at-service"
import { NOT_TOLD_YET } from "./tell-of-waiting-end"
import { findLateFailure } from "./find-late-failure"

const REFUSED =
  "The service refused to cancel it, though nothing in Medusa depends on it any more: cancel it in the service's portal. It is tried again every hour."

/** A time limit counts only while the service still reads what the limit is about. */
const WHILE: Partial<Record<NonNullable<LimitReached>, readonly SeenCode[]>> = {
  "unsigned-too-long": ["P", "Z", "R", "A"],
  "unused-too-long": ["S"],
}

/** Nobody else wished the end of what these stand on. */
const HAS_CART: readonly Standing[] = ["open-cart", "changed-cart", "open-request"]

/** Who was asked for a changed order, or applied for test data, and signs at this very moment is not sent away: it is held. */
const NOT_SIGNED: readonly SeenCode[] = ["P", "Z", "R", "A", "W", "M", "X"]

function whileCodeOf({
  standing,
  limit,
  isLate,
  isTestData,
  open,
}: Decision): readonly SeenCode[] | undefined {
  if (limit && WHILE[limit]) {
    return WHILE[limit]
  }
  if (isLate) {
    return ["S"]
  }
  const isLeftToSigner =
    standing === "changed-request" || (isTestData && HAS_CART.includes(standing))
  return isLeftToSigner && !open ? NOT_SIGNED : undefined
}

/** Nothing in Medusa depends on it, or a time limit is over: it is ended, as soon as that goes. */
export async function endApplication(
  container: MedusaContainer,
  decision: Decision
): Promise<void> {
  const { applicationId, standing, limit, code } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  const last = await findLateFailure(container, applicationId, "cancel")
  const isRefused = last?.error_code === "refused"
  if (last && isRefused && (await isAboutWhatItReads(container, last))) {
    // What may come back has ended for all we know where the service says no.
    return code !== null && mayComeBack(code)
      ? await financing.markEnded(applicationId, { expired: false })
      : await financing.askForAttention(applicationId, "cancel", REFUSED)
  }
  if (last && !isRefused && code !== null && mayComeBack(code)) {
    // It says nothing, for now.
    return
  }
  try {
    const result = await endAtService(container, {
      applicationId,
      standing,
      reason: await reasonOf(container, decision),
      whileCode: whileCodeOf(decision),
      expired: limit === "unsigned-too-long",
    })
    // What is funded takes a refund, which is a person's decision: the next sync asks for it.
    if (result !== "ended" && result !== "in-doubt") {
      await financing.lookAgain(applicationId)
    }
  } catch (error) {
    if (error instanceof LeaseBusy) {
      return await financing.lookAgain(applicationId)
    }
    // What failed is journaled; the schedule of looks brings us back.
    if (error instanceof FinancingError) {
      return await tellOfFailure(container, applicationId, error)
    }
    if (!isSentence(error)) {
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
    await financing.askForAttention(applicationId, "cancel", why)
  }
}

const WHY: Partial<Record<Standing, string>> = {
  "cancelled-order": "the order was cancelled",
  "changed-cart": "the cart was changed",
  "changed-request": "the order was changed",
}

async function reasonOf(
  container: MedusaContainer,
  { applicationId, standing, limit, isLate, isTestData }: Decision
): Promise<string> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { end_reason: wished } = await financing.retrieveFinancingApplication(applicationId)
  const why = WHY[standing] ?? "nothing depends on it"
  if (isTestData && HAS_CART.includes(standing)) return "the shop went on in production"
  return wished ?? (isLate ? `${why} before it was approved` : (limit ?? why))
}

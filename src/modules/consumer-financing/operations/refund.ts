import { causeOfDifference, REFUNDED_ELSEWHERE } from "../../../domain/attention"
import { type Cents, cents, inWords, subtract, ZERO_CENTS } from "../../../domain/money"
import { describeCode, isFunded } from "../../../domain/status-codes"
import type { PartialRefundBody } from "../../../financing-api"
import { describeDifference } from "../../../translation/compare-amounts"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { findDoubt } from "../journal"
import type { Lease } from "../lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { FinancingDesk } from "../desk"
import { type Look, look } from "./look"
import { underMoneyLease } from "./money-lease"
import { refundInFull } from "./refund-in-full"
import { refundInPart } from "./refund-in-part"
import { inDoubt, refusal } from "./refusal"
import { askToCatchUp, confirmByLook } from "./settle-doubt"

export type RefundInput = {
  applicationId: string
  /** Medusa's refund row. */
  reference: string
  /** What Medusa captured, refunded before this refund, and refunds now. */
  captured: Cents
  refundedBefore: Cents
  amount: Cents
  /** Why, for a full refund (endpoint 12 has the field, 13 has not). */
  reason: string
  /** Endpoint 13's body, the cart as it is after the refund; null when nothing remains of it. */
  remainingCart: PartialRefundBody | null
}

/** A refund with everything that was found out before its call. */
export type RefundInHand = RefundInput & {
  lease: Lease
  application: ApplicationRecord
  /** What the service is to finance afterwards. */
  remaining: Cents
}

/**
 * Refunds (endpoint 12 for the rest, 13 for a part). Targets are absolute: what the service is to
 * finance afterwards. A refund that our journal confirms already is not sent again.
 * Throws MedusaError INVALID_DATA with a sentence when it was refused or its outcome is unknown.
 */
export async function refund(desk: FinancingDesk, input: RefundInput): Promise<ApplicationRecord> {
  return await underMoneyLease(desk, input.applicationId, async (lease) => {
    const remaining = subtract(subtract(input.captured, input.refundedBefore), input.amount)
    if (
      input.amount <= 0 ||
      remaining < 0 ||
      (remaining === 0) !== (input.remainingCart === null)
    ) {
      throw refusal(
        "The refund has to be between one cent and what is left of the captured amount."
      )
    }
    const before = await desk.retrieveFinancingApplication(input.applicationId)
    const doubt = await findDoubt(desk, before.id)
    if (!doubt && isDoneAlready(before, input)) {
      return await catchUp(desk, before)
    }
    const seen = await lookOrRefuse(desk, before)
    if (doubt) {
      return await followUp(desk, { doubt, seen, input })
    }
    await requireRefundable(desk, seen, input)
    const inHand = { ...input, lease, application: seen.application, remaining }
    return input.remainingCart === null
      ? await refundInFull(desk, inHand)
      : await refundInPart(desk, { ...inHand, remainingCart: input.remainingCart })
  })
}

/** Our books are exactly this refund ahead of Medusa's: it happened, and Medusa is catching up. */
function isDoneAlready(
  application: ApplicationRecord,
  { refundedBefore, amount }: RefundInput
): boolean {
  return application.refunded_cents === refundedBefore + amount
}

async function lookOrRefuse(desk: FinancingDesk, application: ApplicationRecord): Promise<Look> {
  try {
    return await look(desk, application)
  } catch (error) {
    throw toMerchantError(error)
  }
}

const OTHER_REFUND =
  "An earlier refund, whose answer was lost, turned out to have happened. Nothing was sent now: refund that amount in Medusa first."

type FollowUp = { doubt: OperationRecord; seen: Look; input: RefundInput }

/** Nothing is sent beside a doubt: the look proves that it is this very refund, or it is refused. */
async function followUp(
  desk: FinancingDesk,
  { doubt, seen, input }: FollowUp
): Promise<ApplicationRecord> {
  const proven = await confirmByLook(desk, { doubt, seen })
  if (!proven) {
    throw inDoubt(doubt.kind === "partial-refund" ? "partial refund" : doubt.kind)
  }
  if (!isDoneAlready(proven, input)) {
    await askToCatchUp(desk, proven, cents(proven.refunded_cents - input.refundedBefore))
    throw refusal(OTHER_REFUND)
  }
  return await catchUp(desk, proven)
}

/** What a person was asked to enter is being entered: the question is settled. */
async function catchUp(
  desk: FinancingDesk,
  application: ApplicationRecord
): Promise<ApplicationRecord> {
  await desk.clearAttention(application.id, "missing-refund")
  return await desk.retrieveFinancingApplication(application.id)
}

async function requireRefundable(
  desk: FinancingDesk,
  seen: Look,
  { captured, refundedBefore }: RefundInput
): Promise<void> {
  const { application, code, amount, tokenAgrees } = seen
  const owed = subtract(captured, refundedBefore)
  const isSettled = code === "S" && application.state === "settling"
  if (code === "T") {
    await desk.askForAttention(application.id, "refunded-elsewhere", REFUNDED_ELSEWHERE)
    throw refusal(
      "The financing service says that this financing is refunded already, though not from here. Nothing was sent: compare the order with the service's portal."
    )
  }
  if (!isFunded(code) && !isSettled) {
    throw refusal(
      `Only a settled or funded financing can be refunded; the financing service says: ${describeCode(code)} (${application.code || "no status"}). Nothing was sent.`
    )
  }
  const disagrees = !tokenAgrees || amount !== owed || application.refunded_cents !== refundedBefore
  if (disagrees) {
    const isTaxExempt = application.tax_exempt === true
    await desk.askForAttention(
      application.id,
      causeOfDifference(isTaxExempt),
      describeDifference(
        { service: amount, medusa: owed, missingInMedusa: ZERO_CENTS },
        isTaxExempt
      )
    )
    throw refusal(
      `Before this refund Medusa counts ${inWords(owed)} as financed, the financing service ${amount === null ? "names no amount" : inWords(amount)}. Nothing was sent: compare the order with the service's portal.`
    )
  }
}

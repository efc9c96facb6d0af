import { sentence } from "../../../translation/sentence"
import { setTimeout as sleep } from "node:timers/promises"
import { causeOfDifference, REFUNDED_ELSEWHERE } from "../../../domain/review-causes"
import { type Cents, inWords, subtract, ZERO_CENTS } from "../../../domain/money"
import { isRefundable } from "../../../domain/settled-loan"
import { describeCode } from "../../../domain/status-codes"
import { describeDifference } from "../../../domain/amounts"
import { checkStatusOrRefuse, findDoubtIn, inDoubt, withMoneyLease } from "./money-guard"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Aggregate } from "../store/aggregate"
import type { Happened } from "../store/timeline"
import type { Context } from "../context"
import { linkRefundIfConfirmed, type RefundFacts } from "./link-refund-row"
import type { StatusCheck } from "./check-status"
import { refundInFull, type RefundInHand, refundInPart } from "./call-refund"
import type { Requester } from "../store/journal"
import { confirmByCheck } from "./resolve-by-status-check"

export type RefundInput = Pick<RefundInHand, "reference" | "reason"> & {
  applicationId: string
  askedBy: Requester
  /** Reads Medusa's data under the lease, when no other refund can run. */
  readFacts: () => Promise<RefundFacts>
}

/** Milliseconds in which core deletes the row of a rejected refund. */
const PATIENCE = 3_000

/** Milliseconds between two reads during that wait. */
const PAUSE = 100

/**
 * Refunds a payment (endpoint 12 for the rest, 13 for a part). The target is absolute: the amount that the service
 * finances afterwards. Does not resend a refund that the journal confirms. Throws MedusaError INVALID_DATA with a
 * message when it was refused or is in doubt.
 */
export async function refund(context: Context, input: RefundInput): Promise<ApplicationRecord> {
  return await withMoneyLease(context, input.applicationId, async (lease) => {
    const known = await context.applications.readAggregate(input.applicationId)
    const plan = await waitForRejectedRefundRow(input, known.application)
    // A change of 0 cents needs no call.
    return plan.amount === ZERO_CENTS
      ? known.application
      : await sendRefund(context, { input, plan, lease, known })
  })
}

/**
 * Waits until core has deleted the row of a concurrent refund, which the money lease rejected, and returns the plan
 * without that row.
 */
async function waitForRejectedRefundRow(
  { readFacts }: RefundInput,
  { refunded_cents }: ApplicationRecord
): Promise<RefundFacts> {
  const giveUpAt = performance.now() + PATIENCE
  for (;;) {
    const plan = await readFacts()
    if (plan.refundedBefore <= refunded_cents || performance.now() >= giveUpAt) {
      return plan
    }
    await sleep(PAUSE)
  }
}

type Planned = {
  input: RefundInput
  plan: RefundFacts
  lease: Lease
  /** Read under the lease. */
  known: Aggregate
}

async function sendRefund(
  context: Context,
  { input, plan, lease, known }: Planned
): Promise<ApplicationRecord> {
  const { amount, remainingCart } = plan
  const { reference, reason } = input
  const remaining = subtract(subtract(plan.captured, plan.refundedBefore), amount)
  if (amount < 0 || remaining < 0 || (remaining === 0) !== (remainingCart === null)) {
    throw sentence("The refund has to be between one cent and what is left of the captured amount.")
  }
  const doubt = await findDoubtIn(context, known)
  if (!doubt && (await linkRefundIfConfirmed(context, { known, reference, plan }))) {
    return known.application
  }
  const seen = await checkStatusOrRefuse(context, known)
  if (doubt) {
    return await resolveEarlierRefund(context, { doubt, seen }, { reference, plan })
  }
  await requireRefundable(context, seen, plan)
  const happened = toRequestEntry(input, amount)
  const { application, token } = seen
  const inHand = { reference, reason, lease, application, token, remaining, happened }
  return remainingCart === null
    ? await refundInFull(context, inHand)
    : await refundInPart(context, { ...inHand, remainingCart })
}

/** Keeps the requester, because core drops a refund without an answer and the later repaired row needs them. */
function toRequestEntry({ reference, askedBy }: RefundInput, amount: Cents): Happened {
  const { refundReasonId: refund_reason_id, userId: user_id } = askedBy
  const details = { cents: amount, refund_id: reference, refund_reason_id, user_id }
  return { what: "refund-asked", details }
}

const EARLIER_REFUND =
  "An earlier refund, whose answer was lost, turned out to have happened. Nothing was sent now: look at the order again."

/**
 * Handles a refund in doubt: a status check either proves that it equals this request, or this request is refused.
 */
async function resolveEarlierRefund(
  context: Context,
  { doubt, seen }: { doubt: OperationRecord; seen: StatusCheck },
  { reference, plan }: { reference: string; plan: RefundFacts }
): Promise<ApplicationRecord> {
  const application = await confirmByCheck(context, { doubt, seen })
  if (!application) {
    throw inDoubt(doubt.kind === "partial-refund" ? "partial refund" : doubt.kind)
  }
  const known = await context.applications.readAggregate(application.id)
  if (!(await linkRefundIfConfirmed(context, { known, reference, plan }))) {
    throw sentence(EARLIER_REFUND)
  }
  return application
}

async function requireRefundable(
  context: Context,
  seen: StatusCheck,
  { captured, refundedBefore }: RefundFacts
): Promise<void> {
  const { application, code, amount, tokenAgrees } = seen
  const owed = subtract(captured, refundedBefore)
  const { settled, state } = application
  if (code === "T") {
    await context.reviewCases.open(application.id, "refunded-elsewhere", REFUNDED_ELSEWHERE)
    throw sentence(
      "The financing service says that this financing is refunded already, though not from here. Nothing was sent: compare the order with the service's portal."
    )
  }
  if (!isRefundable({ code, settled, settling: state === "settling" })) {
    throw sentence(
      `Only a settled or funded financing can be refunded; the financing service says: ${describeCode(code)} (${application.code || "no status"}). Nothing was sent.`
    )
  }
  const disagrees = !tokenAgrees || amount !== owed || application.refunded_cents !== refundedBefore
  if (disagrees) {
    // Medusa's rows may disagree; the reconciliation repairs them.
    await context.schedule.requestReconcile(application.id)
    const isTaxExempt = application.tax_exempt === true
    const sides = { service: amount, medusa: owed, missingInMedusa: ZERO_CENTS }
    const reason = describeDifference(sides, isTaxExempt)
    await context.reviewCases.open(application.id, causeOfDifference(isTaxExempt), reason)
    throw sentence(
      `Before this refund Medusa counts ${inWords(owed)} as financed, the financing service ${amount === null ? "names no amount" : inWords(amount)}. Nothing was sent: compare the order with the service's portal.`
    )
  }
}

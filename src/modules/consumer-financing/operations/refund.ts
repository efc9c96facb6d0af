import { userError } from "../../../translation/user-error"
import { setTimeout as sleep } from "node:timers/promises"
import { causeOfDifference, REFUNDED_ELSEWHERE } from "../../../domain/review-causes"
import { type Cents, cents, inWords, subtract, ZERO_CENTS } from "../../../domain/money"
import { isRefundable } from "../../../domain/settled-loan"
import { describeCode } from "../../../domain/status-codes"
import { describeDifference } from "../../../domain/amounts"
import { checkStatusOrRefuse, findDoubtIn, inDoubt, withMoneyLease } from "./money-guard"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Aggregate } from "../store/aggregate"
import type { Context } from "../context"
import type { StatusCheck } from "./check-status"
import { refundInFull, type RefundInHand, refundInPart } from "./call-refund"
import type { Requester } from "../store/journal"
import { confirmByCheck } from "./resolve-by-status-check"
import { REFUND_KINDS } from "../../../domain/operation"
import { type JournaledRefund, readJournalLedger } from "../../../translation/ledger/order-ledger"
import type { PartialRefundBody } from "../../../financing-api"

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
  const { reference, reason } = input
  return await withMoneyLease(context, input.applicationId, async (lease) => {
    const known = await context.applications.readAggregate(input.applicationId)
    const plan = await waitForRejectedRefundRow(input, known.application)
    const { amount, remainingCart } = plan
    // A refund of 0 cents needs no call.
    if (amount === ZERO_CENTS) return known.application
    const remaining = subtract(subtract(plan.captured, plan.refundedBefore), amount)
    if (amount < 0 || remaining < 0 || (remaining === 0) !== (remainingCart === null)) {
      throw userError(
        "The refund has to be between one cent and what is left of the captured amount."
      )
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
    // Keeps the requester, because core drops a refund without an answer and the later repaired row needs them.
    const { refundReasonId: refund_reason_id, userId: user_id } = input.askedBy
    const details = { cents: amount, refund_id: reference, refund_reason_id, user_id }
    const happened = { what: "refund-asked" as const, details }
    const { application, token } = seen
    const inHand = { reference, reason, lease, application, token, remaining, happened }
    return remainingCart === null
      ? await refundInFull(context, inHand)
      : await refundInPart(context, { ...inHand, remainingCart })
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
    throw userError(EARLIER_REFUND)
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
    throw userError(
      "The financing service says that this financing is refunded already, though not from here. Nothing was sent: compare the order with the service's portal."
    )
  }
  if (!isRefundable({ code, settled, settling: state === "settling" })) {
    throw userError(
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
    throw userError(
      `Before this refund, Medusa counts ${inWords(owed)} as financed, but the financing service reports ${amount === null ? "no amount" : inWords(amount)}. Nothing was sent: compare the order with the service's portal.`
    )
  }
}

/** Another refund row of the same payment; `writtenAt` in milliseconds. */
export type OtherRefund = { id: string; cents: Cents; writtenAt: number }

/** Medusa's data about a refund and the other refunds of its payment. */
export type RefundFacts = {
  /** Sums in Medusa: captured, refunded before this refund, and refunded by it. */
  captured: Cents
  refundedBefore: Cents
  amount: Cents
  others: OtherRefund[]
  /** Endpoint 13's body: the cart after the refund; null when nothing remains. */
  remainingCart: PartialRefundBody | null
}

export type LinkRefundRowInput = {
  applicationId: string
  /** The confirmed refund. */
  operationId: string
  /** The Medusa row to link, and the payment's other refund rows. */
  refundId: string
  amount: Cents
  others: readonly string[]
}

const ALREADY_RECORDED = "This refund was recorded in the meantime. Nothing was sent."

/** Milliseconds within which an equal second refund counts as the same. */
const JUST_ENTERED = 120_000

/**
 * Links a Medusa row to a refund that the journal confirms; sends nothing. Throws INVALID_DATA with a message when
 * another row is linked already.
 */
export async function linkRefundRow(
  context: Context,
  { applicationId, operationId, refundId, amount, others }: LinkRefundRowInput
): Promise<ApplicationRecord> {
  const refund = findConfirmedRefunds(await context.applications.readAggregate(applicationId)).find(
    (refund) => refund.operationId === operationId && isMissing(refund, others)
  )
  const isLinked =
    refund?.cents === amount &&
    (await context.journal.linkRefund({ operationId, from: refund.reference, refundId }))
  if (!isLinked) throw userError(ALREADY_RECORDED)
  return await context.rows.retrieveFinancingApplication(applicationId)
}

type Requested = { known: Aggregate; reference: string; plan: RefundFacts }

/** Refuses a refund equal to one that had happened and was recorded a moment ago: staff may not have seen it yet. */
async function requireNotJustRecorded(
  context: Context,
  { known, plan: { amount, others } }: Requested
): Promise<void> {
  const refunds = findConfirmedRefunds(known)
  const justWritten = others.filter(
    (row) => row.cents === amount && Date.now() - row.writtenAt < JUST_ENTERED
  )
  const linked = justWritten.filter(({ id }) => refunds.some(({ reference }) => reference === id))
  // A row that was created for a refund that had happened has no request.
  const requested = await Promise.all(
    linked.map(({ id }) => context.journal.isRefundRequested(known.application.id, id))
  )
  if (requested.includes(false)) {
    throw userError(
      `A refund of ${inWords(amount)} was recorded here a moment ago: the service had made it, and its answer was lost. Nothing was sent: look at the order again, and repeat this in two minutes if it is another refund.`
    )
  }
}

/**
 * Links the row if the requested refund happened already and Medusa lacked it. Refuses a refund while another one is
 * missing. Call it under the money lease.
 */
async function linkRefundIfConfirmed(context: Context, requested: Requested): Promise<boolean> {
  await requireNotJustRecorded(context, requested)
  const { known, reference, plan } = requested
  const { application } = known
  const { amount, refundedBefore, others } = plan
  const refunds = findConfirmedRefunds(known)
  const rows = others.map(({ id }) => id)
  const refund = refunds.find((refund) => isMissing(refund, rows))
  if (!refund) {
    return false
  }
  const isIt = refund.cents === amount && application.refunded_cents === refundedBefore + amount
  const { operationId, reference: from } = refund
  if (isIt && (await context.journal.linkRefund({ operationId, from, refundId: reference }))) {
    await context.reviewCases.close(application.id, "missing-refund")
    return true
  }
  await context.schedule.requestReconcile(application.id)
  throw userError(
    `An earlier refund of ${inWords(refund.cents)}, whose answer was lost, turned out to have happened, and is being recorded here. Nothing was sent now: look at the order again in a moment.`
  )
}

function findConfirmedRefunds({ application, operations }: Aggregate): JournaledRefund[] {
  const confirmed = operations.filter(
    ({ kind, outcome }) => REFUND_KINDS.includes(kind) && outcome === "confirmed"
  )
  return readJournalLedger(confirmed, cents(application.financed_cents)).refunds
}

function isMissing({ reference }: JournaledRefund, rows: readonly string[]): boolean {
  return reference === null || !rows.includes(reference)
}

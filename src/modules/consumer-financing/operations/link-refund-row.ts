import { sentence } from "../../../translation/sentence"
import { type Cents, cents, inWords } from "../../../domain/money"
import { REFUND_KINDS } from "../../../domain/operation"
import { type JournaledRefund, readJournalLedger } from "../../../translation/ledger/order-ledger"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import type { Aggregate } from "../store/aggregate"
import type { PartialRefundBody } from "../../../financing-api"

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
    (one) => one.operationId === operationId && isMissing(one, others)
  )
  if (refund?.cents !== amount || !(await link(context, refund, refundId))) {
    throw sentence(ALREADY_RECORDED)
  }
  return await context.rows.retrieveFinancingApplication(applicationId)
}

/**
 * Links the row if the requested refund happened already and Medusa lacked it. Refuses a refund while another one is missing, and one equal to a refund linked a moment ago. Call it under the money lease.
 */
export async function linkRefundIfConfirmed(
  context: Context,
  { known, reference, plan }: { known: Aggregate; reference: string; plan: RefundFacts }
): Promise<boolean> {
  const { application } = known
  const { amount, refundedBefore, others } = plan
  const refunds = findConfirmedRefunds(known)
  const isLikeIt = (row: OtherRefund) => row.cents === amount && isJustWritten(row, refunds)
  if (await hasRepairedRow(context, application.id, others.filter(isLikeIt))) {
    throw sentence(
      `A refund of ${inWords(amount)} was recorded here a moment ago: the service had made it, and its answer was lost. Nothing was sent: look at the order again, and repeat this in two minutes if it is another refund.`
    )
  }
  const rows = others.map(({ id }) => id)
  const refund = refunds.find((one) => isMissing(one, rows))
  if (!refund) {
    return false
  }
  const isIt = refund.cents === amount && application.refunded_cents === refundedBefore + amount
  if (isIt && (await link(context, refund, reference))) {
    await context.reviewCases.close(application.id, "missing-refund")
    return true
  }
  await context.schedule.requestReconcile(application.id)
  throw sentence(
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

function isJustWritten({ id, writtenAt }: OtherRefund, refunds: JournaledRefund[]): boolean {
  const isYoung = Date.now() - writtenAt < JUST_ENTERED
  return isYoung && refunds.some(({ reference }) => reference === id)
}

/** Such a row was created for a refund that had happened, so no request exists for it. */
async function hasRepairedRow(
  context: Context,
  applicationId: string,
  rows: readonly OtherRefund[]
): Promise<boolean> {
  const asked = await Promise.all(
    rows.map(({ id }) => context.journal.isRefundRequested(applicationId, id))
  )
  return asked.includes(false)
}

async function link(
  context: Context,
  { operationId, reference }: JournaledRefund,
  refundId: string
): Promise<boolean> {
  return await context.journal.linkRefund({ operationId, from: reference, refundId })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../../modules/consumer-financing"
import { readPurchase } from "../../medusa/read-purchase"
import type { CarryOut, Decided, Outcome } from "../action"
import { isUserFacing, userError } from "../../translation/user-error"
import type { OperationKind } from "../../domain/operation"
import { localEffectsOf } from "../../modules/consumer-financing/store/aggregate"
import type { ApplicationRecord, OperationRecord } from "../../modules/consumer-financing/records"
import { cents } from "../../domain/money"
import { compact, type MoneyRow, type PaymentSide } from "../../translation/medusa-rows"
import { toValidationRequest } from "../../translation/requests"
import { readUnchangedSnapshot } from "../../medusa/read-store"
import { describeReason } from "../../translation/error-to-medusa"

/** Removed from messages, because it changes with every attempt and would notify staff again. */
const CORRELATION = / \[[^\]]*\]$/

/**
 * Settles a shipped order with core's own capture, so that Medusa and the service agree. The provider checks the
 * status again and compares amounts before it settles. Reports a refusal of the service and retries it after an
 * hour; the schedule retries all other failures.
 */
export const settleOrder: CarryOut = async (container, { check, purchase: { payment } }) => {
  const { applicationId } = check
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!payment) {
    return
  }
  const last = await findLateFailure(container, applicationId, "settle")
  // A change of the capture setting closes the case, and changing it back retries at once.
  const isRefused = last?.error_code === "refused"
  if (isRefused && (await financing.reviewCases.isOpen(applicationId, ["order"]))) {
    return "prevented"
  }
  const obstacle = await captureInMedusa(container, { applicationId, payment })
  if (obstacle === null) {
    await financing.timeline.note(applicationId, "capture-recorded", { because: "shipped" })
    return "done"
  }
  const { purchaseState } = await readPurchase(container, applicationId)
  const open = await financing.applications.findOpenMoneyOperation(applicationId)
  // A concurrent capture is running or done, or a settle is in doubt and listed already.
  if (purchaseState !== "authorized-order" || open !== null) {
    return await financing.schedule.checkAgain(applicationId)
  }
  const reason = `The order has shipped, but its financing was not settled: ${obstacle.replace(CORRELATION, "")}`
  await financing.reviewCases.open(applicationId, "order", reason)
}

/**
 * Confirms a settle with a lost answer once the service reads funded, in cases without a capture in Medusa: the
 * payment is captured already (a settle after a partial refund), or its order was cancelled. Sends nothing. If the
 * amount differs, the doubt stays and staff decide.
 */
export const confirmSettle: CarryOut = async (container, { check: { applicationId } }) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const beforeSending = async () => {
    throw userError("The service does not read funded any more. Nothing was sent.")
  }
  try {
    await financing.settle({ applicationId, beforeSending })
    await financing.schedule.checkAgain(applicationId)
  } catch (error) {
    if (!isUserFacing(error)) {
      throw error
    }
  }
}

/** Milliseconds until a failed settle is retried automatically. */
const AGAIN_AFTER = 60 * 60 * 1000

/**
 * Returns the newest operation of this kind if it failed within the last hour; else null. Only an `error_code` of
 * "refused" is the service's own refusal; the schedule retries others, such as a busy service, a failed connection
 * or a lost lease.
 */
export async function findLateFailure(
  container: MedusaContainer,
  applicationId: string,
  kind: OperationKind
): Promise<OperationRecord | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const last = await financing.journal.findNewest({ application_id: applicationId, kind })
  const failedAt = last?.outcome === "refused" ? last.finished_at : null
  const isLate =
    failedAt !== null && financing.clock.now() - new Date(failedAt).getTime() <= AGAIN_AFTER
  return isLate ? last : null
}

/**
 * Captures in Medusa a loan that the service has funded: by a settle whose answer was lost, in its portal, or by a
 * lender. Core's capture finds it settled and sends nothing.
 */
export const recordCapture: CarryOut = async (container, decided) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const aggregate = await financing.applications.readAggregate(decided.check.applicationId)
  const { settleSent } = localEffectsOf(aggregate, financing.clock.now())
  const failure = "The service has funded it, but Medusa did not record the capture"
  return settleSent || (await isCorroborated(container, aggregate.application))
    ? await captureSettled(container, decided, failure)
    : "prevented"
}

/**
 * Repeats a settle whose answer was lost long ago while the service still reads ready to settle: core's capture
 * calls the provider, which sends it once more.
 */
export const repeatSettle: CarryOut = async (container, decided) =>
  await captureSettled(
    container,
    decided,
    "The answer to a settle was lost, and Medusa could not capture the payment"
  )

async function captureSettled(
  container: MedusaContainer,
  { check: { applicationId }, purchase: { payment } }: Decided,
  failure: string
): Promise<Outcome | void> {
  if (!payment) {
    return "prevented"
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!payment.captured_at && !compact(payment.captures).every(toCaptureEndedFilter(financing))) {
    return "busy"
  }
  const obstacle = await captureInMedusa(container, { applicationId, payment })
  if (obstacle === null) {
    await financing.timeline.note(applicationId, "capture-recorded", { because: "settled" })
    return "done"
  }
  await financing.reviewCases.open(applicationId, "order", `${failure}: ${obstacle}`)
}

type Capturing = { applicationId: string; payment: PaymentSide }

/**
 * Runs core's capture, which settles through the provider if necessary. Returns a readable reason on failure, and
 * null after success.
 */
export async function captureInMedusa(
  container: MedusaContainer,
  { applicationId, payment }: Capturing
): Promise<string | null> {
  await removeAbandonedRow(container, { applicationId, payment })
  const { errors } = await capturePaymentWorkflow(container).run({
    input: { payment_id: payment.id },
    throwOnError: false,
  })
  return errors.length === 0 ? null : describeReason(errors[0]?.error)
}

/**
 * Removes a capture row of a process that died between the settle and core's commit, because core refuses later
 * captures for it. The process has certainly ended if the row is older than the longest operation and no settle was
 * just completed.
 */
async function removeAbandonedRow(
  container: MedusaContainer,
  { applicationId, payment }: Capturing
): Promise<void> {
  const rows = compact(payment.captures)
  const financing = container.resolve(CONSUMER_FINANCING)
  if (payment.captured_at || rows.length === 0 || !rows.every(toCaptureEndedFilter(financing))) {
    return
  }
  if (await financing.leases.isMoneyOperationRunning(applicationId)) {
    return
  }
  const ids = rows.map(({ id }) => id)
  // A process that settled a moment ago still needs its rows. Their timestamps come from that server's own clock,
  // which may be wrong.
  const settledLately = await financing.listFinancingOperations(
    { reference: ids, outcome: "confirmed", finished_at: { $gt: beginningOfOldest(financing) } },
    { take: 1 }
  )
  if (settledLately.length === 0) {
    await container.resolve(Modules.PAYMENT).deleteCaptures(ids)
  }
}

/** The start of the oldest operation that can still be running. */
const beginningOfOldest = ({ clock, leases }: ConsumerFinancingModuleService) =>
  clock.dateIn(-leases.longestOperation * 1000)

/** Selects rows old enough that their capture has certainly ended. */
function toCaptureEndedFilter(financing: ConsumerFinancingModuleService) {
  const begunBefore = beginningOfOldest(financing)
  return ({ created_at }: MoneyRow) => new Date(created_at) < begunBefore
}

/** Whether a loan that others funded is genuine: S was read before, and endpoint 15 confirms the order's details. */
async function isCorroborated(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const snapshot = await readUnchangedSnapshot(financing, application)
  if (!application.ready_at || !snapshot) {
    return false
  }
  const request = toValidationRequest({
    token: await financing.tokens.currentOf(application.id),
    snapshot,
    loanAmount: cents(application.financed_cents),
  })
  const word = await financing.clients
    .for(application)
    .validatePostback(request)
    .catch(() => null)
  return word === "VERIFIED_PT"
}

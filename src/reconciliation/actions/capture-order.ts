import type { MedusaContainer } from "@medusajs/framework/types"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../../modules/consumer-financing"
import { readStoreSide } from "../../medusa/read-store-side"
import type { CarryOut, Outcome } from "../action"
import { isUserFacing, sentence } from "../../translation/sentence"
import type { OperationKind } from "../../domain/operation"
import type { ApplicationRecord, OperationRecord } from "../../modules/consumer-financing/records"
import { cents } from "../../domain/money"
import { compact, type MoneyRow, type PaymentSide } from "../../translation/medusa-rows"
import { toValidationRequest } from "../../translation/requests"
import { readUnchangedSnapshot } from "../../medusa/read-store"
import type { Observed } from "../observe"
import { reasonOf } from "../../translation/error-to-medusa"

/** It changes with every attempt, and would tell a person the same thing again each time. */
const CORRELATION = / \[[^\]]*\]$/

/**
 * The order has shipped: core's own capture, as if its button were pressed, so that Medusa and the
 * service agree. Our provider checks the status once more and compares the amounts before it settles. What the
 * service refused is told, and tried again after an hour; everything else by schedule.
 */
export const settleOrder: CarryOut = async (container, { applicationId, payment }) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!payment) {
    return
  }
  const last = await findLateFailure(container, applicationId, "settle")
  if (last?.error_code === "refused") {
    return "prevented"
  }
  const obstacle = await captureInMedusa(container, { applicationId, payment })
  if (obstacle === null) {
    await financing.timeline.note(applicationId, "capture-recorded", { because: "shipped" })
    return "done"
  }
  const { purchaseState } = await readStoreSide(container, applicationId)
  const open = await financing.applications.findOpenOperation(applicationId)
  // Somebody pressed the button at the same moment, and it is captured or being captured; or nobody
  // knows whether our settle happened, of which a person is told already.
  if (purchaseState !== "authorized-order" || open !== null) {
    return await financing.schedule.checkAgain(applicationId)
  }
  const reason = `The order has shipped, but its financing was not settled: ${obstacle.replace(CORRELATION, "")}`
  await financing.reviewCases.ask(applicationId, "order", reason)
}

/**
 * A settle whose answer was lost, and by now the service reads funded, while Medusa has nothing to be told:
 * the payment is captured already (a settle after a partial refund), or its order was cancelled. Nothing
 * is ever sent here; where the amount is another one, the doubt stays, and a person is asked.
 */
export const confirmSettle: CarryOut = async (container, { applicationId }) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const beforeSending = async () => {
    throw sentence("The service does not read funded any more. Nothing was sent.")
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

/** What failed is tried again automatically after this many milliseconds. */
const AGAIN_AFTER = 60 * 60 * 1000

/**
 * The newest call of this kind, where it did not happen and that is known for less than an hour; null
 * otherwise. Only with the `error_code` "refused" is it the service's own refusal: one that was busy or out
 * of reach, or a lost lease, is tried again by schedule.
 */
export async function findLateFailure(
  container: MedusaContainer,
  applicationId: string,
  kind: OperationKind
): Promise<OperationRecord | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [last] = await financing.listFinancingOperations(
    { application_id: applicationId, kind },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const failedAt = last?.outcome === "refused" ? last.finished_at : null
  const isLate =
    failedAt !== null && financing.clock.now() - new Date(failedAt).getTime() <= AGAIN_AFTER
  return last && isLate ? last : null
}

/**
 * The service has funded what Medusa only authorized: by our own settle whose answer was lost, in
 * its portal, or by a lender. Core's capture then finds it settled and sends nothing.
 */
export const recordCapture: CarryOut = async (container, seen) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(seen.applicationId)
  const { settleSent } = await financing.applications.localEffects(application)
  const failure = "The service has funded it, but Medusa did not record the capture"
  return settleSent || (await isCorroborated(container, application))
    ? await captureSettled(container, seen, failure)
    : "prevented"
}

/**
 * A settle whose answer was lost long ago, and the service still reads ready to settle: core's
 * capture asks our provider, which repeats the settle once.
 */
export const repeatSettle: CarryOut = async (container, seen) =>
  await captureSettled(
    container,
    seen,
    "A settle whose answer was lost was repeated, and Medusa could not capture the payment"
  )

async function captureSettled(
  container: MedusaContainer,
  { applicationId, payment }: Observed,
  failure: string
): Promise<Outcome | void> {
  if (!payment) {
    return "prevented"
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!payment.captured_at && !compact(payment.captures).every(olderThanAnyCapture(financing))) {
    return "busy"
  }
  const obstacle = await captureInMedusa(container, { applicationId, payment })
  if (obstacle === null) {
    await financing.timeline.note(applicationId, "capture-recorded", { because: "settled" })
    return "done"
  }
  await financing.reviewCases.ask(applicationId, "order", `${failure}: ${obstacle}`)
}

type Capturing = { applicationId: string; payment: PaymentSide }

/**
 * Core's own capture, which asks our provider to settle what is not settled yet. Resolves with why
 * it failed, fit for people, or with null once it is captured.
 */
export async function captureInMedusa(
  container: MedusaContainer,
  { applicationId, payment }: Capturing
): Promise<string | null> {
  await removeLeftBehind(container, { applicationId, payment })
  const { errors } = await capturePaymentWorkflow(container).run({
    input: { payment_id: payment.id },
    throwOnError: false,
  })
  return errors.length === 0 ? null : reasonOf(errors[0]?.error)
}

/**
 * A process that died between the settle and core's commit leaves a capture row without an end, and
 * core refuses every later capture because of it. One that is older than the longest operation, and whose
 * process is not just looking at what became of its settle, has ended.
 */
async function removeLeftBehind(
  container: MedusaContainer,
  { applicationId, payment }: Capturing
): Promise<void> {
  const rows = compact(payment.captures)
  const financing = container.resolve(CONSUMER_FINANCING)
  if (payment.captured_at || rows.length === 0 || !rows.every(olderThanAnyCapture(financing))) {
    return
  }
  if (await financing.leases.isMoneyMoved(applicationId)) {
    return
  }
  const ids = rows.map(({ id }) => id)
  // Whoever settled for these rows a moment ago is about to tell Medusa. Their own age is told by the
  // clock of the server that wrote them, which may be wrong.
  const settledLately = await financing.listFinancingOperations(
    { reference: ids, outcome: "confirmed", finished_at: { $gt: beginningOfOldest(financing) } },
    { take: 1 }
  )
  if (settledLately.length === 0) {
    await container.resolve(Modules.PAYMENT).deleteCaptures(ids)
  }
}

/** When the oldest operation that can still be under way began. */
const beginningOfOldest = ({ clock, leases }: ConsumerFinancingModuleService) =>
  clock.dateIn(-leases.longestOperation * 1000)

/** A row of core's that is younger belongs to a capture which has yet to end. */
function olderThanAnyCapture(financing: ConsumerFinancingModuleService) {
  const begunBefore = beginningOfOldest(financing)
  return ({ created_at }: MoneyRow) => new Date(created_at) < begunBefore
}

/** Funded without us: S was seen before, and endpoint 15 confirms the order's details. */
async function isCorroborated(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const snapshot = await readUnchangedSnapshot({ financing, application })
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

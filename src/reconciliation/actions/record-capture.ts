import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { cents } from "../../domain/money"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../../modules/consumer-financing"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import { compact } from "../../translation/compact"
import type { PaymentSide } from "../../translation/store-side"
import { toValidationRequest } from "../../translation/validation-request"
import { readUnchangedSnapshot } from "../../medusa/read-store"
import type { CarryOut, Outcome } from "../action"
import type { Observed } from "../observe"
import { reasonOf } from "../reason-of"

/**
 * The service has funded what Medusa only authorized: by our own settle whose answer was lost, in
 * its portal, or by a lender. Core's capture then finds it settled and sends nothing.
 */
export const recordCapture: CarryOut = async (container, seen) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(seen.applicationId)
  const { settleSent } = await financing.applications.localEffects(application)
  return settleSent || (await isCorroborated(container, application))
    ? await captureSettled(
        container,
        seen,
        "The service has funded it, but Medusa did not record the capture"
      )
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
): Promise<Outcome> {
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
  return "told"
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
  if (!(await wereSettledLately(container, ids))) {
    await container.resolve(Modules.PAYMENT).deleteCaptures(ids)
  }
}

/** A row of core's that is younger belongs to a capture which has yet to end. */
function olderThanAnyCapture({ clock, leases }: ConsumerFinancingModuleService) {
  const begunBefore = clock.dateIn(-leases.longestOperation * 1000)
  return ({ created_at }: { created_at: Date | string }) => new Date(created_at) < begunBefore
}

/**
 * Whoever settled for these rows a moment ago is about to tell Medusa. Their own age is told by the
 * clock of the server that wrote them, which may be wrong.
 */
async function wereSettledLately(container: MedusaContainer, ids: string[]): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const since = financing.clock.dateIn(-financing.leases.longestOperation * 1000)
  const lately = { reference: ids, outcome: "confirmed", finished_at: { $gt: since } }
  return (await financing.listFinancingOperations(lately, { take: 1 })).length > 0
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

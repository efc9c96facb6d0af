import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import { toValidationRequest } from "../../translation/validation-request"
import { readUnchangedSnapshot } from "../read-store"
import type { Decision } from "../steps/decide-move"
import { hold } from "./hold"

/**
 * The service has funded what Medusa only authorized: by our own settle whose answer was lost, in
 * its portal, or by a lender. Core's capture then finds it settled and sends nothing.
 */
export async function recordCapture(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, payment } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const { settleSent } = await financing.ownDeeds(application)
  const isBelieved = settleSent || (await isCorroborated(container, application))
  if (!payment || !isBelieved || application.service_cents !== application.financed_cents) {
    return await hold(container, decision)
  }
  await captureInMedusa(container, { applicationId, paymentId: payment.id })
}

/** Core's own capture, which asks our provider to settle and finds out that it is settled. */
export async function captureInMedusa(
  container: MedusaContainer,
  { applicationId, paymentId }: { applicationId: string; paymentId: string }
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { errors } = await capturePaymentWorkflow(container).run({
    input: { payment_id: paymentId },
    throwOnError: false,
  })
  if (errors.length === 0) {
    await financing.note(applicationId, "capture-recorded")
    return await financing.clearAttention(applicationId)
  }
  const error: unknown = errors[0]?.error
  const reason = error instanceof Error ? error.message.slice(0, 200) : "unknown"
  await financing.note(applicationId, "capture-not-recorded", { reason })
}

/** Funded without us: S was seen before, and endpoint 15 confirms the order's details. */
async function isCorroborated(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const snapshot = await readUnchangedSnapshot(query, { financing, application })
  if (!application.ready_at || !snapshot) {
    return false
  }
  const request = toValidationRequest({
    token: await financing.tipOf(application.id),
    snapshot,
    loanAmount: cents(application.financed_cents),
  })
  const word = await financing
    .clientOf(application)
    .validatePostback(request)
    .catch(() => null)
  return word === "VERIFIED_PT"
}

import { ZERO_CENTS, cents } from "../../../domain/money"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { findDoubt, finish, journaled } from "../journal"
import type { ApplicationRecord } from "../records"
import type ConsumerFinancingModuleService from "../service"
import { look } from "./look"
import type { RefundInHand } from "./refund"

/** Refunds everything that is left (endpoint 12), with the reason. */
export async function refundInFull(
  service: ConsumerFinancingModuleService,
  { application, lease, reference, reason }: RefundInHand
): Promise<ApplicationRecord> {
  const token = await service.tipOf(application.id)
  const intent = {
    applicationId: application.id,
    kind: "refund" as const,
    token,
    target: ZERO_CENTS,
    reference,
    deadline: service.options.deadlines.money,
  }
  try {
    const { operation } = await journaled(service, { intent, lease }, (correlationId) =>
      service.clientOf(application).refund({ applicationToken: token, reason }, { correlationId })
    )
    await finish(service, operation, { outcome: "confirmed" })
  } catch (error) {
    if (!(await isProvenByLook(service, application))) {
      throw toMerchantError(error)
    }
  }
  await service.note(application.id, "refunded", { cents: application.financed_cents })
  return await service.recordRefund(application.id, cents(application.financed_cents))
}

/** After our own full refund was sent, T confirms it. */
async function isProvenByLook(
  service: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<boolean> {
  const operation = await findDoubt(service, application.id)
  if (!operation) {
    return false
  }
  const seen = await look(service, application).catch(() => null)
  if (seen?.code !== "T") {
    return false
  }
  await finish(service, operation, { outcome: "confirmed" })
  return true
}

import { ZERO_CENTS, cents } from "../../../domain/money"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { findDoubt, finish, journaled } from "../journal"
import type { ApplicationRecord } from "../records"
import type { FinancingDesk } from "../desk"
import { look } from "./look"
import type { RefundInHand } from "./refund"

/** Refunds everything that is left (endpoint 12), with the reason. */
export async function refundInFull(
  desk: FinancingDesk,
  { application, lease, reference, reason }: RefundInHand
): Promise<ApplicationRecord> {
  const token = await desk.tipOf(application.id)
  const intent = {
    applicationId: application.id,
    kind: "refund" as const,
    token,
    target: ZERO_CENTS,
    reference,
    deadline: desk.options.deadlines.money,
  }
  try {
    const { operation } = await journaled(desk, { intent, lease }, (correlationId) =>
      desk.clientOf(application).refund({ applicationToken: token, reason }, { correlationId })
    )
    await finish(desk, operation, { outcome: "confirmed" })
  } catch (error) {
    if (!(await isProvenByLook(desk, application))) {
      throw toMerchantError(error)
    }
  }
  await desk.note(application.id, "refunded", { cents: application.financed_cents })
  return await desk.recordRefund(application.id, cents(application.financed_cents))
}

/** After our own full refund was sent, T confirms it. */
async function isProvenByLook(
  desk: FinancingDesk,
  application: ApplicationRecord
): Promise<boolean> {
  const operation = await findDoubt(desk, application.id)
  if (!operation) {
    return false
  }
  const seen = await look(desk, application).catch(() => null)
  if (seen?.code !== "T") {
    return false
  }
  await finish(desk, operation, { outcome: "confirmed" })
  return true
}

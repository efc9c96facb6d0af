import { ZERO_CENTS } from "../../../domain/money"
import { journaled } from "../journal"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { findDoubtAfter } from "./find-doubt-after"
import { look } from "./look"
import type { RefundInHand } from "./refund"
import { refundFailed } from "./refund-failed"
import { confirmByLook, countFullRefund } from "./settle-doubt"

/** Refunds everything that is left (endpoint 12), with the reason. */
export async function refundInFull(
  desk: Context,
  { application, lease, reference, reason }: RefundInHand
): Promise<ApplicationRecord> {
  const token = await desk.tokens.tipOf(application.id)
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
      desk.clients.for(application).refund({ applicationToken: token, reason }, { correlationId })
    )
    return await countFullRefund(desk, { application, operation })
  } catch (error) {
    const doubt = await findDoubtAfter(desk, { application, reference }, error)
    const updated = doubt && (await proveByLook(desk, application, doubt))
    if (!updated) {
      throw refundFailed(error, { isInDoubt: doubt !== null })
    }
    return updated
  }
}

/** After our own full refund was sent, T confirms it; until then it is looked for soon. */
async function proveByLook(
  desk: Context,
  application: ApplicationRecord,
  doubt: OperationRecord
): Promise<ApplicationRecord | null> {
  const seen = await look(desk, application).catch(() => null)
  const updated = seen && (await confirmByLook(desk, { doubt, seen }))
  if (!updated) {
    await desk.schedule.lookSoon(application.id)
  }
  return updated
}

import { ZERO_CENTS } from "../../../domain/money"
import { runOperation } from "./run-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { findDoubtAfterRefund, refundFailed } from "./find-doubt-after-refund"
import { checkStatus } from "./check-status"
import type { Lease } from "../coordination/lease"
import type { Happened } from "../store/timeline"
import type { Cents } from "../../../domain/money"
import { countFullRefund } from "./count-refund"
import { confirmByCheck } from "./resolve-by-status-check"

/** A refund with everything that was found out before its call. */
export type RefundInHand = {
  /** Medusa's refund row. */
  reference: string
  /** Why, for a full refund (endpoint 12 has the field, 13 has not). */
  reason: string
  lease: Lease
  application: ApplicationRecord
  /** The newest of its chain. */
  token: string
  /** What the service is to finance afterwards. */
  remaining: Cents
  /** What the timeline says as it is sent. */
  happened: Happened
}

/** Refunds everything that is left (endpoint 12), with the reason. */
export async function refundInFull(
  context: Context,
  { application, token, lease, reference, reason, happened }: RefundInHand
): Promise<ApplicationRecord> {
  const intent = {
    applicationId: application.id,
    kind: "refund" as const,
    token,
    target: ZERO_CENTS,
    reference,
    deadline: context.options.deadlines.money,
    happened,
  }
  try {
    const { operation } = await runOperation(
      context,
      { application, intent, lease },
      (correlationId) =>
        context.clients
          .for(application)
          .refund({ applicationToken: token, reason }, { correlationId })
    )
    return await countFullRefund(context, { application, operation })
  } catch (error) {
    const doubt = await findDoubtAfterRefund(context, { application, reference }, error)
    const updated = doubt && (await proveByCheck(context, application, doubt))
    if (!updated) {
      throw refundFailed(error, { isInDoubt: doubt !== null })
    }
    return updated
  }
}

/** After our own full refund was sent, T confirms it; until then it is looked for soon. */
async function proveByCheck(
  context: Context,
  application: ApplicationRecord,
  doubt: OperationRecord
): Promise<ApplicationRecord | null> {
  const seen = await checkStatus(context, application).catch(() => null)
  const updated = seen && (await confirmByCheck(context, { doubt, seen }).catch(() => null))
  if (!updated) {
    await context.schedule.checkSoon(application.id)
  }
  return updated
}

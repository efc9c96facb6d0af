import { judgeDoubt } from "../../../domain/operation"
import { isFunded } from "../../../domain/status-codes"
import { findDoubt, finish, journaled, secondsInDoubt } from "../journal"
import type { Lease } from "../lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type ConsumerFinancingModuleService from "../service"
import { type Look, look } from "./look"
import { underMoneyLease } from "./money-lease"

export type CancelResult = "ended" | "funded" | "in-doubt"

/**
 * Ends an application at the service (endpoint 11). The caller has made sure that nothing in Medusa
 * depends on it. Looks first; a funded application is left alone, since that takes a refund.
 * Throws FinancingError when the call failed: the schedule tries again.
 */
export async function cancel(
  service: ConsumerFinancingModuleService,
  { applicationId, reason }: { applicationId: string; reason: string }
): Promise<CancelResult> {
  return await underMoneyLease(service, applicationId, async (lease) => {
    const doubt = await findDoubt(service, applicationId)
    if (doubt && doubt.kind !== "cancel") {
      return "in-doubt"
    }
    const seen = await look(service, await service.retrieveFinancingApplication(applicationId))
    if (isFunded(seen.code)) {
      return "funded"
    }
    if (["O", "U", "X", "T"].includes(seen.code)) {
      if (doubt) {
        await finish(service, doubt, { outcome: seen.code === "O" ? "confirmed" : "refused" })
      }
      return "ended"
    }
    if (doubt && !mayRepeat(doubt, seen)) {
      return "in-doubt"
    }
    await send(service, { lease, application: seen.application, reason, doubt })
    return "ended"
  })
}

function mayRepeat(doubt: OperationRecord, { code }: Look): boolean {
  const proof = judgeDoubt("cancel", {
    code,
    secondsInDoubt: secondsInDoubt(doubt),
    attempts: doubt.attempts,
  })
  return proof === "repeat"
}

type Sending = {
  lease: Lease
  application: ApplicationRecord
  reason: string
  doubt: OperationRecord | null
}

async function send(
  service: ConsumerFinancingModuleService,
  { lease, application, reason, doubt }: Sending
): Promise<void> {
  const token = await service.tipOf(application.id)
  const intent = {
    applicationId: application.id,
    kind: "cancel" as const,
    token,
    deadline: service.options.deadlines.money,
  }
  const { operation } = await journaled(
    service,
    { intent, lease, ...(doubt ? { repeats: doubt } : {}) },
    (correlationId) =>
      service
        .clientOf(application)
        .cancel(
          { applicationToken: token, postback: service.options.ownPostbacks },
          { correlationId }
        )
  )
  await finish(service, operation, { outcome: "confirmed" })
  await service.note(application.id, "cancelled", { reason })
}

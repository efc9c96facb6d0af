import { proveCancel } from "../../../domain/doubt"
import { isEndedForGood, isFunded, mayComeBack, type SeenCode } from "../../../domain/status-codes"
import { RefusedError } from "../../../financing-api"
import { findDoubt, secondsInDoubt, underMoneyLease } from "./money-guard"
import { finish } from "./finish-operation"
import { runOperation } from "./run-operation"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { type StatusCheck, checkStatus } from "./check-status"
import { endAttach } from "./pre-approvals/pre-approved-flow"

export type CancelResult =
  | "ended"
  /** It takes a refund. */
  | "funded"
  | "in-doubt"
  /** The service reads something else than what the request was made for, or it was settled since. */
  | "changed"

export type CancelInput = {
  applicationId: string
  reason: string
  /** The request holds only while the service reads one of these; any code when left out. */
  whileCodes?: readonly SeenCode[] | null
  /** The request is about a loan that is known to be settled and reads ready to settle: a person's. */
  evenIfSettled?: boolean
}

/**
 * Ends an application at the service (endpoint 11). The caller has made sure that nothing in Medusa
 * depends on it. Checks first; a funded application is left alone, since that takes a refund.
 * Throws FinancingError when the call failed: the schedule tries again.
 */
export async function cancel(context: Context, input: CancelInput): Promise<CancelResult> {
  const result = await cancelIfItGoes(context, input)
  if (result === "ended") {
    // Its doubt is over before anybody stops telling of it.
    await endAttach(context, input.applicationId)
  }
  return result
}

async function cancelIfItGoes(
  context: Context,
  { applicationId, reason, whileCodes, evenIfSettled = false }: CancelInput
): Promise<CancelResult> {
  return await underMoneyLease(context, applicationId, async (lease) => {
    const doubt = await findDoubt(context, applicationId)
    if (doubt && doubt.kind !== "cancel") {
      return "in-doubt"
    }
    const seen = await checkStatus(
      context,
      await context.rows.retrieveFinancingApplication(applicationId)
    )
    if (isFunded(seen.code)) {
      if (doubt) {
        await finish(context, doubt, { outcome: "refused" })
      }
      return "funded"
    }
    if (isEndedForGood(seen.code)) {
      if (doubt) {
        await finish(context, doubt, { outcome: seen.code === "O" ? "confirmed" : "refused" })
      }
      return "ended"
    }
    if (whileCodes && !whileCodes.includes(seen.code)) {
      return "changed"
    }
    const { state, settled } = seen.application
    if ((state === "settling" || settled) && !evenIfSettled && !doubt) {
      // It was settled since it was decided to end it.
      return "changed"
    }
    if (doubt && !mayRepeat(doubt, { seen, now: context.clock.now() })) {
      return "in-doubt"
    }
    try {
      await send(context, { lease, application: seen.application, reason, doubt })
    } catch (error) {
      if (!isOverAfterAll(error, seen)) {
        throw error
      }
      if (doubt) {
        await finish(context, doubt, { outcome: "refused" })
      }
    }
    return "ended"
  })
}

/** What may come back has ended for good where the service refuses to cancel it. */
function isOverAfterAll(error: unknown, { code }: StatusCheck): boolean {
  return mayComeBack(code) && error instanceof RefusedError && error.code === "refused"
}

function mayRepeat(
  doubt: OperationRecord,
  { seen, now }: { seen: StatusCheck; now: number }
): boolean {
  const proof = proveCancel({
    code: seen.code,
    secondsInDoubt: secondsInDoubt(doubt, now),
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
  context: Context,
  { lease, application, reason, doubt }: Sending
): Promise<void> {
  const token = await context.tokens.currentOf(application.id)
  const intent = {
    applicationId: application.id,
    kind: "cancel" as const,
    token,
    deadline: context.options.deadlines.money,
  }
  const { operation } = await runOperation(
    context,
    { application, intent, lease, repeats: doubt },
    (correlationId) =>
      context.clients
        .for(application)
        .cancel(
          { applicationToken: token, postback: context.options.ownPostbacks },
          { correlationId }
        )
  )
  await finish(context, operation, { outcome: "confirmed" })
  await context.timeline.note(application.id, "cancelled", { reason })
}

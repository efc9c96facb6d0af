import { proveCancel } from "../../../domain/doubt"
import { isEndedForGood, isFunded, mayComeBack, type SeenCode } from "../../../domain/status-codes"
import { RefusedError } from "../../../financing-api"
import { findDoubt, secondsInDoubt, withMoneyLease } from "./money-guard"
import { finishOperation } from "./finish-operation"
import { runOperation } from "./run-operation"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { type StatusCheck, checkStatus } from "./check-status"
import { endAttach } from "./pre-approvals/pre-approved-flow"

export type CancelResult =
  | "ended"
  /** A funded loan requires a refund. */
  | "funded"
  | "in-doubt"
  /** The status differs from the one the request was made for, or the loan was settled since. */
  | "changed"

export type CancelInput = {
  applicationId: string
  reason: string
  /** Cancels only at one of these codes; at any code if omitted. */
  whileCodes?: readonly SeenCode[] | null
  /** For a staff request about a settled loan that reads ready to settle. */
  evenIfSettled?: boolean
}

/**
 * Cancels an application (endpoint 11). The caller ensures that nothing in Medusa depends on it. Checks the status
 * first, and leaves a funded application alone, because that requires a refund. Throws FinancingError when the call
 * failed; the schedule tries again.
 */
export async function cancel(context: Context, input: CancelInput): Promise<CancelResult> {
  const result = await tryCancel(context, input)
  if (result === "ended") {
    // Resolves the attach in doubt before its review case closes.
    await endAttach(context, input.applicationId)
  }
  return result
}

async function tryCancel(
  context: Context,
  { applicationId, reason, whileCodes, evenIfSettled = false }: CancelInput
): Promise<CancelResult> {
  return await withMoneyLease(context, applicationId, async (lease) => {
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
        await finishOperation(context, doubt, { outcome: "refused" })
      }
      return "funded"
    }
    if (isEndedForGood(seen.code)) {
      if (doubt) {
        await finishOperation(context, doubt, {
          outcome: seen.code === "O" ? "confirmed" : "refused",
        })
      }
      return "ended"
    }
    if (whileCodes && !whileCodes.includes(seen.code)) {
      return "changed"
    }
    const { state, settled } = seen.application
    if ((state === "settling" || settled) && !evenIfSettled && !doubt) {
      // Settled after the decision to cancel.
      return "changed"
    }
    if (doubt && !mayRepeat(doubt, { seen, now: context.clock.now() })) {
      return "in-doubt"
    }
    try {
      await send(context, { lease, application: seen.application, reason, doubt })
    } catch (error) {
      if (!provesEnd(error, seen)) {
        throw error
      }
      if (doubt) {
        await finishOperation(context, doubt, { outcome: "refused" })
      }
    }
    return "ended"
  })
}

/** Whether a refused cancel proves that an application which could have been revived has ended. */
function provesEnd(error: unknown, { code }: StatusCheck): boolean {
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
    (client, options) =>
      client.cancel({ applicationToken: token, postback: context.options.ownPostbacks }, options)
  )
  await finishOperation(context, operation, { outcome: "confirmed" })
  await context.timeline.note(application.id, "cancelled", { reason })
}

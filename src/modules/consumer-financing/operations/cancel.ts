import { proveCancel } from "../../../domain/doubt"
import {
  isEndedForGood,
  isFunded,
  mayComeBack,
  type ReportedCode,
} from "../../../domain/status-codes"
import { RefusedError } from "../../../financing-api"
import { findDoubt, readEvidence, withMoneyLease } from "./money-guard"
import { finishOperation, runOperation } from "./run-operation"
import type { Context } from "../context"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord, OperationRecord } from "../records"
import { checkStatus } from "./check-status"
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
  whileCodes?: readonly ReportedCode[] | null
  /** For a staff request about a settled loan that reads ready to settle. */
  evenIfSettled?: boolean
}

/**
 * Cancels an application (endpoint 11). The caller ensures that nothing in Medusa depends on it. Checks the status
 * first, and leaves a funded application alone, because that requires a refund. Throws FinancingError when the call
 * failed; the schedule tries again.
 */
export async function cancel(
  context: Context,
  { applicationId, reason, whileCodes, evenIfSettled = false }: CancelInput
): Promise<CancelResult> {
  const result = await withMoneyLease<CancelResult>(context, applicationId, async (lease) => {
    const doubt = await findDoubt(context, applicationId)
    if (doubt && doubt.kind !== "cancel") {
      return "in-doubt"
    }
    const endDoubt = async (outcome: "confirmed" | "refused") => {
      if (doubt) await finishOperation(context, doubt, { outcome })
    }
    const known = await context.rows.retrieveFinancingApplication(applicationId)
    const { application, code } = await checkStatus(context, known)
    if (isFunded(code)) {
      await endDoubt("refused")
      return "funded"
    }
    if (isEndedForGood(code)) {
      await endDoubt(code === "O" ? "confirmed" : "refused")
      return "ended"
    }
    if (whileCodes && !whileCodes.includes(code)) {
      return "changed"
    }
    const isSettled = application.state === "settling" || application.settled
    if (isSettled && !evenIfSettled && !doubt) {
      // Settled after the decision to cancel.
      return "changed"
    }
    if (doubt && proveCancel(readEvidence(context, doubt, code)) !== "repeat") {
      return "in-doubt"
    }
    try {
      await sendCancel(context, { application, lease, doubt, reason })
    } catch (error) {
      const isRefused = error instanceof RefusedError && error.code === "refused"
      // A refusal proves that an application which could have been revived has ended.
      if (!isRefused || !mayComeBack(code)) throw error
      await endDoubt("refused")
    }
    return "ended"
  })
  // Resolves the attach in doubt before its review case closes.
  if (result === "ended") await endAttach(context, applicationId)
  return result
}

type Sending = {
  application: ApplicationRecord
  lease: Lease
  doubt: OperationRecord | null
  reason: string
}

async function sendCancel(
  context: Context,
  { application, lease, doubt, reason }: Sending
): Promise<void> {
  const token = await context.tokens.currentOf(application.id)
  const call = { applicationToken: token, postback: context.options.ownPostbacks }
  const intent = { kind: "cancel" as const, token }
  const { operation } = await runOperation(
    context,
    { application, intent, lease, repeats: doubt },
    (client, options) => client.cancel(call, options)
  )
  await finishOperation(context, operation, { outcome: "confirmed" })
  await context.timeline.note(application.id, "cancelled", { reason })
}

import { provesRefund, describeDoubt } from "../../../domain/doubt"
import { isEnded, isFunded, readStatusCode } from "../../../domain/status-codes"
import { findDoubt } from "./money-guard"
import { recordFullRefund, recordPartialRefund, finishOperation } from "./run-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { openOperationOf } from "../store/aggregate"
import type { Context } from "../context"
import type { StatusCheck } from "./check-status"
import { wasReplacedByRefund } from "./find-lost-token"
import { listAttachDoubt, proveAttach } from "./pre-approvals/pre-approved-flow"

/**
 * Records what a status check proves about a refund in doubt. T proves a full refund, unless a partial refund in the
 * portal replaced the application. A known new token, signed over the target amount, proves a partial refund. Null
 * without proof. Call it under the money lease, with a check of the chain's current token.
 */
export async function confirmByCheck(
  context: Context,
  { doubt, seen }: { doubt: OperationRecord; seen: StatusCheck }
): Promise<ApplicationRecord | null> {
  const { application, code, tokenAgrees } = seen
  if (!tokenAgrees || !provesRefund(doubt, seen)) {
    return null
  }
  const counted = { application, operation: doubt, code }
  if (doubt.kind === "partial-refund") return await recordPartialRefund(context, counted)
  return (await wasReplacedByRefund(context, application, doubt))
    ? null
    : await recordFullRefund(context, counted)
}

/**
 * Resolves operations in doubt after a status check: a cancel once the application has ended or is funded, and a
 * refund or an attach that the check proves. The reconciliation restores the refund that core dropped with the lost
 * answer. Resolves no money operation while another one runs.
 */
export async function resolveByStatusCheck(context: Context, seen: StatusCheck): Promise<void> {
  const { id } = seen.application
  if (openOperationOf(seen.known, context.clock.now())?.doubtful) {
    await context.leases.tryWithLease(`money:${id}`, async () => {
      const doubt = await findDoubt(context, id)
      // A partial refund may have replaced the token since the check.
      if (doubt && seen.token === (await context.tokens.currentOf(id))) {
        await confirmByCheck(context, { doubt, seen })
        const { code, tokenAgrees } = seen
        const isOver = isEnded(code) || isFunded(code)
        // The cancel has taken effect, or cannot any more.
        if (doubt.kind === "cancel" && tokenAgrees && isOver) {
          await finishOperation(context, doubt, { outcome: code === "O" ? "confirmed" : "refused" })
        }
      }
    })
  }
  await proveAttach(context, seen)
}

/**
 * Lists an operation in doubt after a failed status check. A process that died during or right after its call could
 * not list it.
 */
export async function listDoubt(context: Context, applicationId: string): Promise<void> {
  if ((await context.applications.findOpenMoneyOperation(applicationId))?.doubtful) {
    await context.leases.tryWithLease(`money:${applicationId}`, async () => {
      const doubt = await findDoubt(context, applicationId)
      if (doubt) {
        const { code: last, customer_url } =
          await context.rows.retrieveFinancingApplication(applicationId)
        const code = last === null ? null : readStatusCode(last)
        const { cause, reason } = describeDoubt(
          { kind: doubt.kind, hasNewToken: doubt.new_token !== null },
          { code, hasLink: customer_url !== null }
        )
        await context.reviewCases.open(applicationId, cause, reason)
      }
    })
  }
  await listAttachDoubt(context, applicationId)
}

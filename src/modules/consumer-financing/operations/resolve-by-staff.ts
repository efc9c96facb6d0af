import { userError } from "../../../translation/user-error"
import { cents, type Cents, fromDollars, inWords } from "../../../domain/money"
import { REFUND_KINDS } from "../../../domain/operation"
import { describeDoubt } from "../../../domain/doubt"
import { findDoubt, withMoneyLease } from "./money-guard"
import { adoptLostToken, finishOperation } from "./run-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { toOpenOperation } from "../store/aggregate"
import { UNFINISHED } from "../store/journal"
import { readStatusCode, type ReportedCode } from "../../../domain/status-codes"
import { toMerchantError } from "../../../translation/error-to-medusa"

/** What staff learned from the service or its portal. */
export type Resolution = {
  operationId: string
  outcome: "confirmed" | "refused"
  /** The id of the staff member, never a name. */
  actor: string
  /** The reason, shown in the timeline. */
  note: string
  /** The token of the application created by a confirmed create or partial refund whose answer was lost. */
  token?: string | undefined
}

const NO_TOKEN =
  "This call created an application, but its token never arrived. Enter the token from the service's portal: without it, nothing can be settled or refunded. Nothing was changed."

/**
 * Resolves an operation in doubt as staff report it, and records who did. A reconciliation follows. Throws
 * INVALID_DATA with a message when there is nothing to resolve.
 */
export async function resolveByStaff(
  context: Context,
  { operationId, outcome, actor, note, token }: Resolution
): Promise<void> {
  const { application_id: id } = await context.rows.retrieveFinancingOperation(operationId)
  await withMoneyLease(context, id, async () => {
    await findDoubt(context, id)
    const operation = await context.rows.retrieveFinancingOperation(operationId)
    const { doubtful } = toOpenOperation(operation, context.clock.now())
    if (!UNFINISHED.includes(operation.outcome) || !doubtful) {
      throw userError("The outcome of this operation is already known. Nothing was changed.")
    }
    if (outcome === "confirmed" && lacksToken(operation)) {
      if (!token) throw userError(NO_TOKEN)
      const application = await context.rows.retrieveFinancingApplication(id)
      const target = cents(operation.target_cents ?? 0)
      await readNamedToken(context, { application, token, target })
      await adoptLostToken(context, { application, operation, token })
    }
    // Records the staff member first: the search for a create continues even if they say that it did not happen.
    const resolved = { resolved_by: actor, resolution_note: note }
    await context.journal.update({ id: operationId, ...resolved })
    await (outcome === "confirmed" ? confirm : refuse)(context, operation)
    await closeDoubtCases(context, id)
    const details = { operation: operationId, kind: operation.kind, outcome, note }
    await context.timeline.noteBy(actor, id, { what: "doubt-resolved", details })
  })
  await context.schedule.requestReconcile(id)
}

/** Another operation may be in doubt besides the resolved one. */
async function closeDoubtCases(context: Context, applicationId: string): Promise<void> {
  const open = await context.journal.findOpenOperation(applicationId)
  if (!open?.doubtful) {
    return await context.reviewCases.close(applicationId, "doubt", "sign-again")
  }
  const { cause, reason } = describeDoubt(open.operation)
  await context.reviewCases.open(applicationId, cause, reason)
  await context.reviewCases.close(applicationId, "sign-again")
}

/** Whether the operation created an application with an unknown token. */
function lacksToken({ kind, new_token }: OperationRecord): boolean {
  return (kind === "create" || kind === "partial-refund") && new_token === null
}

async function confirm(context: Context, operation: OperationRecord): Promise<void> {
  const { application_id: id, kind, target_cents } = operation
  if (REFUND_KINDS.includes(kind)) {
    const application = await context.rows.retrieveFinancingApplication(id)
    const refunded = cents(application.financed_cents - (target_cents ?? 0))
    await context.outcomes.confirmRefund({ operation, application, refunded })
  } else {
    await finishOperation(context, operation, { outcome: "confirmed" })
  }
  if (kind === "settle") await context.applications.update({ id, settled: true })
}

async function refuse(context: Context, operation: OperationRecord): Promise<void> {
  const { application_id: id, kind } = operation
  const ending = { outcome: "refused" as const, error_code: "resolved_by_a_person" }
  await finishOperation(context, operation, ending)
  if (kind === "cancel" || kind === "refund") {
    // The application continues, so the message that it is being closed no longer applies.
    await context.applications.update({ id, cancelling: false })
  }
  if (kind === "create") {
    await context.closing.closeRefused(await context.rows.retrieveFinancingApplication(id))
  }
}

type Named = {
  application: ApplicationRecord
  token: string
  /** The amount that the service must finance under the token. */
  target: Cents
  /** Whether the service may have returned to an earlier token of this application. */
  mayBeEarlier?: boolean
}

/**
 * Reads the service's status of a token that staff name. Accepts it only if the service, asked with the shop's
 * credentials, reads the target amount: a typing error must not attach another customer's loan. Throws INVALID_DATA
 * with a message otherwise.
 */
export async function readNamedToken(
  context: Context,
  { application, token, target, mayBeEarlier = false }: Named
): Promise<ReportedCode> {
  const isEarlier = mayBeEarlier && (await context.tokens.isEarlier(application.id, token))
  if (!isEarlier && (await context.tokens.onlyIfNew(application, token)) === null) {
    throw userError("This token already belongs to a known application. Nothing was changed.")
  }
  const seen = await context.clients
    .for(application)
    .getStatus({ applicationToken: token })
    .catch((error: unknown) => {
      throw toMerchantError(error)
    })
  if (seen.token !== token || fromDollars(seen.loanAmount) !== target) {
    throw userError(
      `The service does not finance ${inWords(target)} under this token. Nothing was changed.`
    )
  }
  return readStatusCode(seen.status)
}

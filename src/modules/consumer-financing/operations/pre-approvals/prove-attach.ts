import { hasEnded } from "../../../../domain/application-state"
import { questionAbout } from "../../../../domain/doubt"
import { isOverdue } from "../../../../domain/operation"
import type { Context } from "../../context"
import { finish } from "../finish-operation"
import type { ApplicationRecord, OperationRecord } from "../../records"
import { abandonCreate } from "../abandon-create"
import type { StatusCheck } from "../check-status"

/**
 * After a status check: a cart whose attaching (endpoint 7) was not answered is attached if the service reads
 * its amount at the pre-approved token. If it does not, the cart's application is given up, and what
 * there is at the service is ended by the reconciliation: it could be attached later than anybody waited.
 */
export async function proveAttach(context: Context, seen: StatusCheck): Promise<void> {
  const { application, tokenAgrees, amount } = seen
  const create = await findUnanswered(context, application)
  if (!create || !tokenAgrees) {
    return
  }
  if (amount === application.financed_cents && !hasEnded(application.state)) {
    const [used] = await context.rows.listFinancingPreApprovals({ application_id: application.id })
    const token = await context.tokens.currentOf(application.id)
    const isLive = application.live_key !== null
    const url = isLive ? (used?.customer_url ?? null) : null
    const lookAt = context.schedule.firstCheckAt()
    await context.outcomes.confirmCreate({ operation: create, application, token, url, lookAt })
    await context.reviewCases.close(application.id, "doubt")
  } else if (hasEnded(application.state)) {
    await finish(context, create, { outcome: "refused", error_code: "ended" })
  } else if (application.live_key !== null) {
    await abandonCreate(context, application)
  }
}

/** The application has ended at the service: whether the cart was attached matters no more. */
export async function endAttach(context: Context, applicationId: string): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(applicationId)
  const create = await findUnanswered(context, application)
  if (create) {
    await finish(context, create, { outcome: "refused", error_code: "ended" })
  }
}

/** After a status check that learnt nothing: a process that died over the call could not say that it is in doubt. */
export async function tellOfAttach(context: Context, applicationId: string): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(applicationId)
  if (await findUnanswered(context, application)) {
    const { cause, reason } = questionAbout({ kind: "create" })
    await context.reviewCases.ask(applicationId, cause, reason)
  }
}

async function findUnanswered(
  context: Context,
  { id, kind }: ApplicationRecord
): Promise<OperationRecord | null> {
  if (kind !== "pre-approval") {
    return null
  }
  const [create] = await context.rows.listFinancingOperations(
    { application_id: id, kind: "create", outcome: ["intended", "in-doubt"] },
    { take: 1 }
  )
  return create && (create.outcome === "in-doubt" || isOverdue(create, context.clock.now()))
    ? create
    : null
}

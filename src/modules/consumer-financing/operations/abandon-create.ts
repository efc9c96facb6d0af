import { CHECK_AFTER_DEADLINE } from "../../../domain/operation"
import { secondsAfterFailedCheck, secondsUntilCheck } from "../../../domain/check-schedule"
import { finishOperation, recordDoubt } from "./run-operation"
import type { ApplicationRecord } from "../records"
import type { Context } from "../context"
import type { SearchResult } from "./find-lost-token"
import { isYoung } from "./next-check"
import { releasePreApproval } from "./pre-approvals/find-pre-approval"

const NOT_KNOWN = "it is not known whether the service created it"

/**
 * Supersedes an application whose create was not answered, so that the shopper can start another one; it stays
 * listed until a postback names its token. Closes one whose create was never sent. Call it once the create has
 * certainly ended.
 */
export async function abandonCreate(
  context: Context,
  application: ApplicationRecord
): Promise<void> {
  const create = await findCreate(context, application.id)
  // A pre-approved application gets its token before the cart is attached.
  const isUnsent =
    create !== null &&
    application.kind === "pre-approval" &&
    (await context.tokens.findCurrent(application.id)) === null
  if (isUnsent) {
    await releasePreApproval(context, application.id)
    await finishOperation(context, create, { outcome: "refused", error_code: "interrupted" })
  }
  if (!create || isUnsent || create.outcome === "refused") {
    await context.closing.closeRefused(application)
    return
  }
  await context.closing.supersede(application, NOT_KNOWN)
  const error_code = create.outcome === "intended" ? "interrupted" : create.error_code
  await recordDoubt(context, { application, operation: create, why: { error_code } })
}

/** Reconciles an application without a token, after the search of its postbacks. */
export async function awaitCreate(
  context: Context,
  id: string,
  found: SearchResult
): Promise<void> {
  const application = await context.rows.retrieveFinancingApplication(id)
  const { checks_done } = application
  const { schedule } = context.options.polling
  if (found === "not-answered") {
    // Checks again soon, so that an outage does not delay the search; stops with it if the service never answers.
    const seconds = Math.max(60, secondsAfterFailedCheck(schedule, checks_done))
    const next_check_at = isYoung(context, application)
      ? context.clock.dateIn(seconds * 1000)
      : null
    await context.applications.update({ id, next_check_at })
    return
  }
  if (application.state !== "created") {
    // No evidence of an application exists, so the checks stop.
    await context.applications.update({ id, next_check_at: null })
    return
  }
  const create = await findCreate(context, id)
  const mayEndAt = create
    ? new Date(create.deadline_at).getTime()
    : new Date(application.created_at).getTime() + context.options.deadlines.create
  const isUnderWay = (!create || create.outcome === "intended") && mayEndAt > context.clock.now()
  if (isUnderWay) {
    const due = new Date(mayEndAt + CHECK_AFTER_DEADLINE * 1000)
    await context.applications.update({ id, next_check_at: due })
  } else if (create?.outcome === "in-doubt" && application.live_key === null) {
    // The schedule of status checks searches the postbacks again until it ends.
    const seconds = secondsUntilCheck(schedule, checks_done)
    const next_check_at = seconds === null ? null : context.clock.dateIn(seconds * 1000)
    await context.applications.update({ id, checks_done: checks_done + 1, next_check_at })
  } else {
    await abandonCreate(context, application)
  }
}

const findCreate = ({ journal }: Context, application_id: string) =>
  journal.findNewest({ application_id, kind: "create" })

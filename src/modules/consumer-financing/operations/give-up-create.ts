import { LOOK_AFTER_DEADLINE } from "../../../domain/operation"
import { secondsAfterFailedLook, secondsOf, secondsUntilLook } from "../../../domain/look-schedule"
import { finish, questionOf } from "../journal"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import type { Found } from "./find-lost-answer"
import { releasePreApproval } from "./pre-approvals/take-pre-approval"

const NOT_KNOWN = "it is not known whether the service created it"

/**
 * An application whose create was not answered: the shopper may start another one, and it is listed
 * until a postback names its token. One whose create was never sent is closed. Call it once the
 * create has certainly ended.
 */
export async function giveUpCreate(desk: Context, application: ApplicationRecord): Promise<void> {
  const create = await findCreate(desk, application.id)
  if (create && (await wasNeverSent(desk, application))) {
    await releasePreApproval(desk, application.id)
    await finish(desk, create, { outcome: "refused", error_code: "interrupted" })
    await desk.applications.closeRefused(application)
    return
  }
  if (!create || create.outcome === "refused") {
    await desk.applications.closeRefused(application)
    return
  }
  await desk.applications.supersede(application, NOT_KNOWN)
  const error_code = create.outcome === "intended" ? "interrupted" : create.error_code
  await desk.reviewCases.leaveInDoubt(create, { error_code }, questionOf(create))
}

/** The pre-approved application's token is taken before the cart is attached to it. */
async function wasNeverSent(desk: Context, { id, kind }: ApplicationRecord): Promise<boolean> {
  return kind === "pre-approval" && (await desk.tokens.findTip(id)) === null
}

/** What a sync does with an application that has no token: its postbacks have been searched for it. */
export async function awaitCreate(
  desk: Context,
  applicationId: string,
  found: Found
): Promise<void> {
  const application = await desk.rows.retrieveFinancingApplication(applicationId)
  if (found === "not-answered") {
    return await askAgainSoon(desk, application)
  }
  if (application.state !== "created") {
    // As far as anybody knows it never came to be: there is nothing to see.
    await desk.rows.updateFinancingApplications({ id: applicationId, next_look_at: null })
    return
  }
  const create = await findCreate(desk, applicationId)
  const mayEndAt = create ? new Date(create.deadline_at).getTime() : endOfCreate(desk, application)
  const isUnderWay = (!create || create.outcome === "intended") && mayEndAt > desk.clock.now()
  if (isUnderWay) {
    const due = new Date(mayEndAt + LOOK_AFTER_DEADLINE * 1000)
    await desk.rows.updateFinancingApplications({ id: applicationId, next_look_at: due })
  } else if (create?.outcome === "in-doubt" && application.live_key === null) {
    await searchAgainLater(desk, application)
  } else {
    await giveUpCreate(desk, application)
  }
}

/** Its postbacks are searched for the token by the schedule of looks, until that is over. */
async function searchAgainLater(
  desk: Context,
  { id, looks_done }: ApplicationRecord
): Promise<void> {
  const seconds = secondsUntilLook(desk.options.polling.schedule, looks_done)
  await desk.rows.updateFinancingApplications({
    id,
    looks_done: looks_done + 1,
    next_look_at: seconds === null ? null : desk.clock.dateIn(seconds * 1000),
  })
}

/** Seconds. */
const MINUTE = 60

/**
 * A postback named a token, and nobody could be asked about it: an outage does not push the search into
 * the slow part of the schedule, and ends with it where nobody ever answers.
 */
async function askAgainSoon(
  desk: Context,
  { id, looks_done, created_at }: ApplicationRecord
): Promise<void> {
  const { schedule } = desk.options.polling
  const age = (desk.clock.now() - new Date(created_at).getTime()) / 1000
  const seconds = Math.max(MINUTE, secondsAfterFailedLook(schedule, looks_done))
  const isOver = age > secondsOf(schedule)
  await desk.rows.updateFinancingApplications({
    id,
    next_look_at: isOver ? null : desk.clock.dateIn(seconds * 1000),
  })
}

function endOfCreate(desk: Context, { created_at }: ApplicationRecord): number {
  return new Date(created_at).getTime() + desk.options.deadlines.create
}

async function findCreate(desk: Context, applicationId: string): Promise<OperationRecord | null> {
  const [create] = await desk.rows.listFinancingOperations(
    { application_id: applicationId, kind: "create" },
    { order: { created_at: "DESC" }, take: 1 }
  )
  return create ?? null
}

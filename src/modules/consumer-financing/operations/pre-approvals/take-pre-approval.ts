import type { Context } from "../../context"
import type { ApplicationRecord, PreApprovalRecord } from "../../records"

/** One that was certainly answered. */
export type TakeablePreApproval = PreApprovalRecord & { token: string }

/**
 * Gives a pre-approval to one application for good: one statement, so that of several carts only one
 * wins. Its token is the application's from then on, whatever becomes of the call that follows.
 */
export async function takePreApproval(
  desk: Context,
  { id, token }: TakeablePreApproval,
  application: ApplicationRecord
): Promise<boolean> {
  const now = desk.clock.dateIn(0)
  const taken = await desk
    .knex("financing_pre_approval")
    .where({ id, state: "approved", application_id: null, deleted_at: null })
    .where("expires_at", ">", now)
    .update({ application_id: application.id, next_look_at: null, updated_at: now })
    .returning("id")
  if (taken.length === 0) {
    return false
  }
  await desk.tokens.add(application, token)
  return true
}

/** The cart was certainly not attached: it is unused as before, and looked at anew. */
export async function releasePreApproval(desk: Context, applicationId: string): Promise<void> {
  const [used] = await desk.rows.listFinancingPreApprovals(
    { application_id: applicationId },
    { take: 1 }
  )
  if (used) {
    await desk.rows.deleteFinancingTokens({ application_id: applicationId })
    await desk.rows.updateFinancingPreApprovals({
      id: used.id,
      application_id: null,
      looks_done: 0,
      next_look_at: desk.clock.dateIn(0),
    })
  }
}

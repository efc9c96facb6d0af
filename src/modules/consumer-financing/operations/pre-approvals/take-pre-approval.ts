import type { Context } from "../../context"
import type { ApplicationRecord, PreApprovalRecord } from "../../records"

/** One that was certainly answered. */
export type TakeablePreApproval = PreApprovalRecord & { token: string }

/**
 * Gives a pre-approval to one application for good: one statement, so that of several carts only one
 * wins. Its token is the application's from then on, whatever becomes of the call that follows.
 */
export async function takePreApproval(
  context: Context,
  { id, token }: TakeablePreApproval,
  application: ApplicationRecord
): Promise<boolean> {
  const now = context.clock.dateIn(0)
  const taken = await context
    .knex("financing_pre_approval")
    .where({ id, state: "approved", application_id: null, deleted_at: null })
    .where("expires_at", ">", now)
    .update({ application_id: application.id, next_check_at: null, updated_at: now })
    .returning("id")
  if (taken.length === 0) {
    return false
  }
  await context.tokens.add(application, token)
  return true
}

/** The cart was certainly not attached: it is unused as before, and looked at again. */
export async function releasePreApproval(context: Context, applicationId: string): Promise<void> {
  const [used] = await context.rows.listFinancingPreApprovals(
    { application_id: applicationId },
    { take: 1 }
  )
  if (used) {
    await context.rows.deleteFinancingTokens({ application_id: applicationId })
    await context.rows.updateFinancingPreApprovals({
      id: used.id,
      application_id: null,
      checks_done: 0,
      next_check_at: context.clock.dateIn(0),
    })
  }
}

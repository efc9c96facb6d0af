import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { checkPreApprovalWorkflow } from "../workflows"
import { logFailure } from "../workflows/log-failure"

const EVERY_MILLISECONDS = 5_000

/**
 * Checks due pre-approvals within the budget of calls, because endpoint 6 accepts no postback address. Others stay
 * due.
 */
export default async function watchPreApprovals(container: MedusaContainer): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { preApproval, polling } = financing.options
  if (!preApproval.enabled) {
    return
  }
  const wanted = await financing.preApprovals.countDuePreApprovals(polling.atOnce)
  // The budget is shared, and purchases come first.
  const isNeeded = wanted > 0 && (await financing.schedule.countDue(1, { urgent: true })) > 0
  const granted = wanted > 0 && !isNeeded ? await financing.schedule.grantCalls(wanted) : 0
  const due = granted > 0 ? await financing.preApprovals.claimDuePreApprovals(granted) : []
  const check = async (id: string) =>
    await checkPreApprovalWorkflow(container).run({ input: { pre_approval_id: id } })
  const what = "a pre-approval could not be looked at and stays due"
  await Promise.all(
    due.map((id) => check(id).catch((error: unknown) => logFailure(container, what, error)))
  )
}

export const config = {
  name: "watch-financing-pre-approvals",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

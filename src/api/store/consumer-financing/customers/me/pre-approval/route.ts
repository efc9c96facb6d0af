import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { requireCustomer, requirePreApprovalHere } from "../../../guards"
import { answerWith } from "../../../refusal"
import { showPreApproval } from "../../../show-pre-approval"

/** Returns the logged-in customer's pre-approval: its status and maximum. */
export const GET = answerWith(async (req) => {
  requirePreApprovalHere(req)
  const customerId = requireCustomer(req)
  const { preApprovals } = req.scope.resolve(CONSUMER_FINANCING)
  const found = await preApprovals.findPreApprovalOfCustomer(customerId)
  return { pre_approval: found && showPreApproval(found) }
})

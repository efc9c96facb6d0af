import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { requireCustomer, requirePreApprovalHere } from "../../../guards"
import { answering } from "../../../refusal"
import { showPreApproval } from "../../../show-pre-approval"

/** Returns the logged-in customer's pre-approval: its status and maximum. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(req, res, async () => {
    requirePreApprovalHere(req)
    const customerId = requireCustomer(req)
    const found = await req.scope
      .resolve(CONSUMER_FINANCING)
      .preApprovals.findPreApprovalOfCustomer(customerId)
    return { pre_approval: found && showPreApproval(found) }
  })
}

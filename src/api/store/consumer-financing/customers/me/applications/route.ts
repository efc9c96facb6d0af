import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readCustomerApplications } from "../../../../../../workflows/cart-status"
import { requireCustomer } from "../../../guards"
import { answering } from "../../../refusal"
import { salesChannelsOf } from "../../../requester"

/** Returns the applications that the logged-in customer can continue, from any device. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(req, res, async () => {
    const customerId = requireCustomer(req)
    const salesChannelIds = salesChannelsOf(req)
    return {
      applications: await readCustomerApplications(req.scope, { customerId, salesChannelIds }),
    }
  })
}

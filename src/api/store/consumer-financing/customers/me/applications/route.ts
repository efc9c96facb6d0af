import { readCustomerApplications } from "../../../../../../workflows/cart-status"
import { requireCustomer } from "../../../guards"
import { answerWith } from "../../../refusal"
import { salesChannelsOf } from "../../../requester"

/** Returns the applications that the logged-in customer can continue, from any device. */
export const GET = answerWith(async (req) => {
  const customerId = requireCustomer(req)
  return {
    applications: await readCustomerApplications(req.scope, customerId, salesChannelsOf(req)),
  }
})

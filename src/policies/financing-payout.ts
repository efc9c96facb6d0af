import { definePolicies } from "@medusajs/framework/utils"

/** The payout report is a resource of its own: who may read orders does not see it. */
export const financingPayoutPolicies = definePolicies({
  name: "ReadFinancingPayouts",
  resource: "financing_payout",
  operation: "read",
  description: "Read the payout report of consumer financing",
})

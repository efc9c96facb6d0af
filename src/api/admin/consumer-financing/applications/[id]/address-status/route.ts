import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { checkAddressStatusWorkflow } from "../../../../../../workflows"

/** Asks the service whether the customer's address matches (endpoint 9). Changes nothing. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { id } = await financing.retrieveFinancingApplication(req.params.id ?? "")
  const { result } = await checkAddressStatusWorkflow(req.scope).run({
    input: { application_id: id },
  })
  const { code, meaning, addressMatches } = result
  res.json({ address_status: { code, meaning, address_matches: addressMatches } })
}

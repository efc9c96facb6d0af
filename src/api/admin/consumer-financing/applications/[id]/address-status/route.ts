import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { checkAddressStatusWorkflow } from "../../../../../../workflows"

/**
 * Checks with the service whether the customer's address matches (endpoint 9). Changes nothing; records who asked.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { id } = await financing.retrieveFinancingApplication(req.params.id ?? "")
  const { result } = await checkAddressStatusWorkflow(req.scope).run({
    input: { application_id: id },
  })
  await financing.timeline.noteBy(req.auth_context.actor_id, id, {
    what: "address-asked",
    details: { code: result.code },
  })
  const { code, meaning, addressMatches, message } = result
  res.json({ address_status: { code, meaning, address_matches: addressMatches, message } })
}

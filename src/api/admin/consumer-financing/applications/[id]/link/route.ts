import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { requireCustomerLink } from "../../../../../../workflows/send-customer-link"

/** Returns the customer's own link at the service; records who requested it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(req.params.id ?? "")
  const url = requireCustomerLink(application)
  const actor = req.auth_context.actor_id
  await financing.timeline.noteBy(actor, application.id, { what: "link-copied" })
  res.setHeader("Cache-Control", "no-store")
  res.json({ link: { url } })
}

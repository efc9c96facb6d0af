import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../../modules/consumer-financing"
import { sendCustomerLinkWorkflow } from "../../../../../../../workflows"
import { readInput } from "../../../../read-input"
import { sendInput } from "../../../../queries"
import { showApplicationById } from "../../../../show-application"

/** Sends the customer the link of an application that waits for them. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { channel } = readInput(sendInput, req.body)
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { id } = await financing.retrieveFinancingApplication(req.params.id ?? "")
  await sendCustomerLinkWorkflow(req.scope).run({
    input: { application_id: id, channel, actor: req.auth_context.actor_id },
  })
  res.json({ application: await showApplicationById(req, id) })
}

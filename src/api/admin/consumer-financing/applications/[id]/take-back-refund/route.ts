import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { takeBackRefundWorkflow } from "../../../../../../workflows"
import type { TakingBack } from "../../../queries"
import { showFile } from "../../../show-application"

/** Takes back the last refund that was recorded from the portal, and returns its state afterwards. */
export async function POST(
  req: AuthenticatedMedusaRequest<TakingBack>,
  res: MedusaResponse
): Promise<void> {
  const application_id = req.params.id ?? ""
  const input = { ...req.validatedBody, application_id, actor: req.auth_context.actor_id }
  await takeBackRefundWorkflow(req.scope).run({ input })
  const file = await req.scope.resolve(CONSUMER_FINANCING).readApplication(application_id)
  res.json({ application: await showFile(req, file) })
}

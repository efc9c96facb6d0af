import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { takeBackRefundWorkflow } from "../../../../../../workflows"
import type { TakingBack } from "../../../queries"
import { showApplicationById } from "../../../show-application"

/** Takes back the last refund that was recorded from the portal, and returns its state afterwards. */
export async function POST(
  req: AuthenticatedMedusaRequest<TakingBack>,
  res: MedusaResponse
): Promise<void> {
  const application_id = req.params.id ?? ""
  const input = { ...req.validatedBody, application_id, actor: req.auth_context.actor_id }
  await takeBackRefundWorkflow(req.scope).run({ input })
  res.json({ application: await showApplicationById(req, application_id) })
}

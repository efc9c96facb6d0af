import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withdrawFinancingRequestWorkflow } from "../../../../../../workflows"
import { readRequest } from "../../../../../../workflows/financing-requests"
import { showRequest } from "../../../shown-request"

/** Withdraws the request and cancels it at the service. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  await withdrawFinancingRequestWorkflow(req.scope).run({
    input: { application_id: id, actor: req.auth_context.actor_id },
  })
  res.json({ financing_request: showRequest(await readRequest(req.scope, id)) })
}

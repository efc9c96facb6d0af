import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sendFinancingRequestWorkflow } from "../../../../../../workflows"
import { readRequest } from "../../../../../../workflows/financing-requests"
import { readInput } from "../../../read-input"
import { sendInput } from "../../../queries"
import { showRequest } from "../../../shown-request"

/** Sends the customer the link, by e-mail or text message. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { channel } = readInput(sendInput, req.body)
  const id = req.params.id ?? ""
  await sendFinancingRequestWorkflow(req.scope).run({
    input: { application_id: id, channel, actor: req.auth_context.actor_id },
  })
  res.json({ financing_request: showRequest(await readRequest(req.scope, id)) })
}

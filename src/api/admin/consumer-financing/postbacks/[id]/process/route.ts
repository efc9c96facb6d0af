import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { processPostbackAgainWorkflow } from "../../../../../../workflows"
import { showPostback } from "../../../shown"

/** Processes a postback again: reads it if it still waits, and reconciles its application. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  await processPostbackAgainWorkflow(req.scope).run({
    input: { postback_id: id, actor: req.auth_context.actor_id },
  })
  const postback = await req.scope.resolve(CONSUMER_FINANCING).retrieveFinancingPostback(id)
  res.json({ postback: showPostback(postback) })
}

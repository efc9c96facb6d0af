import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveFinancingAttentionWorkflow } from "../../../../../../workflows"
import type { Decision } from "../../../queries"

/** A person's decision about an attention: who decided what and why stands in the timeline. */
export async function POST(
  req: AuthenticatedMedusaRequest<Decision>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await resolveFinancingAttentionWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      attention_id: req.params.id ?? "",
      actor: req.auth_context.actor_id,
    },
  })
  res.json({ resolution: result })
}

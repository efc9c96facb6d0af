import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listFinancingAttentionsWorkflow } from "../../../../workflows"
import type { AttentionsQuery } from "../queries"
import { offerAllowed } from "../require-right"

/** What people have to look at, the oldest first, each with the actions that can resolve it now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, ...filter } = req.validatedQuery as AttentionsQuery
  const { result } = await listFinancingAttentionsWorkflow(req.scope).run({
    input: { ...filter, take: limit, skip: offset },
  })
  const attentions = await offerAllowed(req, result.attentions)
  res.json({ ...result, attentions, limit, offset })
}

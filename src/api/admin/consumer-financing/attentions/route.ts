import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listFinancingAttentionsWorkflow } from "../../../../workflows"
import type { AttentionsQuery } from "../queries"
import { showCases } from "../show-cases"

/** What people have to look at, the oldest first, each with the actions that can resolve it now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, order, ...filter } = req.validatedQuery as AttentionsQuery
  const { result } = await listFinancingAttentionsWorkflow(req.scope).run({
    input: { ...filter, take: limit, skip: offset, order },
  })
  const attentions = await showCases(req, result.attentions)
  res.json({ ...result, attentions, limit, offset })
}

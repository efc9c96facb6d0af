import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listFinancingAttentionsWorkflow } from "../../../../workflows"
import type { AttentionsQuery } from "../queries"

/** What people have to look at, the oldest first, each with the actions that can resolve it now. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, ...filter } = req.validatedQuery as AttentionsQuery
  const { result } = await listFinancingAttentionsWorkflow(req.scope).run({
    input: { ...filter, take: limit, skip: offset },
  })
  res.json({ ...result, limit, offset })
}

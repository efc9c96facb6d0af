import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listFinancingReviewCasesWorkflow } from "../../../../workflows"
import type { ReviewCasesQuery } from "../queries"
import { showCases } from "../show-cases"

/** Returns review cases, oldest first, each with the actions that can resolve it now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, order, ...filter } = req.validatedQuery as ReviewCasesQuery
  const { result } = await listFinancingReviewCasesWorkflow(req.scope).run({
    input: { ...filter, take: limit, skip: offset, order },
  })
  const review_cases = await showCases(req, result.review_cases)
  res.json({ ...result, review_cases, limit, offset })
}

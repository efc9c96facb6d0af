import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveFinancingReviewCaseWorkflow } from "../../../../../../workflows"
import type { Decision } from "../../../queries"

/** Executes a staff decision about a review case; the timeline records the staff member, decision and reason. */
export async function POST(
  req: AuthenticatedMedusaRequest<Decision>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await resolveFinancingReviewCaseWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      review_case_id: req.params.id ?? "",
      actor: req.auth_context.actor_id,
    },
  })
  res.json({ resolution: result })
}

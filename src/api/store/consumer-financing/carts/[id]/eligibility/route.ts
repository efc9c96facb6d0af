import { readEligibility } from "../../../../../../workflows/read-eligibility"
import { answerWith, notFound } from "../../../refusal"

/**
 * Returns whether and how a storefront should offer financing for the cart. Contains no personal data: as for the
 * cart itself, its id is sufficient.
 */
export const GET = answerWith(async (req) => {
  const found = await readEligibility(req.scope, req.params.id ?? "")
  if (!found) {
    throw notFound()
  }
  const { isAvailable, isReady, missing, reason, sentence } = found
  const { title, description, providerId } = found
  return {
    eligibility: {
      is_available: isAvailable,
      is_ready: isReady,
      missing,
      title,
      description,
      provider_id: providerId,
      reason,
      sentence,
    },
  }
})

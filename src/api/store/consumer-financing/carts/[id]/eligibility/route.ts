import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readEligibility } from "../../../../../../workflows/read-eligibility"
import { requireOwnCart } from "../../../guards"
import { answering } from "../../../refusal"

/** Whether a storefront should offer financing for the cart, and in which words. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(req, res, async () => {
    const cartId = await requireOwnCart(req)
    const { refusal, providerId, title, description } = await readEligibility(req.scope, cartId)
    return {
      eligibility: {
        is_available: refusal === null,
        title,
        description,
        provider_id: providerId,
        reason: refusal?.reason ?? null,
        sentence: refusal?.sentence ?? null,
      },
    }
  })
}

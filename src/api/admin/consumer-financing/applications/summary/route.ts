import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"

/** How many applications there are of each state, and what they add up to. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ summary: await req.scope.resolve(CONSUMER_FINANCING).summarizeApplications() })
}
